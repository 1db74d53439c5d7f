/** P10, of stores that answer, but not the truth. */
import fc from "fast-check";
import type { SpillRef, SpillSink } from "spillway";
import { SECRET } from "../cases/errors.js";
import { hold } from "../hold.js";
import type { Library } from "../library.js";

/** What a store can say of a Spill that is none. */
const LIES: Readonly<Record<string, (ref: SpillRef) => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  "a text": () => SECRET,
  "an id that is a path": (ref) => ({ ...ref, id: `../${SECRET}`, uri: `spill://../${SECRET}` }),
  "an id of two lines": (ref) => ({ ...ref, id: "a\nb", uri: "spill://a\nb" }),
  "an id that is too long": (ref) => ({ ...ref, id: "x".repeat(97), uri: `spill://${"x".repeat(97)}` }),
  "another's uri": (ref) => ({ ...ref, uri: "spill://other" }),
  "no size": ({ bytes: _, ...ref }) => ref,
  "a size that is no number": (ref) => ({ ...ref, bytes: SECRET }),
  "half a byte": (ref) => ({ ...ref, bytes: 0.5 }),
};

export const liars = (library: Library) =>
  fc.asyncProperty(
    fc.constantFrom(...Object.keys(LIES)),
    fc.integer({ min: 5, max: 400 }),
    fc.boolean(),
    async (lie, length, isStream) => {
      const honest = library.memorySpill({ key: "k" });
      const spill = {
        ...honest,
        async create(meta) {
          const writer = await honest.create(meta);
          return { ...writer, commit: async (end) => LIES[lie]?.(await writer.commit(end)) as SpillRef };
        },
      } satisfies SpillSink;
      const text = "x".repeat(length);
      const bounded = await library.boundResult(isStream ? [text] : text, { limits: { maxBytes: length - 1 }, spill });
      hold(bounded.spill.state === "failed", "what cannot be true is a failure");
      hold(!bounded.text.includes("spill://") && !bounded.text.includes(SECRET), "nothing of it is announced");
    },
  );
