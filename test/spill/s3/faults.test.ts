/** A connection that breaks, and a service that refuses: at every request, in turn. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { isSpillError, type SpillErrorCode } from "../../../src/spill/error.js";
import { s3Spill } from "../../../src/spill/s3/index.js";
import { sweep } from "../../../src/spill/sweep.js";
import { expectNothingUnhandled } from "../file/every-call.js";
import { all, spill, text } from "../helpers.js";
import type { Fault, Passing } from "./proxy.js";
import { BUCKET, clientAt, provided, useServer } from "./server.js";

const server = useServer();
expectNothingUnhandled();
const META = { sessionId: "s", callId: "c", tool: "t" };
const PART_BYTES = 5_242_880;
const LARGE = Buffer.alloc(PART_BYTES + 1000, "0123456789abcde");
const ROOT = join(import.meta.dirname, "../../..");
const SLOW_DOWN: Fault = { status: 503, code: "SlowDown" };

function store(options: object = {}) {
  const prefix = server.prefix();
  const open = (more: object = {}) =>
    s3Spill({
      client: clientAt(server.proxy.port),
      bucket: BUCKET,
      prefix,
      key: "k",
      partBytes: PART_BYTES,
      ...options,
      ...more,
    });
  return { prefix, open, sink: open() };
}

/** Breaks the first `times` of the requests that are meant. */
function breakFirst(times: number, fault: Fault, isMeant: (passing: Passing) => boolean): void {
  let left = times;
  server.proxy.fault = (passing) => (isMeant(passing) && left-- > 0 ? fault : undefined);
}

async function codeOf(work: Promise<unknown>): Promise<SpillErrorCode | undefined> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error === undefined) return undefined;
  expect(isSpillError(error)).toBe(true);
  expect(String(error)).not.toMatch(/secret|http|127\.0|spills-/);
  return (error as { code: SpillErrorCode }).code;
}

describe("a request that is broken once", () => {
  const faults: Fault[] = [
    SLOW_DOWN,
    { status: 500, code: "InternalError" },
    "drop",
    "dropInBody",
    "dropAnswer",
    "dropInAnswer",
  ];
  const operations = [
    "createMultipartUpload",
    "uploadPart",
    "completeMultipartUpload",
    "putObject",
    "headObject",
    "getObject",
  ];

  // Whole parts take their time: of those, what differs.
  const faultsOf = (operation: string): Fault[] =>
    operation.endsWith("Object") ? faults : [SLOW_DOWN, "dropInBody", "dropAnswer"];

  it.each(operations.flatMap((operation) => faultsOf(operation).map((fault) => ({ operation, fault }))))(
    "is made again: $operation, $fault",
    async ({ operation, fault }) => {
      const { sink, open } = store();
      const content = operation.endsWith("Object") ? Buffer.from("abc") : LARGE;
      breakFirst(1, fault, (passing) => passing.operation === operation);
      const ref = await spill(sink, META, [content]);
      expect(Buffer.from(await open().read(ref.id)).equals(content)).toBe(true);
      expect(await all(open())).toHaveLength(1);
      if (content !== LARGE) expect(await spill(open(), META, [content])).toStrictEqual(ref);
    },
  );

  it("is made again, and a Spill is removed once", async () => {
    for (const fault of faults) {
      const { sink, prefix } = store();
      const { id } = await spill(sink, META, ["abc"]);
      for (const operation of ["putObject", "deleteObject"]) {
        breakFirst(1, fault, (passing) => passing.operation === operation);
        expect(await sink.remove(id)).toBe(operation === "putObject");
      }
      server.proxy.reset();
      expect(await sink.stat(id)).toMatchObject({ gone: true });
      expect(await server.keys(prefix)).toEqual(["probe", `records/${id}.json`]);
    }
  });

  it("is made again after a while, not at once", async () => {
    const { sink } = store();
    const times: number[] = [];
    server.proxy.fault = ({ operation, count }) => {
      if (operation !== "headObject") return undefined;
      times.push(Date.now());
      return count < 3 ? SLOW_DOWN : undefined;
    };
    const random = Math.random;
    Math.random = () => 1;
    try {
      await spill(sink, META, ["abc"]);
    } finally {
      Math.random = random;
    }
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(195);
    expect(third - second).toBeGreaterThanOrEqual(395);
  });
});

