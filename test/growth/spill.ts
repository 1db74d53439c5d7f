/** Growth of `spillway/spill`, of the store in files, and of what reads from stores. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTools } from "spillway";
import { linearRegex } from "spillway/regex";
import {
  isSpillId,
  memorySpill,
  readSpill,
  type SpillMeta,
  type SpillRequest,
  type SpillSink,
  scoped,
  spillUri,
  sweep,
  toSpillId,
} from "spillway/spill";
import { fileSpill } from "spillway/spill/file";
import { repeated, TEXTS } from "./inputs.js";
import { each, type Row, some } from "./row.js";

interface Kept {
  readonly sink: SpillSink;
  readonly id: string;
}

/** Spills to read, by what is in them. */
const SPILLS: Readonly<Record<string, (size: number) => Promise<Kept>>> = {
  "an endless line": (size) => kept("x".repeat(size)),
  "empty lines": (size) => kept("\n".repeat(size)),
  "short lines": (size) => kept(repeated("xy é\n", size)),
  "bytes that are no text": (size) => kept(Buffer.alloc(size, 0xe4)),
};
const JSONS: Readonly<Record<string, (size: number) => Promise<Kept>>> = {
  "an array of numbers": (size) =>
    kept(JSON.stringify(Array.from({ length: Math.ceil(size / 8) }, (_, index) => index))),
  "an object": (size) =>
    kept(JSON.stringify(Object.fromEntries(Array.from({ length: Math.ceil(size / 16) }, (_, i) => [`k${i}`, i])))),
  "a string": (size) => kept(JSON.stringify("x".repeat(size))),
  "a string of escapes": (size) => kept(JSON.stringify("\u0001".repeat(Math.ceil(size / 6)))),
  "lines of JSON": (size) => kept(repeated('{"a":1}\n', size)),
};
/** Ids and references as anybody may write them. */
const NAMES: Readonly<Record<string, (size: number) => string>> = {
  "a long id": (size) => "a".repeat(size),
  "dots and dashes": (size) => repeated(".-", size),
  "uris of uris": (size) => repeated("spill://", size),
  ...some(TEXTS, "empty lines", "lone surrogates"),
};
/** Metas of so many calls. */
const CALLS: Readonly<Record<string, () => (index: number) => SpillMeta>> = {
  "calls of one session": () => (seq) => ({ sessionId: "s", tool: "t", seq }),
  "the same call, with other results": () => () => ({ sessionId: "s", callId: "c" }),
  "results without a call": () => () => ({}),
};
/** Windows so many that what is done anew for each would show, in Spills so large that no read has all. */
const TILE = { maxBytes: 16_384 };
const SPILL_SIZES = { leastSize: 9 * 2 ** 19 };

