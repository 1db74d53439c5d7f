/** The cases of `json/measure.json`: values that JSON text can express, and strings that it cannot. */
import type { Layers } from "../../src/json/types.js";
import type { TextInput } from "./types.js";

/** JSON text of a value, where `repeat` makes a long one; or a text that is itself the value. */
export type JsonInput =
  | { readonly json: string | Extract<TextInput, { repeat: unknown }> }
  | { readonly string: TextInput };

export interface JsonVectorOptions {
  readonly space?: number | string | { readonly utf16: readonly number[] };
  readonly layers?: Layers;
  readonly maxBytes?: number;
}

/** A limit as such, or as a distance from the size: the edge and both its sides. */
export type JsonPlan = readonly [
  name: string,
  input: JsonInput,
  options?: Omit<JsonVectorOptions, "maxBytes">,
  limits?: { readonly at?: number; readonly fromSize?: number },
];

const json = (text: string): JsonInput => ({ json: text });
const string = (text: string): JsonInput => ({ string: { text } });
const units = (...utf16: number[]): JsonInput => ({ string: { utf16 } });
const nested = (open: string, inside: string, close: string, times: number): JsonInput => ({
  json: {
    repeat: [
      { text: open, times },
      { text: inside, times: 1 },
      { text: close, times },
    ],
  },
});

const RECORD = '{"id":1,"name":"naïve \\"🟡\\"","tags":["a","b\\\\c"],"empty":[{},[]],"none":null}';

