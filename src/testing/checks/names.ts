/** Names that tools and models choose, and ids that nobody gave out. */
import { isSpillId } from "../../spill/id.js";
import type { SpillMeta } from "../../spill/types.js";
import { fails, holds, includes, same } from "../expect.js";
import { keep, listedIds, readText } from "../tools.js";
import type { Check } from "../types.js";

export const NAME_CHECKS: readonly Check[] = [
  {
    name: "gives a well-formed id to hostile names, and the names back as they were",
    async run(open) {
      const sink = await open();
      for (const name of HOSTILE_NAMES) {
        const meta: SpillMeta = { tool: name, callId: name, sessionId: name, mediaType: name, encoding: name };
        const { id } = await keep(sink, meta, [name, "!"]);
        holds(`an id must match [a-z0-9._-]{1,96} and begin with no dot, got ${id}`, isSpillId(id));
        includes(`what stat tells of ${id}`, await sink.stat(id), { id, meta });
        holds(`the content of ${id}`, (await readText(sink, id)).endsWith("!"));
      }
    },
  },
  {
    name: "tells apart calls whose names look alike once made safe",
    async run(open) {
      const sink = await open();
      for (const field of ["tool", "sessionId", "callId"] as const) {
        const ids: string[] = [];
        for (const name of LOOK_ALIKES) ids.push((await keep(sink, { seq: 1, [field]: name }, ["x"])).id);
        same(`different ids of different values of ${field}`, new Set(ids).size, LOOK_ALIKES.length);
      }
    },
  },
  {
    name: "knows nothing of an id that it did not give out",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, { callId: "c" }, ["abc"]);
      for (const unknown of ["unknown", "key", `${id}x`, id.slice(0, -1), `${id}-0123456789abcdef`]) {
        same(`what stat tells of ${unknown}`, await sink.stat(unknown), undefined);
        same(`what remove says of ${unknown}`, await sink.remove(unknown), false);
        await fails(`a read of ${unknown}`, () => sink.read(unknown), "not_found");
      }
      same("what is listed", await listedIds(sink), [id]);
    },
  },
  {
    name: "knows nothing of a text that is no id",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, { callId: "c" }, ["abc"]);
      for (const text of [...HOSTILE_NAMES, `spill://${id}`, `./${id}`, `${id}/`, id.toUpperCase(), `${id}\0`]) {
        if (text === id) continue;
        const shown = JSON.stringify(text.slice(0, 40));
        same(`what stat tells of ${shown}`, await sink.stat(text), undefined);
        same(`what remove says of ${shown}`, await sink.remove(text), false);
        await fails(`a read of ${shown}`, () => sink.read(text), "not_found");
      }
      same("what is listed", await listedIds(sink), [id]);
    },
  },
  {
    name: "repeats neither names nor ids in the words of an error",
    async run(open) {
      const sink = await open();
      const writer = await sink.create({ tool: SECRET, callId: SECRET });
      await writer.write(new Uint8Array(3));
      const { id } = await writer.commit();
      await sink.remove(id);
      for (const work of [() => sink.read(id), () => sink.read(SECRET), () => writer.commit()]) {
        const error: unknown = await work().then(
          () => undefined,
          (caught: unknown) => caught,
        );
        const words = error instanceof Error ? error.message.toLowerCase() : "";
        holds(`expected an error that has words, got ${String(error)}`, words !== "");
        const isSilent = !words.includes(SECRET) && (id.length < 8 || !words.includes(id));
        holds(`an error repeats what it was handed: ${words}`, isSilent);
      }
    },
  },
];

const SECRET = "sesame-opens-0123";

const LOOK_ALIKES: readonly string[] = ["a/b", "a b", "A/B", "a\0b", "a\nb", "a\ud800b", "a\udfffb", "a-b"];

const HOSTILE_NAMES: readonly string[] = [
  "",
  "..",
  ".",
  ".hidden",
  "../../x",
  "/etc/passwd",
  "C:\\x",
  "CON",
  "nul.txt",
  "a\0b",
  "a\nb",
  "\ud800",
  "a".repeat(97), // one more than an id can have
  "x".repeat(1400),
  "../".repeat(500),
  "-rf",
  "--",
  "%2e%2e%2f",
  "ÄÖÜ",
  "日本語",
  "\u212a", // Kelvin sign, whose lower case is an ASCII k
  "a:b*?<>|",
  "__proto__",
  "constructor",
  ".spillway",
];
