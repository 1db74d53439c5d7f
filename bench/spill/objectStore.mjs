/**
 * `node bench/spill/objectStore.mjs`: what a store in a bucket asks for and moves. Counts, the same on every machine; the
 * client and the server are the root's. Writes results/object-store.md.
 */
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
const root = new URL("../../", import.meta.url);
const { S3 } = createRequire(new URL("package.json", root))("@aws-sdk/client-s3");
const { buildApp } = await import(new URL("node_modules/fauxqs/dist/app.js", root));
const { readSpill } = await import(new URL("dist/spill/index.js", root));
const { s3Spill } = await import(new URL("dist/spill/s3/index.js", root));

const WINDOW = { maxBytes: 8192 };
const MEBIBYTE = 2 ** 20;
const BUCKET = "bench";

const app = buildApp({ logger: false });
const endpoint = await app.listen({ port: 0, host: "127.0.0.1" });
const s3 = new S3({
  endpoint,
  region: "us-east-1",
  forcePathStyle: true,
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
});
await s3.createBucket({ Bucket: BUCKET });

/** The server takes no notice of conditions: here they are heeded for it, uncounted, since nobody comes in between. */
const UNMET = Object.assign(new Error("unmet"), { name: "PreconditionFailed", $metadata: { httpStatusCode: 412 } });
const exists = ({ Bucket, Key }) =>
  s3.headObject({ Bucket, Key }).then(
    () => true,
    () => false,
  );

let counts = {};
let movedBytes = 0;

/** The client, with each request counted by its class of price, and the bytes of bodies. */
const client = new Proxy(s3, {
  get(target, name) {
    const method = target[name];
    if (typeof method !== "function") return method;
    return async (input) => {
      const priced = CLASSES[name];
      counts[priced] = (counts[priced] ?? 0) + 1;
      movedBytes += input.Body?.length ?? 0;
      if (input.IfNoneMatch !== undefined && (await exists(input))) throw UNMET;
      const answer = await method.call(target, input);
      if (name === "getObject") movedBytes += answer.ContentLength;
      return answer;
    };
  },
});
const CLASSES = {
  putObject: "put",
  createMultipartUpload: "put",
  uploadPart: "put",
  completeMultipartUpload: "put",
  listObjectsV2: "put",
  listMultipartUploads: "put",
  getObject: "get",
  headObject: "get",
  deleteObject: "free",
  abortMultipartUpload: "free",
};

const open = (prefix) => s3Spill({ client, bucket: BUCKET, prefix, key: "k", conditionalWrites: true });
const rows = [];

async function row(name, work) {
  counts = {};
  movedBytes = 0;
  await work();
  const { put = 0, get = 0, free = 0 } = counts;
  const dollars = (put * 0.005 + get * 0.0004) * 1000; // a million times, at 0.005 and 0.0004 dollars a thousand
  rows.push([name, put, get, free, movedBytes, dollars.toFixed(2)]);
}

async function keep(sink, meta, bytes) {
  const writer = await sink.create(meta);
  await writer.write(bytes);
  return (await writer.commit()).id;
}

const line = Buffer.from("2026-12-01T12:00:00Z worker 17: request took 12 ms, nothing found, next one\n");
const log = (bytes) => Buffer.alloc(bytes, line);

for (const [name, bytes] of [
  ["1 KiB", 1024],
  ["1 MiB", MEBIBYTE],
  ["64 MiB", 64 * MEBIBYTE],
]) {
  const sink = open(`keep-${bytes}/`);
  await row(`keep ${name}`, () => keep(sink, { callId: "c" }, log(bytes)));
  await row(`keep ${name} again (a replay)`, () => keep(sink, { callId: "c" }, log(bytes)));
}

const large = "keep-67108864/";
const [{ id }] = await listed(open(large));
const read = (sink, request) => readSpill(sink, id, request, WINDOW);
await row("a window of 8 KiB at the start of 64 MiB", () => read(open(large), {}));
await row("a window of 8 KiB in the middle, by bytes", () => read(open(large), { bytes: { from: 32 * MEBIBYTE } }));
await row("100 windows of 8 KiB, one after the other", async () => {
  const sink = open(large);
  let request = { bytes: { from: 0 } };
  for (let count = 0; count < 100; count++) request = (await read(sink, request)).next;
});
await row("a window by a line in the middle", () => read(open(large), { lines: { from: 400_000, count: 10 } }));
await row("a search through 64 MiB that finds nothing", () => read(open(large), { search: { pattern: "nowhere" } }));

const many = open("many/");
for (let session = 0; session < 10; session++) {
  for (let seq = 0; seq < 10; seq++) await keep(many, { sessionId: `s${session}`, seq }, log(100));
}
await row("list a session of 10 among 100 Spills", () => listed(many, { sessionId: "s3" }));
await row("list 100 Spills", () => listed(many));
const [{ id: doomed }] = await listed(many, { sessionId: "s3" });
await row("remove a Spill", () => many.remove(doomed));
await row("sweep 99 Spills, of which all go", () => many.sweep({ maxAgeDays: 0, graceSeconds: 0 }));

const title = ["what", "PUT, POST, LIST", "GET, HEAD", "DELETE", "bytes moved", "$ a million times"];
const table = [title, title.map((_, index) => (index === 0 ? "---" : "--:")), ...rows];
writeFileSync(
  new URL("../results/object-store.md", import.meta.url),
  `# Requests and bytes of \`spillway/spill/s3\`

Counted for a server that heeds conditions: \`node bench/spill/objectStore.mjs\`. The first write of a
sink asks once more. Parts are 8 MiB, windows 8 KiB; prices are those of S3 Standard in us-east-1 (0.005 dollars a thousand
PUT, POST and LIST, 0.0004 a thousand GET and HEAD), without traffic. Bytes are those of objects, records included.

${table.map((cells) => `| ${cells.map((cell) => cell.toLocaleString("en-US")).join(" | ")} |`).join("\n")}
`,
);
s3.destroy();
await app.close();

async function listed(sink, filter) {
  const infos = [];
  for await (const info of sink.list(filter)) infos.push(info);
  return infos;
}
