/** Reading a part. */
import { holds, refuses, same } from "../expect.js";
import { join, keep, readText, someBytes } from "../tools.js";
import type { Check } from "../types.js";

export const RANGE_CHECKS: readonly Check[] = [
  {
    name: "gives the bytes from start to the one before end",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, {}, ["abc", "def"]);
      for (const [start, end, expected] of RANGES) {
        same(`the range ${start} to ${end} of abcdef`, await readText(sink, id, start, end), expected);
      }
    },
  },
  {
    name: "tiles: successive ranges give the whole",
    async run(open) {
      const sink = await open();
      const whole = someBytes(100_000);
      const { id } = await keep(sink, {}, [whole]);
      for (const step of [7919, 65_536, 99_999]) {
        const parts: Uint8Array[] = [];
        for (let start = 0; start < whole.length; start += step) {
          parts.push(await sink.read(id, { start, end: start + step }));
        }
        same(`ranges of ${step} bytes, joined`, join(parts), whole);
      }
    },
  },
  {
    name: "cuts a range to the Spill, and gives nothing for one behind its end",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, {}, ["abcdef"]);
      for (const [start, end, expected] of RANGES_BEYOND) {
        same(`the range ${start} to ${end} of abcdef`, await readText(sink, id, start, end), expected);
      }
      const empty = await keep(sink, {}, []);
      holds("a read of an empty Spill gives bytes", (await sink.read(empty.id)).length === 0);
    },
  },
  {
    name: "refuses a range that makes no sense",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, {}, ["abcdef"]);
      const read = (range: unknown) => () => sink.read(id, range as { start: number });
      await refuses("start -1", read({ start: -1 }), "RangeError", "start");
      await refuses("start 0.5", read({ start: 0.5 }), "RangeError", "start");
      await refuses('start "0"', read({ start: "0" }), "TypeError", "start");
      await refuses("end NaN", read({ end: Number.NaN }), "RangeError", "end");
      await refuses('end "6"', read({ end: "6" }), "TypeError", "end");
    },
  },
];

type RangeCase = readonly [start: number | undefined, end: number | undefined, expected: string];

const RANGES: readonly RangeCase[] = [
  [undefined, undefined, "abcdef"],
  [2, undefined, "cdef"],
  [undefined, 2, "ab"],
  [0, 6, "abcdef"],
  [1, 3, "bc"],
  [5, 6, "f"],
  [3, 3, ""],
];

const RANGES_BEYOND: readonly RangeCase[] = [
  [5, 99, "f"],
  [0, Number.POSITIVE_INFINITY, "abcdef"],
  [0, Number.MAX_SAFE_INTEGER, "abcdef"],
  [6, 7, ""],
  [99, 100, ""],
  [99, undefined, ""],
  [4, 2, ""],
];