export const MEASURE_CASES: readonly JsonPlan[] = [
  ["true", json("true")],
  ["false", json("false")],
  ["null", json("null")],
  ["An empty array", json("[]")],
  ["An empty object", json("{}")],
  ["White space of the source is not counted", json('{ "a" : [ 1 , 2 ] }')],
  ["A record", json(RECORD)],
  ["A record, twice encoded", json(RECORD), { layers: 2 }],
  ["Keys are escaped as strings are", json('{"\\"\\n\\u0001é🟡":0}')],
  ["Keys, twice encoded", json('{"\\"\\n\\u0001é🟡":0}'), { layers: 2 }],
  ["An empty key", json('{"":{"":0}}')],
  ["A key that some languages treat in a way of its own", json('{"__proto__":1,"constructor":2}')],

  ["Zero", json("0")],
  ["Minus zero is written 0", json("[-0,-0.0,-0e5]")],
  ["Integers of every length", json("[7,-12,999,1000,99999,100000,9999999999,999999999999999,1000000000000000]")],
  ["Integers above 2^53 are doubles", json("[9007199254740993,12345678901234567890,100000000000000000000]")],
  ["From 10^21 on an exponent is written", json("[999999999999999900000,1e21,1e22,-1.5e300]")],
  ["Fractions have their shortest digits", json("[1.0,1.50,0.1,0.30000000000000004,3.141592653589793238,100.25]")],
  ["Small ones down to 10^-6 have no exponent", json("[0.000001,0.0000011,0.0000001,1e-7,1.5e-10,5e-324]")],
  ["Numbers beyond a double are infinite, and written null", json("[1e400,-1e400]")],
  ["Numbers below a double are zero", json("[1e-400,-1e-400]")],
  ["Numbers are the same, twice encoded", json("[1.5,1e21,-0]"), { layers: 2 }],

  ["An empty string", string("")],
  ["An empty string, twice encoded", string(""), { layers: 2 }],
  ["ASCII", string("a b~\u007f")],
  ["A quote and a backslash take two bytes", string('"\\')],
  ["A quote and a backslash take four, twice encoded", string('"\\'), { layers: 2 }],
  ["A slash is not escaped", string("</a>")],
  ["Controls with a letter take two bytes", string("\b\t\n\f\r")],
  ["Controls with a letter take three, twice encoded", string("\b\t\n\f\r"), { layers: 2 }],
  ["Other controls take six bytes", string("\0\u0001\u000b\u000e\u001f")],
  ["Other controls take seven, twice encoded", string("\0\u0001\u000b\u000e\u001f"), { layers: 2 }],
  ["DEL and the controls behind it are not escaped", string("\u007f\u0080\u009f")],
  ["Two bytes", string("é\u07ff")],
  ["Three bytes", string("\u0800中\ufeff\uffff")],
  ["Line separators are not escaped", string("\u2028\u2029")],
  ["Pairs take four bytes", string("🟡\u{10ffff}")],
  ["Characters are the same, twice encoded", string("é中🟡\u2028"), { layers: 2 }],
  ["A lone high surrogate takes six bytes", units(0xd83d)],
  ["A lone low surrogate takes six bytes", units(0xdfe1)],
  ["Lone surrogates take seven, twice encoded", units(0xd83d, 0x61, 0xdfe1), { layers: 2 }],
  ["Halves the wrong way round", units(0xdfe1, 0xd83d)],
  ["A high surrogate before a pair", units(0xd83d, 0xd83d, 0xdfe1)],
  ["A low surrogate behind a pair", units(0xd83d, 0xdfe1, 0xdfe1)],
  ["A high surrogate before another character", units(0xdbff, 0xe000)],
  ["A high surrogate at the end", units(0x61, 0xd800)],
  ["Halves that are written as escapes and make a pair", json('"\\ud83d\\udfe1"')],

  ["A long plain string", { string: { repeat: [{ text: "plain text ", times: 10_000 }] } }],
  ["A long string of backslashes", { string: { repeat: [{ text: '\\"', times: 20_000 }] } }],
  ["The same, twice encoded", { string: { repeat: [{ text: '\\"', times: 20_000 }] } }, { layers: 2 }],
  ["A long string of every width", { string: { repeat: [{ text: "a\né中🟡\u0001", times: 7000 }] } }],
  [
    "The same, twice encoded, all at once",
    { string: { repeat: [{ text: "a\né中🟡\u0001", times: 7000 }] } },
    { layers: 2 },
  ],
  ["Arrays in arrays, 100,000 deep", nested("[", "", "]", 100_000)],
  ["Objects in objects, 50,000 deep", nested('{"a":', "1", "}", 50_000)],
  ["The same, twice encoded, at any depth", nested('{"a":', "1", "}", 50_000), { layers: 2 }],
  [
    "A long array",
    {
      json: {
        repeat: [
          { text: "[0", times: 1 },
          { text: ",1", times: 50_000 },
          { text: "]", times: 1 },
        ],
      },
    },
  ],

  ["An indent of 2", json(RECORD), { space: 2 }],
  ["An indent of 2, twice encoded", json(RECORD), { space: 2, layers: 2 }],
  ["An indent of 0 is none", json(RECORD), { space: 0 }],
  ["A negative indent is none", json(RECORD), { space: -1 }],
  ["A fraction of an indent counts down", json(RECORD), { space: 1.9 }],
  ["No indent is larger than 10", json(RECORD), { space: 11 }],
  ["An indent of a tab", json(RECORD), { space: "\t" }],
  ["An indent of a tab takes two bytes each, twice encoded", json(RECORD), { space: "\t", layers: 2 }],
  ["An empty indent is none", json(RECORD), { space: "" }],
  ["An indent of several bytes", json(RECORD), { space: "é🟡" }],
  ["An indent of quotes, twice encoded", json(RECORD), { space: '"\\', layers: 2 }],
  ["Of a long indent ten code units", json(RECORD), { space: "0123456789abc" }],
  ["Ten code units that end inside a pair", json("[[1]]"), { space: "123456789🟡" }],
  ["The same, twice encoded: the half is escaped", json("[[1]]"), { space: "123456789🟡", layers: 2 }],
  ["Halves that make pairs where an indent is repeated", json("[[[1]]]"), { space: { utf16: [0xdfe1, 0xd83d] } }],
  ["The same pairs, twice encoded", json("[[[1]]]"), { space: { utf16: [0xdfe1, 0xd83d] }, layers: 2 }],
  ["Empty arrays and objects stay on their line", json('[[],{},{"a":[]}]'), { space: 1 }],
  ["A scalar has no indent", json("5"), { space: 4 }],

  ["Exactly at the limit", json(RECORD), {}, { fromSize: 0 }],
  ["One byte over the limit", json(RECORD), {}, { fromSize: -1 }],
  ["One byte below the limit", json(RECORD), {}, { fromSize: 1 }],
  ["Exactly at the limit, twice encoded", json(RECORD), { layers: 2 }, { fromSize: 0 }],
  ["One byte over the limit, twice encoded", json(RECORD), { layers: 2 }, { fromSize: -1 }],
  ["Exactly at the limit, with an indent", json(RECORD), { space: 3 }, { fromSize: 0 }],
  ["One byte over the limit, with an indent", json(RECORD), { space: 3 }, { fromSize: -1 }],
  ["A limit of 0 lets nothing through", json("0"), {}, { at: 0 }],
  ["A limit of 1 lets a digit through", json("0"), {}, { at: 1 }],
  ["Twice encoded, the outer quotes count", json("0"), { layers: 2 }, { fromSize: -1 }],
  ["A limit inside a long string", { string: { repeat: [{ text: "é", times: 50_000 }] } }, {}, { at: 60_000 }],
  [
    "A limit inside a long array",
    {
      json: {
        repeat: [
          { text: "[[]", times: 1 },
          { text: ",[]", times: 9999 },
          { text: "]", times: 1 },
        ],
      },
    },
    {},
    { at: 1000 },
  ],
  ["A limit inside a deep value", nested("[", "", "]", 100_000), {}, { at: 5000 }],
];
