/** Listing. */
import { same } from "../expect.js";
import { keep, listed, listedIds } from "../tools.js";
import type { Check } from "../types.js";

export const LIST_CHECKS: readonly Check[] = [
  {
    name: "lists every Spill once, as stat tells it",
    async run(open) {
      const sink = await open();
      same("what an empty store lists", await listed(sink), []);
      const ids: string[] = [];
      for (let seq = 0; seq < 30; seq++) ids.push((await keep(sink, { seq, sessionId: `${seq % 3}` }, [`${seq}`])).id);
      await keep(sink, { seq: 0, sessionId: "0" }, ["0"]); // a replay
      same("the ids that are listed", await listedIds(sink), ids.sort());
      for (const info of await listed(sink)) same(`what list tells of ${info.id}`, info, await sink.stat(info.id));
    },
  },
  {
    name: "lists a session's Spills by its exact name",
    async run(open) {
      const sink = await open();
      const names = ["a/b", "a-b", "A/B", "a b", "a/b ", "", "default", undefined];
      const ids = new Map<string | undefined, string>();
      for (const sessionId of names) ids.set(sessionId, (await keep(sink, { sessionId, tool: "t" }, ["x"])).id);
      for (const sessionId of names) {
        const expected = sessionId === undefined ? [...ids.values()].sort() : [ids.get(sessionId)];
        same(`the ids listed for session ${JSON.stringify(sessionId)}`, await listedIds(sink, { sessionId }), expected);
      }
      same("the ids listed for a session without Spills", await listedIds(sink, { sessionId: "a" }), []);
    },
  },
  {
    name: "goes on listing when Spills are removed meanwhile",
    async run(open) {
      const sink = await open();
      const ids: string[] = [];
      for (let seq = 0; seq < 5; seq++) ids.push((await keep(sink, { seq }, ["x"])).id);
      const seen: string[] = [];
      for await (const { id } of sink.list()) {
        seen.push(id);
        if (seen.length === 1) for (const other of ids) if (other !== id) await sink.remove(other);
      }
      same("the ids listed, each once", seen.length, new Set(seen).size);
      same("the ids that are left", await listedIds(sink), seen.slice(0, 1));
    },
  },
];
