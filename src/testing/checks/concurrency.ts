/** Writers at the same time. */
import { encodeUtf8 } from "#platform";
import { isSpillError } from "../../spill/error.js";
import { fails, same } from "../expect.js";
import { keep, listedIds, readText, someBytes } from "../tools.js";
import type { Check } from "../types.js";

export const CONCURRENCY_CHECKS: readonly Check[] = [
  {
    name: "keeps one Spill for twenty writers of the same call and content",
    needs: "races",
    async run(open) {
      const sink = await open();
      const writers = Array.from({ length: 20 }, () => keep(sink, { callId: "c" }, ["abc", "def"]));
      const [first, ...others] = await Promise.all(writers);
      for (const ref of others) same("the ref of another writer", ref, first);
      same("what is listed", await listedIds(sink), [first?.id]);
    },
  },
  {
    name: "keeps every content of one call, whoever finishes first",
    async run(open) {
      const sink = await open();
      const contents = Array.from({ length: 20 }, (_, index) => `content ${index % 10}`);
      const refs = await Promise.all(contents.map((content) => keep(sink, { callId: "c" }, [content])));
      for (const [index, ref] of refs.entries()) {
        same(`what is read of ${ref.id}`, await readText(sink, ref.id), contents[index]);
      }
    },
  },
  {
    name: "keeps every content of one call once, whoever finishes first",
    needs: "races",
    async run(open) {
      const sink = await open();
      const contents = Array.from({ length: 20 }, (_, index) => `content ${index % 10}`);
      const refs = await Promise.all(contents.map((content) => keep(sink, { callId: "c" }, [content])));
      same("the Spills that are kept", new Set(refs.map(({ id }) => id)).size, 10);
    },
  },
  {
    name: "never mixes what writers at the same time write",
    async run(open) {
      const sink = await open();
      const names = Array.from({ length: 8 }, (_, index) => String.fromCharCode(97 + index));
      const writers = await Promise.all(names.map((callId) => sink.create({ callId })));
      for (let round = 0; round < 20; round++) {
        await Promise.all(writers.map((writer, index) => writer.write(encodeUtf8(names[index] ?? ""))));
      }
      const refs = await Promise.all(writers.map((writer) => writer.commit()));
      for (const [index, ref] of refs.entries()) {
        same(`what is read of ${ref.id}`, await readText(sink, ref.id), names[index]?.repeat(20));
      }
    },
  },
  {
    name: "gives a reader at the time of a removal all the bytes, or says that they are gone",
    async run(open) {
      const sink = await open();
      const whole = someBytes(100_000);
      const { id } = await keep(sink, { callId: "c" }, [whole]);
      const read = () => sink.read(id).catch((error: unknown) => error);
      const outcomes = [read(), read(), read()];
      const removed = sink.remove(id);
      outcomes.push(read(), read(), read());
      same("what remove says", await removed, true);
      for (const outcome of await Promise.all(outcomes)) {
        if (isSpillError(outcome) && outcome.code === "gone") continue;
        same("what a reader gets meanwhile", outcome, whole);
      }
      await fails("a read afterwards", () => sink.read(id), "gone");
    },
  },
];