export const SPILL_ROWS: readonly Row[] = [
  { of: isSpillId, inputs: each(NAMES, (name) => isSpillId(name)) },
  { of: toSpillId, inputs: each(NAMES, (name) => toSpillId(name)) },
  { of: spillUri, inputs: each(NAMES, (name) => spillUri(name)) },
  ...(
    [
      ["bytes", { bytes: { from: 0 } }],
      ["lines", { lines: { from: 1 } }],
    ] as const
  ).map(
    ([how, request]): Row => ({
      of: readSpill,
      how: `every window, ${how}`,
      inputs: each(SPILLS, (spill) => everyWindow(spill, request)),
      options: SPILL_SIZES,
    }),
  ),
  {
    of: readSpill,
    how: "every window, matches",
    inputs: each(some(SPILLS, "an endless line", "short lines"), (spill) =>
      everyWindow(spill, { search: { pattern: "x", context: 1 } }),
    ),
    options: { leastSize: 9 * 2 ** 16 },
  },
  {
    of: readTools,
    how: "every answer",
    inputs: each(some(SPILLS, "an endless line", "short lines"), ({ sink, id }) => everyAnswer(sink, { id })),
    options: SPILL_SIZES,
  },
  {
    of: readTools,
    how: "every answer of a search",
    inputs: each(some(SPILLS, "an endless line", "short lines"), ({ sink, id }) =>
      everyAnswer(sink, { id, query: "x" }, 1),
    ),
    options: { leastSize: 9 * 2 ** 16 },
  },
  ...["(x+x+)+y", "(a|b|x)*xxy", "^.*é.*$"].map(
    (pattern): Row => ({
      of: linearRegex,
      how: pattern,
      inputs: each(some(TEXTS, "one endless line", "notices in one line", "lone surrogates"), (text) =>
        linearRegex(pattern).find(text),
      ),
      options: { leastSize: 36_000 }, // short lines go to an engine of their own
    }),
  ),
  {
    of: readSpill,
    how: "one window of all",
    inputs: each(SPILLS, ({ sink, id }) => readSpill(sink, id, {}, {})),
  },
  {
    of: readSpill,
    how: "every window of a pointer",
    inputs: each(JSONS, (spill) => everyWindow(spill, { pointer: "" })),
    options: { leastSize: 9 * 2 ** 17 },
  },
  {
    of: readSpill,
    how: "as much context as there is",
    inputs: each(
      {
        "lines before a match": (size) => kept(`${"\n".repeat(size)}x`),
        "lines behind one": (size) => kept(`x${"\n".repeat(size)}`),
      },
      ({ sink, id }, size) => readSpill(sink, id, { search: { pattern: "x", context: size } }, {}),
    ),
  },
  ...[false, true].map(
    (ignoreCase): Row => ({
      of: readSpill,
      how: ignoreCase ? "a long pattern, in any case" : "a long pattern",
      inputs: each(some(SPILLS, "an endless line", "short lines"), ({ sink, id }, size) => {
        // Half of it matches everywhere in an endless line, and then it does not.
        const half = "x".repeat(Math.ceil(size / 32));
        return readSpill(sink, id, { search: { pattern: `${half}y${half}`, ignoreCase } }, {});
      }),
    }),
  ),
  {
    of: memorySpill,
    how: "many small writes",
    inputs: each({ "bytes, one by one": () => 1, "100 bytes": () => 100 }, async (bytes, size) => {
      const writer = await store().create({});
      const chunk = new Uint8Array(bytes);
      for (let at = 0; at < size; at++) await writer.write(chunk);
      return writer.commit();
    }),
  },
  { of: memorySpill, how: "one large write", inputs: each(SPILLS, ({ sink, id }) => sink.read(id)) },
  {
    of: memorySpill,
    how: "many Spills, listed and removed",
    inputs: each(CALLS, async (call, count) => fillAndEmpty(store(), call, count)),
  },
  {
    of: sweep,
    inputs: each(CALLS, async (call, count) => {
      const sink = store();
      await fill(sink, call, count);
      return sweep(sink, { maxTotalBytes: 0, graceSeconds: 0 });
    }),
  },
  {
    of: scoped,
    inputs: each(CALLS, async (call, count) => fillAndEmpty(scoped(store(), { sessionId: "s", ids: [] }), call, count)),
  },
  {
    of: fileSpill,
    how: "many small writes",
    inputs: each({ "bytes, one by one": () => 1, "100 bytes": () => 100 }, (bytes, size) =>
      inFolder(async (directory) => {
        const writer = await fileSpill({ directory }).create({});
        const chunk = new Uint8Array(bytes);
        for (let at = 0; at < size; at++) void writer.write(chunk);
        return writer.commit();
      }),
    ),
    options: { leastSize: 36 },
  },
  {
    of: fileSpill,
    how: "many Spills, listed and removed",
    inputs: each(CALLS, (call, count) => inFolder((directory) => fillAndEmpty(fileSpill({ directory }), call, count))),
    options: { leastSize: 9 },
  },
];

async function everyWindow({ sink, id }: Kept, first: SpillRequest): Promise<number> {
  let windows = 0;
  for (let request: SpillRequest | undefined = first; request !== undefined; windows++) {
    const window = await readSpill(sink, id, request, TILE);
    if ("gone" in window) throw new Error("gone");
    request = window.next;
  }
  return windows;
}

async function everyAnswer(
  sink: SpillSink,
  first: Readonly<Record<string, unknown>>,
  tool: 0 | 1 = 0,
): Promise<number> {
  const { handler } = readTools(sink, { limits: TILE })[tool];
  let answers = 0;
  for (let args: typeof first | undefined = first; args !== undefined; answers++) {
    const { isError, next }: Awaited<ReturnType<typeof handler>> = await handler(args);
    if (isError) throw new Error("no answer");
    args = next?.arguments;
  }
  return answers;
}

async function fillAndEmpty(sink: SpillSink, metaOf: (index: number) => SpillMeta, count: number): Promise<void> {
  await fill(sink, metaOf, count);
  for await (const { id } of sink.list()) await sink.remove(id);
}

async function fill(sink: SpillSink, metaOf: (index: number) => SpillMeta, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const writer = await sink.create(metaOf(index));
    await writer.write(Buffer.from(`result ${index}`));
    await writer.commit();
  }
}

async function kept(content: string | Uint8Array): Promise<Kept> {
  const sink = store();
  const writer = await sink.create({});
  await writer.write(Buffer.from(content as string));
  return { sink, id: (await writer.commit()).id };
}

function store(): SpillSink {
  return memorySpill({ key: "growth", maxBytes: Infinity, maxTotalBytes: Infinity });
}

/** Its removal is timed too: it is of the same order as what is in it. */
async function inFolder(use: (directory: string) => Promise<unknown>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "spillway-growth-"));
  try {
    await use(join(directory, "spills"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
