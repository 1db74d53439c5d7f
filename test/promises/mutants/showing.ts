/** Faults in what a View shows: P1, P2, P3 and P6. */
import type { Mutation } from "../mutant.js";
import { around, edit, limitsBy, view } from "./plant.js";

export const SHOWING: Readonly<Record<string, readonly Mutation[]>> = {
  "p01-fits": [
    {
      fault: "the notice is not counted",
      wrap: around(
        (bound) => (result, options) =>
          bound(result, { ...options, noticeAllowance: { maxBytes: 300, maxChars: 300, maxLines: 2, maxTokens: 150 } }),
      ),
    },
    {
      fault: "one more than the limit",
      wrap: around((bound) => (result, options) => {
        return bound(result, { ...options, limits: limitsBy(options.limits, (limit) => limit + 1) });
      }),
    },
    {
      fault: "cut at the limit exactly",
      edit: edit("text/fits.ts", "size.bytes > room.bytes", "size.bytes >= room.bytes"),
    },
    {
      fault: "a stream is cut at the limit exactly",
      edit: edit(
        "text/gather.ts",
        "head.length === 0 && all.bytes <= room.bytes",
        "head.length === 0 && all.bytes < room.bytes",
      ),
    },
    {
      fault: "one line more than the limit",
      edit: edit("text/fits.ts", "size.lines > room.lines", "size.lines > room.lines + 1"),
    },
    {
      fault: "no rung between all and nothing",
      edit: edit("bound/notice.ts", '() => frame(inBrief(facts)[0] ?? "cut"),', ""),
    },
    {
      fault: "the notice may take all",
      edit: edit("bound/render.ts", "content[unit] * 2 >= room[unit]", "content[unit] * 50 >= room[unit]"),
    },
  ],
  "p02-well-formed": [
    {
      fault: "lone surrogates are left where nothing is cut",
      edit: edit("bound/render.ts", "const wellFormed = toWellFormed(kept);", "const wellFormed = kept;"),
    },
    {
      fault: "lone surrogates are left where something is cut",
      edit: edit("bound/render.ts", "map((side) => toWellFormed(side))", "map((side) => side)"),
    },
    {
      fault: "a pair is parted",
      edit: edit(
        "text/wellFormed.ts",
        "isHighSurrogate(text.charCodeAt(index - 1))",
        "false && isHighSurrogate(text.charCodeAt(index - 1))",
      ),
    },
    {
      fault: "the head ends inside an escape sequence",
      edit: edit("bound/render.ts", "const head = trimEnd(kept.head);", "const head = kept.head;"),
    },
    {
      fault: "the tail begins inside an escape sequence",
      edit: edit("bound/render.ts", "trimStart(kept.tail, source)", "kept.tail"),
    },
    {
      fault: "a last unit is dropped",
      wrap: view(({ text, truncated }) => ({
        text: truncated ? text.slice(0, -1) + text.slice(-1).replace("]", "\ud83d") : text,
      })),
    },
  ],
  "p03-exact": [
    {
      fault: "a marker counts wrong",
      edit: edit("text/words.ts", 'amount(bytes, "byte")} omitted', 'amount(bytes + 1, "byte")} omitted'),
    },
    {
      fault: "a final line end counts as a line",
      edit: edit("text/source.ts", 'suffix.endsWith("\\n") ? total.lines : total.lines - 1', "total.lines"),
    },
    {
      fault: "a notice tells the wrong size of the whole",
      edit: edit(
        "bound/notice.ts",
        'const least = isLowerBound(facts) ? "at least " : "";',
        'const least = ""; total = { ...total, lines: total.lines + 1 };',
      ),
    },
    {
      fault: "chunks are decoded one by one",
      wrap: around(
        (bound) => (result, options) =>
          bound(Array.isArray(result) || result instanceof Uint8Array ? result : decodedApart(result), options),
      ),
    },
    {
      fault: "a lower bound is told as the truth",
      edit: edit(
        "bound/take.ts",
        "const totalIsLowerBound = sourceError !== undefined || isCutUpstream || isNested;",
        "const totalIsLowerBound = isCutUpstream || isNested;",
      ),
    },
    {
      fault: "a line that both sides share counts twice",
      edit: edit("text/source.ts", "keptNewlines === newlines ? 1 : 0", "keptNewlines === newlines ? 0 : 0"),
    },
    {
      fault: "what a stream's middle had is not counted",
      edit: edit(
        "text/gather.ts",
        "const total = { bytes: all.bytes",
        "const total = { bytes: gap ? all.bytes - 1 : all.bytes",
      ),
    },
    {
      fault: "the tail lacks a character",
      wrap: ({ cut }) => ({
        cut: ((...all: Parameters<typeof cut>) => {
          const made = cut(...all);
          return { ...made, tail: made.tail.slice(1) };
        }) as typeof cut,
      }),
    },
  ],
  "p06-fills": [
    {
      fault: "half of the limit is left unused",
      wrap: around(
        (bound) => (result, options) =>
          bound(result, {
            ...options,
            limits: limitsBy(options.limits, (limit) => Math.floor(limit / 2)),
          }),
      ),
    },
    {
      fault: "a line that is too long is left out",
      edit: edit(
        "text/boundary.ts",
        "if (lineStart === 0) return keepCrlf(text, end, -1);",
        "if (lineStart === 0) return 0;",
      ),
    },
    {
      fault: "a share that is not used is lost",
      edit: edit("text/sides.ts", "const head = longerHead(prefix, first, left, snap);", "const head = first;"),
    },
    { fault: "an error keeps its head", edit: edit("bound/options.ts", "? 0.2 : 0.5;", "? 0.8 : 0.5;") },
    {
      fault: "JSON loses every second record",
      edit: edit(
        "json/cut/cutLocated.ts",
        "shrinkLocated(located, units - aroundUnits, options)",
        "shrinkLocated(located, Math.floor((units - aroundUnits) * 0.7), options)",
      ),
    },
    {
      fault: "one side alone is shown",
      wrap: around(
        (bound) => (result, options) =>
          bound(result, {
            ...options,
            ...(options.keep === undefined || options.keep === "ends" ? { keep: "tail" } : {}),
          }),
      ),
    },
  ],
};

/** Each chunk of bytes as if no other were there. */
async function* decodedApart(result: unknown): AsyncGenerator<string> {
  if (typeof result === "string") {
    yield result;
    return;
  }
  for await (const chunk of result as AsyncIterable<string | Uint8Array | { data: string | Uint8Array }>) {
    const data = typeof chunk === "object" && "data" in chunk ? chunk.data : chunk;
    yield typeof data === "string" ? data : Buffer.from(data).toString();
  }
}
