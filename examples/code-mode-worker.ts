// Programs in a worker thread, for code that is trusted not to harm but not to be brief: a worker is no sandbox.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { createBridge, createScriptOutput } from "spillway/code-mode";
import { memorySpill } from "spillway/spill";

const spill = memorySpill();
const output = createScriptOutput({ spill, maxOutputTokens: 100 });
const read_log = (day: unknown) => `day ${day}: ${"all is well\n".repeat(10_000)}day ${day}: FAILED\n`;
const bridge = createBridge({ tools: { read_log }, output, spill });

// The guest's half, over messages: calls are answered, prints are not.
const GUEST = `
  const { parentPort, workerData } = require("node:worker_threads");
  const waiting = new Map();
  parentPort.on("message", ({ id, reply }) => waiting.get(id)(reply));
  const call = (tool, args) => new Promise((resolve) => {
    parentPort.postMessage({ id: waiting.size, tool, args });
    waiting.set(waiting.size, resolve);
  });
  const emit = (what, text) => { parentPort.postMessage({ what, text }); };
  const guest = (0, eval)(workerData.prelude)(call, emit);
  guest.run((0, eval)(workerData.program)).then((end) => parentPort.postMessage({ end }));`;

async function run(program: string) {
  const worker = new Worker(GUEST, { eval: true, workerData: { prelude: bridge.prelude, program } });
  let end = "";
  worker.on("message", async (message) => {
    if ("tool" in message) {
      await bridge.call(message.tool, message.args, (reply) => worker.postMessage({ id: message.id, reply }));
    } else if ("end" in message) {
      end = message.end;
      await worker.terminate();
    } else if (output.error === undefined) {
      bridge.emit(message.what, message.text);
      if (output.error !== undefined) await worker.terminate(); // it has printed too much
    }
  });
  await once(worker, "exit");
  bridge.close();
  return bridge.finish(end);
}

const outcome = await run(`async ({ tools, text }) => {
  const logs = await Promise.all([1, 2, 3].map((day) => tools.read_log(day)));
  text(logs.flatMap((log) => log.split("\\n")).filter((line) => line.endsWith("FAILED")).join("\\n"));
  return logs.join("").length;
}`);
const { content } = await output.finish(outcome);
console.log(content, bridge.records());
assert.deepEqual(content[0], { type: "text", text: "day 1: FAILED\nday 2: FAILED\nday 3: FAILED\n" });
assert.ok(bridge.records().every(({ status, deliveredBytes }) => status === "delivered" && deliveredBytes > 100_000));

// A program that never stops printing is ended at the cap, and what it printed is kept.
const endless = await run("async ({ text }) => { for (;;) text('again'); }");
assert.ok(!endless.ok && endless.error.kind === "capacity");
