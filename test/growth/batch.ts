/** Growth of what shares a budget: batches, content, and a harness's one place for results. */
import {
  allocate,
  boundBatch,
  boundContent,
  type ContentBlockLike,
  createBounder,
  createLedger,
  mediaPrice,
} from "spillway";
import { memorySpill } from "spillway/spill";
import { TEXTS, VALUES } from "./inputs.js";
import { each, type Row, some } from "./row.js";

const LINES = "a line of a log\n";
const many = (size: number) => Array.from({ length: Math.ceil(size / 16) }, (_, index) => index);

export const BATCH_ROWS: readonly Row[] = [
  {
    of: allocate,
    inputs: each(
      {
        "sizes that rise": (size) => Array.from({ length: size }, (_, index) => index),
        "sizes that are alike": (size) => Array.from({ length: size }, () => 1000),
      },
      (sizes, size) => allocate(sizes, size * 100),
    ),
  },
  {
    of: createLedger,
    inputs: each({ "calls of one batch": many }, (calls) => {
      const ledger = createLedger();
      ledger.open("b", { calls: calls.length, headroom: 1e6 });
      for (const call of calls) ledger.boundFor("b", String(call));
      for (const call of calls) ledger.settle("b", String(call), 10);
      return ledger.status("b");
    }),
  },
  {
    of: boundBatch,
    how: "many results",
    inputs: each({ "results that fit": many }, (calls) =>
      boundBatch(
        calls.map((call) => ({ result: `${LINES}${call}` })),
        { headroom: 1e9 },
      ),
    ),
  },
  {
    of: boundBatch,
    how: "large ones",
    inputs: each(some(TEXTS, "one endless line", "empty lines", "notices", "escapes, broken off at the end"), (text) =>
      boundBatch([{ result: text }, { result: [text] }], { headroom: 16_000, spill: store() }),
    ),
  },
  {
    of: boundContent,
    how: "many blocks",
    inputs: each<readonly ContentBlockLike[]>(
      {
        "blocks of text": (size) => many(size).map((index) => ({ type: "text", text: `${LINES}${index}` })),
        links: (size) => many(size).map((index) => ({ type: "resource_link", uri: `file:///${index}` })),
        images: (size) => many(size).map((index) => ({ type: "image", data: `AAAA${index}` })),
        nothing: (size) => many(size).map(() => null as never),
      },
      (content) => boundContent(content, { limits: { maxBytes: 8000 }, spill: store(), dropMedia: true }),
    ),
    options: { leastSize: 5184 }, // fewer fit
  },
  {
    of: boundContent,
    how: "one block",
    inputs: each(
      some(TEXTS, "one endless line", "empty lines", "notices", "markers", "escapes, broken off at the end"),
      (text) => boundContent([{ type: "text", text }], { limits: { maxBytes: 8000 }, spill: store() }),
    ),
  },
  {
    of: boundContent,
    how: "structured content",
    inputs: each(
      some(VALUES, "records", "one long string", "a string of quotes", "many properties", "objects in objects"),
      (value) =>
        boundContent([{ type: "text", text: "x".repeat(200) }], {
          limits: { maxBytes: 2000 },
          spill: store(),
          structuredContent: value,
        }),
    ),
    options: { leastSize: 20_000 }, // where all is cut
  },
  {
    of: boundContent,
    how: "structured content that repeats blocks",
    inputs: each(
      {
        "many strings": (size) => many(size / 4).map((index) => `${LINES.repeat(8)}${index}`),
        "one string of quotes and backslashes": (size) => ['\\"'.repeat(size / 2)],
      },
      (texts) =>
        boundContent(
          texts.map((text) => ({ type: "text", text })),
          { limits: { maxBytes: 8000 }, spill: store(), structuredContent: { texts } },
        ),
    ),
  },
  {
    of: createBounder,
    inputs: each({ "calls of one batch": many }, async (calls) => {
      const batch = createBounder({ usage: () => ({ contextWindow: 1e6, usedTokens: 0 }), spill: store() }).batch();
      for (const call of calls) {
        batch.charge(1);
        await batch.bound(`${LINES}${call}`);
      }
    }),
  },
  {
    of: createBounder,
    how: "tools at the same time",
    inputs: each({ calls: many }, (calls) => {
      const tool = createBounder({ spill: store() }).tool((call: number) => `${LINES}${call}`);
      return Promise.all(calls.map((call) => tool(call)));
    }),
  },
  {
    of: mediaPrice,
    inputs: each(
      {
        "base64 without a size": (size) => ({ type: "image", data: "A".repeat(size) }),
        "a JPEG of nothing but segments": (size) => ({
          type: "image",
          data: Buffer.concat([
            Buffer.from([0xff, 0xd8]),
            ...Array.from({ length: Math.ceil(size / 4) }, () => Buffer.from([0xff, 0xe0, 0, 2])),
          ]).toString("base64"),
        }),
        "a JPEG of nothing but fill": (size) => ({ type: "image", data: `/9j/${"/".repeat(size)}` }),
      },
      (block) => mediaPrice()(block),
    ),
  },
];

function store() {
  return memorySpill({ key: "growth" });
}
