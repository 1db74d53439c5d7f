/** Removing, and what is known afterwards. */
import type { SpillGone } from "../../spill/types.js";
import { fails, holds, includes, same } from "../expect.js";
import { keep, listedIds, readText } from "../tools.js";
import type { Check } from "../types.js";

export const REMOVAL_CHECKS: readonly Check[] = [
  {
    name: "leaves a tombstone that says what went",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, { tool: "bash", callId: "c" }, ["abc"]);
      const bare = await keep(sink, {}, ["abc"]);
      for (const each of [id, bare.id]) same(`what remove says of ${each}`, await sink.remove(each), true);
      const gone = (await sink.stat(id)) as SpillGone;
      includes("the tombstone", gone, { gone: true, id, bytes: 3, tool: "bash", reason: "removed" });
      const isToday = Math.abs(Date.now() - gone.goneAt) < 86_400_000;
      holds(`goneAt must be a time of today in milliseconds, got ${gone.goneAt}`, isToday);
      holds("a tombstone without tool must have no such field", !("tool" in Object(await sink.stat(bare.id))));
    },
  },
  {
    name: "reads and lists no more what was removed, and keeps the rest",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, { tool: "a" }, ["abc"]);
      const other = await keep(sink, { tool: "b" }, ["abc"]); // the same bytes
      await sink.remove(id);
      await fails("a read of a removed Spill", () => sink.read(id), "gone");
      await fails("a read of a part of a removed Spill", () => sink.read(id, { start: 0, end: 1 }), "gone");
      same("what is listed", await listedIds(sink), [other.id]);
      same("what is read of the other", await readText(sink, other.id), "abc");
    },
  },
  {
    name: "removes a Spill once, and once more after it was kept again",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, { callId: "c" }, ["abc"]);
      same("what remove says", await sink.remove(id), true);
      same("what remove says the second time", await sink.remove(id), false);
      await keep(sink, { callId: "c" }, ["abc"]);
      same("what remove says of a Spill that was kept again", await sink.remove(id), true);
      await fails("a read after it", () => sink.read(id), "gone");
    },
  },
];
