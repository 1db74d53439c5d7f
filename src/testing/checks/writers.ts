/** From create to commit or abort. */
import { encodeUtf8 } from "#platform";
import type { SpillEnd, SpillMeta } from "../../spill/types.js";
import { fails, includes, refuses, same } from "../expect.js";
import { keep, listedIds, readText } from "../tools.js";
import type { Check } from "../types.js";

export const WRITER_CHECKS: readonly Check[] = [
  {
    name: "shows nothing of a Spill before its commit",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, { callId: "c" }, ["abc"]);
      await sink.remove(id); // so that the id is known beforehand
      const writer = await sink.create({ callId: "c" });
      await writer.write(encodeUtf8("abc"));
      same("what is listed before the commit", await listedIds(sink), []);
      includes("what stat tells before the commit", await sink.stat(id), { gone: true });
      await fails("a read before the commit", () => sink.read(id), "gone");
      includes("the ref", await writer.commit(), { id });
      same("what is listed after the commit", await listedIds(sink), [id]);
      same("what is read after the commit", await readText(sink, id), "abc");
    },
  },
  {
    name: "takes nothing after commit, and keeps what was committed",
    async run(open) {
      const sink = await open();
      const writer = await sink.create({ callId: "c" });
      await writer.write(encodeUtf8("abc"));
      const { id } = await writer.commit();
      await fails("a write after commit", () => writer.write(encodeUtf8("d")), "closed");
      await fails("a second commit", () => writer.commit(), "closed");
      await writer.abort();
      same("what is listed after an abort that came too late", await listedIds(sink), [id]);
      same("what is read after an abort that came too late", await readText(sink, id), "abc");
    },
  },
  {
    name: "keeps nothing of an aborted Spill, and takes nothing after abort",
    async run(open) {
      const sink = await open();
      const writer = await sink.create({ callId: "c" });
      writer.write(encodeUtf8("abc")).catch(() => undefined); // whether it is written first is the store's affair
      await writer.abort();
      await writer.abort();
      await fails("a write after abort", () => writer.write(encodeUtf8("d")), "closed");
      await fails("a commit after abort", () => writer.commit(), "closed");
      same("what is listed after abort", await listedIds(sink), []);
      const { id } = await keep(sink, { callId: "c" }, ["other"]);
      same("what is read of the same call's next Spill", await readText(sink, id), "other");
    },
  },
  {
    name: "calls a Spill partial if its source broke, or if more bytes are known than came",
    async run(open) {
      const sink = await open();
      for (const [end, expected] of ENDS) {
        const ref = await keep(sink, {}, ["abc"], end);
        includes(`the ref of 3 bytes that end with ${JSON.stringify(end)}`, ref, { bytes: 3, ...expected });
        includes(`what stat tells of it`, await sink.stat(ref.id), expected);
      }
    },
  },
  {
    name: "refuses a meta that makes no sense",
    async run(open) {
      const sink = await open();
      const create = (meta: unknown) => () => sink.create(meta as SpillMeta);
      await refuses("no meta", create(undefined), "TypeError", "meta");
      await refuses("a number for a tool", create({ tool: 1 }), "TypeError", "tool");
      await refuses("null for a call id", create({ callId: null }), "TypeError", "callId");
      await refuses("a text for a seq", create({ seq: "1" }), "TypeError", "seq");
      await refuses("a seq of -1", create({ seq: -1 }), "RangeError", "seq");
      await refuses("a seq of 1.5", create({ seq: 1.5 }), "RangeError", "seq");
    },
  },
  {
    name: "refuses a chunk or an end that makes no sense, and goes on",
    async run(open) {
      const sink = await open();
      const writer = await sink.create({});
      await writer.write(encodeUtf8("ab"));
      await refuses("a text for a chunk", () => writer.write("x" as unknown as Uint8Array), "TypeError", "chunk");
      await refuses("a totalBytes of -1", () => writer.commit({ totalBytes: -1 }), "RangeError", "totalBytes");
      const noBoolean = { incomplete: 1 } as unknown as SpillEnd;
      await refuses("an incomplete of 1", () => writer.commit(noBoolean), "TypeError", "incomplete");
      await writer.write(encodeUtf8("c"));
      const ref = await writer.commit();
      includes("the ref", ref, { bytes: 3, complete: true });
      same("what is read", await readText(sink, ref.id), "abc");
    },
  },
];

const ENDS: readonly (readonly [SpillEnd | undefined, object])[] = [
  [undefined, { complete: true, totalBytes: 3 }],
  [{ totalBytes: 2 }, { complete: true, totalBytes: 3 }],
  [{ totalBytes: 3 }, { complete: true, totalBytes: 3 }],
  [{ totalBytes: 4 }, { complete: false, totalBytes: 4 }],
  [{ incomplete: true }, { complete: false, totalBytes: 3 }],
  [
    { incomplete: true, totalBytes: 9 },
    { complete: false, totalBytes: 9 },
  ],
];
