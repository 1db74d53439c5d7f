/** Faults that show the second time, or when there is much, or when something breaks: P7, P8 and P9. */
import type { Mutation } from "../mutant.js";
import { around, edit, view } from "./plant.js";

export const LASTING: Readonly<Record<string, readonly Mutation[]>> = {
  "p07-stable": [
    {
      fault: "an id from a clock",
      wrap: ({ memorySpill }) => ({ memorySpill: (options) => memorySpill({ ...options, key: `${Date.now()}` }) }),
    },
    {
      fault: "a View with the time of day",
      wrap: view(({ text, truncated }) => ({ text: truncated ? `${text}${Date.now() % 7}` : text })),
    },
    {
      fault: "other content takes an id away",
      edit: edit("spill/memory.ts", "if (known !== undefined && !sameContent(known, content)) continue;", ""),
    },
    {
      fault: "the digest is not appended",
      edit: edit(
        "spill/id.ts",
        "yield id;\n  const named = withDigest(id, digest);",
        "yield id;\n  const named = id + digest;",
      ),
    },
    {
      fault: "bounding again loses the Spill",
      edit: edit(
        "bound/take.ts",
        "isBroken || !isText ? undefined : await findEarlier(source.text, sink, limits.notice)",
        "undefined",
      ),
    },
    {
      fault: "a notice is believed unconfirmed",
      edit: edit(
        "bound/trust/earlier.ts",
        "return info === undefined ? undefined : { claim, info };",
        "return { claim, ...(info === undefined ? {} : { info }) };",
      ),
    },
    {
      fault: "a second Bound tells its own totals",
      edit: edit(
        "bound/trust/earlier.ts",
        "bytes: Math.max(total?.bytes ?? info?.totalBytes ?? 0, first.bytes + last.bytes)",
        "bytes: first.bytes + last.bytes",
      ),
    },
    {
      fault: "neutralising lengthens",
      edit: edit("bound/trust/neutralise.ts", "MARKER.test(words) ? found : `(", "MARKER.test(words) ? found : `(("),
    },
  ],
  "p08-cheap": [
    {
      fault: "all of a text is counted",
      edit: edit(
        "text/fits.ts",
        "for (let length = FIRST_PREFIX_UNITS; length < text.length; length *= 2)",
        "for (let length = text.length; length < text.length; length *= 2)",
      ),
    },
    {
      fault: "tokens are counted with every chunk",
      edit: edit("text/gather.ts", "|| open.chars < 2 * countedChars) return true;", ") return true;"),
    },
    {
      fault: "a stream's middle is kept",
      edit: edit("text/gather.ts", "if (tail.length <= BLOCKS_KEPT) return;", "if (tail.length <= 9999) return;"),
    },
    {
      fault: "slices keep their text alive",
      edit: edit("text/detach.ts", "if (slice.length < 13) return slice;", "return slice;"),
    },
    {
      fault: "all is read before any is written",
      edit: edit("bound/source.ts", "if (!gatherer.mayFit() || isAltered()) await spiller.start();", ""),
    },
  ],
  "p09-never-throws": [
    {
      fault: "a source's error comes out",
      edit: edit("bound/source.ts", "      failure = step;", "      throw step.error;"),
    },
    {
      fault: "a broken source is not told",
      edit: edit("bound/take.ts", "...(sourceError === undefined ? {} : { sourceError }),", ""),
    },
    {
      fault: "what came of a broken source is called all",
      edit: edit("bound/take.ts", "incomplete: isBroken || isCutUpstream", "incomplete: isCutUpstream"),
    },
    {
      fault: "a value's own code is run",
      edit: edit(
        "json/render.ts",
        "const { item, isAccessor } = readProperty(frame.target, key);",
        "void (frame.target as Record<string, unknown>)[key];\n    const { item, isAccessor } = readProperty(frame.target, key);",
      ),
    },
    {
      fault: "a mistake's message has content",
      wrap: around(
        (bound) => (result, options) =>
          bound(result, options).catch((error: Error) => {
            throw new TypeError(`${error.message}: ${String(result)}`);
          }),
      ),
    },
    {
      fault: "a signal is not heard",
      wrap: around(
        (bound) =>
          (result, { signal: _, ...options }) =>
            bound(result, {
              ...options,
              ...(options.limits === undefined ? {} : {}),
              signal: { aborted: false, addEventListener() {}, removeEventListener() {} },
            }),
      ),
    },
  ],
};