describe("a request that stays broken", () => {
  it.each<[string, Fault, SpillErrorCode]>([
    ["slow down", SLOW_DOWN, "io"],
    ["no connection", "drop", "io"],
    ["403", { status: 403, code: "AccessDenied" }, "denied"],
    ["a signature", { status: 403, code: "SignatureDoesNotMatch" }, "denied"],
    ["an expired token", { status: 400, code: "ExpiredToken" }, "denied"],
    ["a quota", { status: 403, code: "QuotaExceeded" }, "no_space"],
    ["a full disk", { status: 507, code: "XMinioStorageFull" }, "no_space"],
    ["no bucket", { status: 404, code: "NoSuchBucket" }, "io"],
    ["a digest", { status: 400, code: "BadDigest" }, "corrupt"],
  ])("is told by its code: %s", async (_name, fault, code) => {
    const { sink, open } = store({ attempts: 2 });
    const { id } = await spill(sink, META, ["abc"]);
    server.proxy.fault = () => fault;
    const other = open();
    expect(await codeOf(other.read(id))).toBe(code);
    expect(await codeOf(other.stat(id))).toBe(code);
    expect(await codeOf(other.remove(id))).toBe(code);
    expect(await codeOf(all(other))).toBe(code);
    expect(await codeOf(sweep(other, {}))).toBe(code);
    expect(await codeOf(spill(other, { callId: "d" }, ["abc"]))).toBe(code);
    expect(await codeOf(spill(other, { callId: "d" }, [LARGE]))).toBe(code);
    server.proxy.reset();
    expect(text(await sink.read(id))).toBe("abc");
    expect(await all(sink)).toHaveLength(1);
  });

  it.each(["AccessDenied", "SignatureDoesNotMatch"])("is not made again where that cannot help: %s", async (code) => {
    const { sink } = store();
    server.proxy.fault = () => ({ status: 403, code });
    expect(await codeOf(sink.stat("a"))).toBe("denied");
    expect(server.proxy.counts()).toEqual({ getObject: 1 });
  });

  it("leaves nothing of the Spill, whichever request it was", async () => {
    for (let n = 1; ; n++) {
      const { sink, prefix, open } = store({ attempts: 1 });
      let count = 0;
      server.proxy.fault = () => (++count === n ? { status: 500, code: "InternalError" } : undefined);
      const code = await codeOf(spill(sink, META, [LARGE]));
      const requests = count;
      server.proxy.reset();
      if (requests < n) break;
      if (code === undefined) continue;
      expect(await all(open())).toEqual([]);
      expect((await server.keys(prefix)).filter((key) => key.startsWith("data/"))).toEqual([]);
      expect(await uploads(prefix)).toEqual([]);
      expect(await spill(open(), META, ["abc"])).toMatchObject({ bytes: 3 });
    }
  });
});

describe("a clock that is wrong", () => {
  it.runIf(provided !== undefined)("is set by the service's answer", async () => {
    const prefix = server.prefix();
    const client = clientAt(server.proxy.port, { systemClockOffset: 3_600_000 });
    const sink = s3Spill({ client, bucket: BUCKET, prefix, key: "k" });
    const ref = await spill(sink, META, ["abc"]);
    expect(text(await sink.read(ref.id))).toBe("abc");
  });

  it("is tried again, and told as denied when that does not help", async () => {
    const { sink } = store();
    server.proxy.fault = () => ({ status: 403, code: "RequestTimeTooSkewed" });
    expect(await codeOf(sink.stat("a"))).toBe("denied");
    expect(server.proxy.counts()).toEqual({ getObject: 3 });
  });
});

describe.runIf(provided !== undefined)("credentials that are wrong", () => {
  it("are denied, and appear nowhere", async () => {
    const credentials = { accessKeyId: "AKIDSPILLWAY", secretAccessKey: "wrong-secret" };
    const sink = s3Spill({ client: clientAt(server.proxy.port, { credentials }), bucket: BUCKET, key: "k" });
    const error = await sink.stat("a").catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "denied", message: "the store refused access" });
    expect(JSON.stringify(error)).not.toContain("wrong-secret");
  });
});

describe("a process that ends in the middle of an upload", () => {
  it("leaves no Spill, and its parts are cleared by a sweep", async () => {
    const { prefix, open } = store();
    // Beside the packages, so that it finds them by name.
    const outfile = join(ROOT, "temp", `s3-writer-${process.pid}.mjs`);
    await build({
      entryPoints: [join(import.meta.dirname, "crashing.ts")],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      external: ["@aws-sdk/*"],
      alias: { "#platform": join(ROOT, "src/platform/node.ts") },
    });
    const credentials = JSON.stringify(provided ?? { accessKeyId: "a", secretAccessKey: "b" });
    const child = spawn(process.execPath, [outfile, String(server.proxy.port), BUCKET, prefix, credentials], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    // The second part is on its way when the first has arrived.
    while ((server.proxy.counts()["uploadPart"] ?? 0) < 2) await new Promise((done) => setTimeout(done, 20));
    child.kill("SIGKILL");
    await once(child, "exit");
    rmSync(outfile);
    expect(await all(open())).toEqual([]);
    expect(await server.keys(prefix)).toEqual([]);
    expect(await sweep(open(), {})).toMatchObject({ cleared: 0 }); // it might be alive
    if (provided === undefined) return; // the other server cannot list uploads: a rule of the bucket clears them
    expect(await uploads(prefix)).toHaveLength(1);
    expect(await sweep(open({ abandonedDays: 0 }), {})).toMatchObject({ cleared: 1 });
    expect(await uploads(prefix)).toEqual([]);
  });
});

async function uploads(prefix: string): Promise<unknown[]> {
  if (provided === undefined) return [];
  const { Uploads = [] } = await server.client.listMultipartUploads({ Bucket: BUCKET, Prefix: prefix });
  return Uploads;
}
