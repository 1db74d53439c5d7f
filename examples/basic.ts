// A tool's huge result: bounded for the model, kept whole in memory, read back piece by piece.
import assert from "node:assert/strict";
import { boundResult, computeBound, headroom } from "spillway";
import { memorySpill, readSpill } from "spillway/spill";
import { toWellFormed } from "spillway/text";

const spill = memorySpill();
const log = Array.from({ length: 200_000 }, (_, index) => `${index + 1} ok 🟡`).join("\n");

// What the model has left decides how much of the result it gets.
const limits = computeBound({
  headroom: headroom({ contextWindow: 200_000, reserveTokens: 16_384, usedTokens: 180_000 }),
});
const { text, spill: kept } = await boundResult(log, {
  limits,
  spill,
  meta: { tool: "test", sessionId: "demo", seq: 1, callId: "call_1" },
});
console.log(text.slice(-400));
assert.ok(Buffer.byteLength(text) <= limits.maxBytes);
assert.equal(text, toWellFormed(text));

// What was left out is in the Spill, byte for byte.
assert.ok(kept.state === "kept");
assert.equal(kept.ref.bytes, Buffer.byteLength(log));
const window = await readSpill(spill, kept.ref.id, { lines: { from: 123_456, count: 2 } }, { maxBytes: 100 });
assert.ok(!("gone" in window));
console.log(window.text);
assert.equal(window.text, "123456 ok 🟡\n123457 ok 🟡\n");
