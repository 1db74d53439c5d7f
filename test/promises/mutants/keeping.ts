/** Faults in what is kept, and in what is said of it: P4, P5 and P10. */
import type { SpillSink } from "spillway";
import type { Mutation } from "../mutant.js";
import { around, edit } from "./plant.js";

export const KEEPING: Readonly<Record<string, readonly Mutation[]>> = {
  "p04-lossless": [
    {
      fault: "what came before the store was opened is lost",
      edit: edit("bound/spiller.ts", "for (const bytes of held) await writer.write(bytes);", ""),
    },
    {
      fault: "the text is kept, not the bytes",
      edit: edit(
        "text/reader.ts",
        "const raw = this.wantRaw && bytes.length > 0 ? [bytes] : [];",
        'const raw = this.wantRaw && content.length > 0 ? [typeof content === "string" ? encodeUtf8(content) : content] : [];',
      ),
    },
    {
      fault: "what was only altered is not kept",
      edit: edit(
        "bound/take.ts",
        'if (fits && !isChanged && !isBroken) return { state: "none" };',
        'if (fits && !isBroken) return { state: "none" };',
      ),
    },
    {
      fault: "announced before it is committed",
      wrap: around(
        (bound) => (result, options) =>
          bound(result, options.spill === undefined ? options : { ...options, spill: hasty(options.spill) }),
      ),
    },
    {
      fault: "the end of a broken source is not kept",
      edit: edit(
        "bound/source.ts",
        "for (const reading of read(() => reader.end())) {",
        "if (failure === undefined) for (const reading of read(() => reader.end())) {",
      ),
    },
    {
      fault: "a window begins a byte late",
      wrap: ({ readSpill }) => ({
        readSpill: async (sink, id, request, ...rest) =>
          readSpill(
            sink,
            id,
            request.bytes !== undefined && request.bytes.from > 0
              ? { bytes: { from: request.bytes.from + 1 } }
              : request,
            ...rest,
          ),
      }),
    },
    {
      fault: "the last window is forgotten",
      wrap: ({ readSpill }) => ({
        readSpill: async (...all) => {
          const window = await readSpill(...all);
          if ("gone" in window || window.next === undefined || window.total - window.range.end > 40) return window;
          const { next: _, ...last } = window;
          return last;
        },
      }),
    },
  ],
  "p05-honest": [
    {
      fault: "a store's words come into the outcome",
      edit: edit(
        "bound/spiller.ts",
        'return state ?? { state: "failed", code: failure?.code ?? "io" };',
        'return state ?? { state: "failed", code: String((failure?.cause as Error | undefined)?.message ?? "io") as "io" };',
      ),
    },
    {
      fault: "a source's words come into the outcome",
      edit: edit(
        "bound/source.ts",
        "{ name: nameOf(failure.error) }",
        '{ name: String((failure.error as Error | undefined)?.message ?? "Error") }',
      ),
    },
    {
      fault: "imitations are left alone",
      edit: edit("bound/trust/neutralise.ts", "keepsMarkers && MARKER.test(words) ? found", "true ? found"),
    },
    { fault: "only exact imitations are found", edit: edit("bound/trust/neutralise.ts", "String.raw`\\p{Cf}*`", '""') },
    {
      fault: "a part is called complete",
      edit: edit("bound/notice.ts", 'if (ref.complete) return "complete output";', 'return "complete output";'),
    },
    {
      fault: "a path is told to who cannot read one",
      edit: edit("bound/notice.ts", 'canRead === "path" && ref.path !== undefined', "ref.path !== undefined"),
    },
    {
      fault: "a path that does not open",
      edit: edit(
        "bound/notice.ts",
        "isOneLine(ref.path)) return",
        'isOneLine(ref.path)) return "in /nowhere"; if (false) return',
      ),
    },
    {
      fault: "a failure is not said",
      edit: edit(
        "bound/notice.ts",
        'case "failed":\n      return ["the rest could not be kept"];',
        'case "failed":\n      return ["cut"];',
      ),
    },
    {
      fault: "another exit code",
      edit: edit(
        "bound/notice.ts",
        "if (exitCode !== undefined) words",
        'if (exitCode === 137) words.push("exit code 1"); else if (exitCode !== undefined) words',
      ),
    },
  ],
  "p10-store": [
    { fault: "a writer is left open", edit: edit("bound/spiller.ts", "await dropped?.abort();", "") },
    {
      fault: "a failing abort comes out",
      edit: edit(
        "bound/spiller.ts",
        "    try {\n      await dropped?.abort();\n    } catch {\n      // The failure that led here is the one to tell.\n    }",
        "    await dropped?.abort();",
      ),
    },
    {
      fault: "nobody waits for abort",
      edit: edit("bound/spiller.ts", "await dropped?.abort();", "void (async () => dropped?.abort())();"),
    },
    {
      fault: "a failure lets all through",
      wrap: around((bound) => (result, options) => bound(result, { ...options, onSpillFailure: "pass" })),
    },
    {
      fault: "a failure is never thrown",
      wrap: around(
        (bound) => (result, options) =>
          bound(result, {
            ...options,
            onSpillFailure: options.onSpillFailure === "throw" ? "cut" : options.onSpillFailure,
          }),
      ),
    },
    {
      fault: "a failure is always thrown",
      wrap: around((bound) => (result, options) => bound(result, { ...options, onSpillFailure: "throw" })),
    },
    {
      fault: "any ref is believed",
      edit: edit("bound/spiller.ts", 'if (!namesSpill(ref)) throw new SpillError("io");', ""),
    },
  ],
};

/** A store that says where a Spill is before it is there. */
function hasty(sink: SpillSink): SpillSink {
  return {
    ...sink,
    async create(meta) {
      const writer = await sink.create(meta);
      return {
        ...writer,
        async commit() {
          setTimeout(() => void writer.commit(), 0);
          return { id: "soon", uri: "spill://soon", bytes: 1, totalBytes: 1, sha256: "", complete: true };
        },
      };
    },
  };
}
