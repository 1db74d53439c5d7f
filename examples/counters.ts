/**
 * Counters from events: how many results were cut, what was kept, what was read back. Events have sizes and reasons, never
 * content, so that they can go to any metrics system.
 */
import assert from "node:assert/strict";
import { boundResult, readTools, type SpillwayEvent } from "spillway";
import { memorySpill } from "spillway/spill";

const counters = new Map<string, number>();
const count = (name: string, by = 1) => counters.set(name, (counters.get(name) ?? 0) + by);

function onEvent(event: SpillwayEvent): void {
  count(event.type);
  if (event.type === "bounded") {
    if (event.truncated) count(`cut by ${event.limitedBy}`);
    count("bytes from tools", event.sourceBytes);
    count("bytes to the model", event.viewBytes);
  }
  if (event.type === "read") count("bytes read back", event.windowBytes);
  if (event.type === "failed") count(`failed: ${event.code}`);
}

const spill = memorySpill();
const log = Array.from({ length: 20_000 }, (_, line) => `${line} ok\n`).join("");
const { spill: state } = await boundResult(log, { limits: { maxBytes: 4096 }, spill, onEvent });
await boundResult("short", { limits: { maxBytes: 4096 }, spill, onEvent });
assert(state.state === "kept");
const [read] = readTools(spill, { onEvent });
await read.handler({ id: state.ref.id, line: 10_000, lines: 20 });

for (const [name, value] of counters) console.log(`${name}: ${value}`);
assert.equal(counters.get("bounded"), 2);
assert.equal(counters.get("cut by bytes"), 1);
assert.equal(counters.get("spilled"), 1);
assert.equal(counters.get("read"), 1);
assert((counters.get("bytes to the model") ?? 0) <= 4096 + 5);
