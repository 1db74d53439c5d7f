/** Which content gets which id. */
import { holds, includes, same } from "../expect.js";
import { keep, listedIds, readText, sha256 } from "../tools.js";
import type { Check } from "../types.js";

const CALL = { sessionId: "s", seq: 7, tool: "bash", callId: "c" };

export const ID_CHECKS: readonly Check[] = [
  {
    name: "finds the same Spill again when a call is replayed with the same content",
    async run(open) {
      const sink = await open();
      const ref = await keep(sink, CALL, ["abc"]);
      same("the ref of the replay", await keep(sink, CALL, ["a", "bc"]), ref);
      same("what is listed", await listedIds(sink), [ref.id]);
    },
  },
  {
    name: "appends 16 digits of the digest to the id for other content of the same call",
    async run(open) {
      const sink = await open();
      const first = await keep(sink, CALL, ["abc"]);
      const other = await keep(sink, CALL, ["abd"]);
      same("the id of other content", other.id, `${first.id}-${sha256("abd").slice(0, 16)}`);
      same("the ref of its replay", await keep(sink, CALL, ["abd"]), other);
      same("what is read of the first", await readText(sink, first.id), "abc");
      same("what is read of the other", await readText(sink, other.id), "abd");
    },
  },
  {
    name: "lets the digest take the place of a call that has no name",
    async run(open) {
      const sink = await open();
      const first = await keep(sink, { tool: "bash" }, ["abc"]);
      const other = await keep(sink, { tool: "bash" }, ["abd"]);
      holds(`two contents without call id and seq must not share an id: ${first.id}`, first.id !== other.id);
      // The first comer's id would otherwise depend on the order in which they came.
      holds(`no id is made from that of other content: ${other.id}`, !other.id.startsWith(first.id));
      same("the ref of the first content again", await keep(sink, { tool: "bash" }, ["abc"]), first);
    },
  },
  {
    name: "tells apart every session, seq, tool and call id",
    async run(open) {
      const sink = await open();
      const calls = [CALL, { ...CALL, sessionId: "t" }, { ...CALL, seq: 8 }, { ...CALL, tool: "grep" }];
      calls.push({ ...CALL, callId: "d" });
      const ids: string[] = [];
      for (const call of calls) ids.push((await keep(sink, call, ["abc"])).id);
      same("different ids of different calls with the same content", new Set(ids).size, calls.length);
    },
  },
  {
    name: "never lets a part pass for a whole with the same bytes, nor JSON for text",
    async run(open) {
      const sink = await open();
      const refs = [
        await keep(sink, { callId: "c" }, ["abc"]),
        await keep(sink, { callId: "c" }, ["abc"], { incomplete: true }),
        await keep(sink, { callId: "c" }, ["abc"], { incomplete: true, totalBytes: 9 }),
        await keep(sink, { callId: "c", mediaType: "application/json" }, ["abc"]),
      ];
      same("different ids", new Set(refs.map(({ id }) => id)).size, refs.length);
      for (const ref of refs) includes("what stat tells", await sink.stat(ref.id), ref);
    },
  },
  {
    name: "gives the id of a removed Spill again to the same content, and to no other",
    async run(open) {
      const sink = await open();
      const first = await keep(sink, { callId: "c" }, ["abc"]);
      await sink.remove(first.id);
      const other = await keep(sink, { callId: "c" }, ["abd"]);
      holds("the id of a removed Spill was given to other content", other.id !== first.id);
      includes("what stat tells of the removed one", await sink.stat(first.id), { gone: true });
      same("the ref of the same content again", await keep(sink, { callId: "c" }, ["abc"]), first);
      same("what is read of it", await readText(sink, first.id), "abc");
    },
  },
];
