/** Growth of `spillway/json`. */
import { canonicalJson } from "spillway/canonical";
import { admitJson, createJsonStringMeter, cutJson, measureJson, selectFields } from "spillway/json";
import { PIECES, repeated, TEXTS, VALUES } from "./inputs.js";
import { each, type Row, some } from "./row.js";

const SOME = some(VALUES, "arrays in arrays", "objects in objects", "records", "a string of controls", "long keys");

/** Texts that are JSON, nearly, or not at all. */
const JSON_TEXTS: Readonly<Record<string, (size: number) => string>> = {
  "arrays in arrays": (size) => `${"[".repeat(size)}1${"]".repeat(size)}`,
  "objects in objects": (size) => `${'{"a":'.repeat(size)}1${"}".repeat(size)}`,
  records: (size) => `[${repeated('{"id":1,"name":"name","tags":["a","b"]},', size)}0]`,
  "a string of escapes": (size) => `"${"\\n".repeat(size)}"`,
  "a long key": (size) => `{"${"k".repeat(size)}":1}`,
  "lines of JSON": (size) => repeated('{"a":[1,2]}\n', size),
  "brackets that do not close": (size) => "[".repeat(size),
  "a string that does not end": (size) => `"${"\\n".repeat(size)}`,
  "fences in fences": (size) => repeated("```json\n", size),
  ...some(TEXTS, "one endless line", "empty lines", "notices"),
};
/** Where all but a little is cut at every size. */
const CUT_SIZES = { leastSize: 36_000 };

export const JSON_ROWS: readonly Row[] = [
  { of: measureJson, inputs: each(VALUES, (value) => measureJson(value)) },
  {
    of: measureJson,
    how: "twice encoded",
    inputs: each(SOME, (value) => measureJson(value, { layers: 2, space: 2 })),
  },
  { of: measureJson, how: "trusted", inputs: each(SOME, (value) => measureJson(value, { trusted: true })) },
  { of: admitJson, inputs: each(VALUES, (value) => admitJson(value)) },
  { of: canonicalJson, inputs: each(SOME, (value) => canonicalJson(value)) },
  {
    of: createJsonStringMeter,
    inputs: each(PIECES, (pieces) => {
      const meter = createJsonStringMeter();
      let most = 0;
      for (const piece of pieces) {
        meter.write(piece);
        most = Math.max(most, meter.bytes, meter.escapedBytes);
      }
      return most;
    }),
  },
  {
    of: cutJson,
    how: "a little",
    inputs: each(JSON_TEXTS, (text) => cutJson(text, { maxBytes: 200 })),
    options: CUT_SIZES,
  },
  {
    of: cutJson,
    how: "a quarter",
    inputs: each(JSON_TEXTS, (text) => cutJson(text, { maxBytes: Math.ceil(text.length / 4) })),
    options: CUT_SIZES,
  },
  {
    of: selectFields,
    how: "of many rows",
    inputs: each(some(VALUES, "records"), (rows) => selectFields(rows as object[], ["tags", "name"], ["id"])),
  },
  {
    of: selectFields,
    how: "many of them",
    inputs: each(some(VALUES, "many properties"), (row) => selectFields([row], Object.keys(row as object), [])),
  },
];
