// A fleet keeps its Spills in a bucket: one harness bounds a stream of 30 MB, another one, which knows the session, reads from it.
import assert from "node:assert/strict";
import { S3 } from "@aws-sdk/client-s3";
import { buildApp } from "fauxqs";
import { boundResult } from "spillway";
import { readSpill, scoped } from "spillway/spill";
import { s3Spill } from "spillway/spill/s3";

// A server of S3's protocol in this process, to have one. Yours is at the end of your own client.
const server = buildApp({ logger: false });
const endpoint = await server.listen({ port: 0, host: "127.0.0.1" });
const credentials = { accessKeyId: "example", secretAccessKey: "example" };
const client = new S3({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
await client.createBucket({ Bucket: "my-spills" });

const harness = () => s3Spill({ client, bucket: "my-spills", prefix: "agents/", key: "of the whole fleet" });

async function* log(): AsyncGenerator<string> {
  for (let first = 1; first <= 1_000_000; first += 1000) {
    yield Array.from({ length: 1000 }, (_, index) => `request ${first + index} took 12 ms\n`).join("");
  }
}

const meta = { tool: "logs", sessionId: "session-1", seq: 4, callId: "call_4" };
const { text, spill } = await boundResult(log(), { limits: { maxBytes: 600 }, spill: harness(), meta });
console.log(text);
assert.ok(spill.state === "kept");
assert.ok(Buffer.byteLength(text) <= 600 && !text.includes("127.0.0.1"));

// The session goes on elsewhere: its reader sees what is its own, and moves no more than the windows need.
const reader = scoped(harness(), { sessionId: "session-1" });
const window = await readSpill(reader, spill.ref.id, { search: { pattern: "request 765432 " } }, { maxBytes: 200 });
assert.ok(!("gone" in window));
console.log(window.text);
assert.match(window.text, /request 765432 took 12 ms/);
const stranger = scoped(harness(), { sessionId: "session-2" });
assert.equal(await stranger.stat(spill.ref.id), undefined);

client.destroy();
await server.close();
