/**
 * The conformance suite of the protocol: a server with bounded results passes what it passes without, in both eras. The suite
 * needs Node 22 and its scenarios HTTP; both are brought where they are missing.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { McpConnectionOptions } from "spillway/mcp";
import { memorySpill } from "spillway/spill";
import { beforeAll, describe, expect, it } from "vitest";
import { startFixture } from "./fixture.js";

const HERE = resolve(import.meta.dirname ?? "test/e2e/mcp");
const SUITE = join(HERE, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const runs22 = Number(process.versions.node.split(".")[0]) >= 22;
const hasBinary = process.platform === "linux" && process.arch === "x64";
const NODE = runs22 ? process.execPath : join(HERE, "node_modules/node24/bin/node");
const run = promisify(execFile);
const INSTALL_MS = 600_000;
/** Half a minute on a quiet machine. */
const RUN_MS = 240_000;

const REVISIONS = { "2025-11-25": "legacy", "2026-07-28": "modern" } as const;
/** By scenario, as the suite sums it up: `2 passed, 0 failed`. */
type Summary = Readonly<Record<string, string>>;

/** Scenarios whose results are larger than 90 bytes, and must be as they were asked for. */
const OVERSIZED = ["tools-call-audio", "tools-call-embedded-resource", "tools-call-image", "tools-call-mixed-content"];

describe.skipIf(!runs22 && !hasBinary)("the conformance suite", () => {
  beforeAll(async () => {
    if (existsSync(SUITE) && existsSync(NODE)) return;
    await run("npm", ["ci", "--prefix", HERE, "--ignore-scripts"], { cwd: HERE });
    expect(existsSync(NODE)).toBe(true); // npm takes an optional dependency that it could not get for a success
  }, INSTALL_MS);

  it.each(Object.keys(REVISIONS) as (keyof typeof REVISIONS)[])(
    "should find a bounded server as it finds the server: %s",
    async (revision) => {
      const bounded = (maxEncodedBytes: number): McpConnectionOptions => ({
        ...{ maxEncodedBytes, spill: memorySpill(), sessionId: "conformance" },
      });
      const [plain, ordinary, tiny] = await Promise.all([
        summaryOf(revision),
        summaryOf(revision, bounded(16_384)),
        summaryOf(revision, bounded(90)),
      ]);
      expect(Object.keys(plain).length).toBeGreaterThan(30);
      expect(Object.values(plain).filter((sum) => / 0 failed$/.test(sum)).length).toBeGreaterThan(30);
      expect(ordinary).toEqual(plain);
      expect(
        Object.keys(plain)
          .filter((name) => tiny[name] !== plain[name])
          .sort(),
      ).toEqual(OVERSIZED);
    },
    RUN_MS,
  );
});

async function summaryOf(revision: keyof typeof REVISIONS, options?: McpConnectionOptions): Promise<Summary> {
  const fixture = await startFixture(options);
  try {
    const url = fixture.url(REVISIONS[revision]);
    const args = [SUITE, "server", "--url", url, "--requirements", revision];
    // It exits with 1 where a scenario fails: which ones do is for the caller to judge.
    const { stdout } = await run(NODE, args, { cwd: HERE, maxBuffer: 64 * 1024 * 1024 }).catch(
      (error: { stdout: string }) => error,
    );
    const lines = stdout
      .slice(stdout.indexOf("=== SUMMARY ==="))
      .matchAll(/^[✓✗] ([\w-]+): (\d+ passed, \d+ failed)/gm);
    return Object.fromEntries([...lines].map(([, name = "", sum = ""]) => [name, sum]));
  } finally {
    await fixture.close();
  }
}
