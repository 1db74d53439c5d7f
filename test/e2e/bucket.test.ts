/** The command with a bucket for a store, on a server of S3's protocol; and without the package that it takes. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { S3 } from "@aws-sdk/client-s3";
import { buildApp } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyPackage } from "../support/copyPackage.js";
import { CLI, type Ran, ROOT, spillwayIn, temporaryFolder } from "./spillway.js";

const app = buildApp({ logger: false });
let endpoint = "";

beforeAll(async () => {
  endpoint = await app.listen({ port: 0, host: "127.0.0.1" });
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const client = new S3({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
  await client.createBucket({ Bucket: "spills" });
  client.destroy();
});
afterAll(() => app.close());

/** The server is in this process: it must not stand still while the command runs. */
async function spillway(args: readonly string[], { cli = CLI, cwd = ROOT } = {}): Promise<Ran> {
  const env = {
    ...process.env,
    SPILLWAY_STORE: "s3://spills/agents/one",
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "a",
    AWS_SECRET_ACCESS_KEY: "b",
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
  };
  const run = promisify(execFile)(process.execPath, [cli, ...args], { cwd, env });
  return run.then(
    ({ stdout, stderr }) => ({ status: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ status: code, stdout, stderr }),
  );
}

describe("spillway with a bucket for a store", () => {
  it("should keep, list, read, and remove", async () => {
    const print = 'for (let i = 1; i <= 5000; i++) console.log("line " + i)';
    const shown = await spillway(["run", "--max-bytes", "400", "--session", "s", "--", process.execPath, "-e", print]);
    expect(shown.status).toBe(0);
    const id = /spill:\/\/([a-z0-9._-]+)/.exec(shown.stdout)?.[1] ?? "";
    expect(shown.stdout + shown.stderr).not.toMatch(/127\.0\.0\.1|agents/);
    expect(await spillway(["read", id, "--lines", "2500..2500"])).toMatchObject({ status: 0, stdout: "line 2500\n" });
    expect((await spillway(["list", "--session", "s"])).stdout).toContain(id);
    expect((await spillway(["list", "--session", "t"])).stdout).not.toContain(id);
    expect(await spillway(["rm", "--session", "s"])).toMatchObject({ status: 0, stdout: "removed 1 Spill\n" });
    expect(await spillway(["stat", id])).toMatchObject({ status: 1 });
    expect(await spillway(["sweep"])).toMatchObject({ status: 0 });
  });

  it("should say which package is missing, and run nothing", async () => {
    const project = join(temporaryFolder(), "project");
    const home = copyPackage(project);
    writeFileSync(join(project, "package.json"), "{}");
    const cli = join(home, "dist", "cli", "main.js");
    const ran = await spillway(["run", "--", process.execPath, "-e", "console.log(1)"], { cli, cwd: project });
    const problem = "needs the package @aws-sdk/client-s3 in this project: npm install @aws-sdk/client-s3";
    expect(ran).toEqual({ status: 2, stdout: "", stderr: `spillway: --store s3://… ${problem} (spillway --help)\n` });
  });

  it.each([
    ["s3://", "--store s3://BUCKET/PREFIX must name a bucket"],
    ["s3:///a", "--store s3://BUCKET/PREFIX must name a bucket"],
    ["s3://b/a//b", "--store: prefix must be up to 512 of"],
  ])("should refuse %s", (store, problem) => {
    const { status, stderr } = spillwayIn(store)(["list"]);
    expect(status).toBe(2);
    expect(stderr).toContain(problem);
  });
});
