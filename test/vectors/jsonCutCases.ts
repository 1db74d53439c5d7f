/** The cases of `json/cut.json`: small texts of which docs/spec-json.md leaves no doubt what is kept. */
import type { Limits } from "../../src/text/limits.js";
import type { Keep } from "../../src/text/sides.js";
import type { CounterName, TextInput } from "./types.js";

export interface JsonCutVectorOptions {
  readonly keep?: Keep;
  readonly headShare?: number;
  readonly marker?: boolean;
  readonly countTokens?: CounterName;
}

export type JsonCutPlan = readonly [
  name: string,
  text: string | TextInput,
  limits: Limits,
  options?: JsonCutVectorOptions,
];

const DIGITS = "[0,1,2,3,4,5,6,7,8,9]";
const PRETTY = `[\n${Array.from("abcdefghijklmnopqrst", (letter) => `  "${letter}"`).join(",\n")}\n]\n`;
const CRLF = PRETTY.replaceAll("\n", "\r\n");
const ROWS = `[${Array.from({ length: 40 }, (_, id) => `{"id":${id},"name":"n${id}"}`).join(",")}]`;
const NDJSON = Array.from({ length: 30 }, (_, id) => `{"id":${id}}\n`).join("");
const X = (times: number) => "x".repeat(times);
const bare = { marker: false } as const;

export const JSON_CUT_CASES: readonly JsonCutPlan[] = [
  // What fits
  ["A text without a limit stays as it is", '{"a": 1.0}', {}],
  ["A text at the limit of bytes stays as it is", '["é"]', { maxBytes: 6 }],
  ["A text at the limit of chars stays as it is", '["é"]', { maxChars: 5 }],
  ["A text at the limit of lines stays as it is", '[\n"a"\n]\n', { maxLines: 3 }],
  ["A text at the limit of tokens stays as it is", "[1,2,3,4]", { maxTokens: 3 }, { countTokens: "chars/4" }],
  ["A text that fits may be no JSON", "{no: JSON}", { maxBytes: 10 }],
  ["Nothing is no JSON", "", { maxBytes: 0 }],
  ["White space is no JSON", " \n ", { maxBytes: 3 }],
  ["A lone surrogate is U+FFFD", { utf16: [0x22, 0xd83d, 0x22] }, {}],

  // Arrays
  ["No room for brackets", DIGITS, { maxChars: 1 }, bare],
  ["Room for brackets alone", DIGITS, { maxChars: 2 }, bare],
  ["Brackets, and room for a separator at most", DIGITS, { maxChars: 3 }, bare],
  ["The last item comes before the first", DIGITS, { maxChars: 4 }, bare],
  ["One item from each end", DIGITS, { maxChars: 5 }, bare],
  ["Two items from the end", DIGITS, { maxChars: 7 }, bare],
  ["Two items from each end", DIGITS, { maxChars: 9 }, bare],
  ["Bytes are chars where all is ASCII", DIGITS, { maxBytes: 9 }, bare],
  ["All but one item", DIGITS, { maxChars: 20 }, bare],
  ["Items from the start alone", DIGITS, { maxChars: 9 }, { ...bare, keep: "head" }],
  ["Items from the end alone", DIGITS, { maxChars: 9 }, { ...bare, keep: "tail" }],
  ["Three quarters for the start", DIGITS, { maxChars: 14 }, { ...bare, headShare: 0.75 }],
  ["A share of 1 is the start alone", DIGITS, { maxChars: 9 }, { ...bare, headShare: 1 }],
  ["A share of 0 is the end alone", DIGITS, { maxChars: 9 }, { ...bare, headShare: 0 }],
  ["What the start cannot use goes to the end", `["${X(12)}",1,2,3,4,5,6,7]`, { maxChars: 15 }, bare],
  ["What the end cannot use goes to the start", `[1,2,3,4,5,6,7,"${X(12)}"]`, { maxChars: 15 }, bare],
  ["A number that is too large is left out", `[1,${"9".repeat(30)},2]`, { maxChars: 20 }, bare],
  ["An item that is too large is shown in part", `["${X(100)}","y"]`, { maxChars: 60 }, bare],
  ["Both ends are shown in part", `["${X(100)}",0,"${"y".repeat(100)}"]`, { maxChars: 60 }, bare],
  ["A part of fewer than 16 chars is no part", `["${X(100)}",0,"${"y".repeat(100)}"]`, { maxChars: 20 }, bare],
  ["The only item may be shown in any part", `["${X(100)}"]`, { maxChars: 10 }, bare],
  ["An empty array with white space", "[            ]", { maxChars: 5 }, bare],
  ["A chain keeps its outer levels", "[[[[[[[[1]]]]]]]]", { maxChars: 8 }, bare],
  ["Items in items", "[[1,2,3,4,5,6,7,8,9],0]", { maxChars: 22 }, bare],

  // Markers
  ["A bare marker in an array", DIGITS, { maxChars: 20 }, { keep: "head" }],
  ["No marker where it would take more than a fourth", DIGITS, { maxChars: 15 }],
  ["A marker between both ends", ROWS, { maxChars: 200 }],
  ["A marker with the place to read on", ROWS, { maxChars: 300 }],
  ["A marker behind the start", ROWS, { maxChars: 300 }, { keep: "head" }],
  ["A marker before the end", ROWS, { maxChars: 300 }, { keep: "tail" }],
  ["A marker in a string", `"${X(1000)}"`, { maxChars: 100 }],
  ["A marker in a string, brief", `"${X(1000)}"`, { maxChars: 190 }],
  ["A marker in a string, full", `"${X(1000)}"`, { maxChars: 300 }],
  ["Digits in groups of three", `"${X(1234)}"`, { maxChars: 300 }],
  ["A marker names a plain place", `{"log_1":{"a.b~c":"${X(1000)}"}}`, { maxChars: 400 }],
  ["A marker names no place that needs quotes", `{"a log":"${X(1000)}"}`, { maxChars: 400 }],
  [
    "A marker has a key in an object",
    `{${Array.from({ length: 60 }, (_, i) => `"k${i}":${i}`).join(",")}}`,
    { maxChars: 150 },
  ],
  [
    "A marker's key is none that is near",
    `{"[…]":1,${Array.from({ length: 60 }, (_, i) => `"k${i}":${i}`).join(",")}}`,
    { maxChars: 150 },
  ],
  ["One of two members is left out and that is said", `[1,${"9".repeat(500)}]`, { maxChars: 150 }],
  ["The only member is left out and that is said", `{"a":${"9".repeat(500)}}`, { maxChars: 60 }],

  // Objects
  ["Members from both ends", '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', { maxChars: 20 }, bare],
  ["All members stay, the largest shrinks", `{"id":7,"text":"${X(300)}","ok":true}`, { maxChars: 100 }, bare],
  [
    "The largest values shrink to one size",
    `{"a":"${X(300)}","b":"${"y".repeat(200)}","c":"short"}`,
    { maxChars: 131 },
    bare,
  ],
  ["A smaller value stays, a larger one takes the rest", `{"a":"${X(40)}","b":"${X(300)}"}`, { maxChars: 150 }, bare],
  ["Values in values shrink too", `{"meta":{"n":200},"rows":[${"1,".repeat(200)}2]}`, { maxChars: 80 }, bare],
  [
    "Too many members for a part of each",
    `{${Array.from({ length: 20 }, (_, i) => `"k${i}":"${X(40)}"`).join(",")}}`,
    { maxChars: 200 },
    bare,
  ],
  ["Equal keys stay, each with its value", `{"a":1.0,"a":"${X(100)}","a":-0}`, { maxChars: 70 }, bare],

  // Strings
  ["The start and the end of a string", '"abcdefghij"', { maxChars: 8 }, bare],
  ["An odd char goes to the end", '"abcdefghij"', { maxChars: 7 }, bare],
  ["The start of a string", '"abcdefghij"', { maxChars: 8 }, { ...bare, keep: "head" }],
  ["The end of a string", '"abcdefghij"', { maxChars: 8 }, { ...bare, keep: "tail" }],
  ["Room for quotes alone", '"abc"', { maxChars: 2 }, bare],
  ["No room for quotes", '"abc"', { maxChars: 1 }, bare],
  ["No escape sequence is parted", '"\\n\\u0041\\"\\\\\\u00e9\\t"', { maxChars: 17 }, bare],
  ["No pair is parted", '"🟡🟡🟡🟡🟡"', { maxChars: 9 }, bare],
  ["No pair is parted, in bytes", '"🟡🟡🟡🟡🟡"', { maxBytes: 15 }, bare],
  ["No escaped pair is parted", '"\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00"', { maxChars: 31 }, bare],
  ["Escaped halves that are no pair are parted", '"\\ude00\\ud83d\\ude00\\ud83d"', { maxChars: 15 }, bare],
  ["A limit of bytes, two bytes a char", '"éééééééééé"', { maxBytes: 12 }, bare],
  ["Chars are counted as decoded", '"\\u0041\\u0042\\u0043\\u0044"', { maxChars: 14 }, bare],

  // Spelling
  [
    "Spelling stays",
    `[1.50,1E400,-0,12345678901234567890,"\\u0041\\/",{"a" :1},"${X(200)}",true]`,
    { maxChars: 120 },
    bare,
  ],
  ["White space stays", `[ 1 ,\t2 ,"${X(50)}", 3\n,4 ]`, { maxChars: 50 }, bare],
  ["White space before the first item is that of the marker", PRETTY, { maxChars: 100 }],
  ["Lines with CRLF", CRLF, { maxChars: 100 }],
  ["White space before an item is left out where it takes more than a sixteenth", PRETTY, { maxChars: 40 }],
  ["White space that takes too much is left out", `[1,${" ".repeat(40)}2,${" ".repeat(40)}3]`, { maxChars: 12 }, bare],

  // Roots that are no container
  ["A number that is too long", "1234567890", { maxChars: 5 }],
  ["A word that is too long", "false", { maxChars: 4 }],

  // Around JSON
  ["A newline at the end stays where there is room", `${ROWS}\n`, { maxChars: 100 }, bare],
  ["A newline at the end goes where there is not", "[1,2,3]\n", { maxChars: 6 }, bare],
  ["White space around goes first", `${" ".repeat(30)}[1,2,3]`, { maxChars: 20 }, bare],
  ["Lines around JSON are not its own", "\n\n\n[1,2,3,4]\n\n", { maxLines: 1 }, bare],
  ["Words before JSON stay", `Result: ${DIGITS}`, { maxChars: 20 }, bare],
  ["Words on lines before JSON stay", `Done.\n\n${DIGITS}\n`, { maxChars: 20 }, bare],
  ["Words that take more than half: a text", `The result of the call: ${DIGITS}`, { maxChars: 30 }, bare],
  ["Words and no room for brackets: a text", "a b [1,2,3,4,5,6,7]", { maxChars: 5 }, bare],
  ["Brackets in the words", `[INFO] got ${DIGITS}`, { maxChars: 26 }, bare],
  ["A byte order mark is a word", `\ufeff${DIGITS}`, { maxChars: 10 }, bare],
  ["A fence stays", `\`\`\`json\n${ROWS}\n\`\`\`\n`, { maxChars: 60 }, bare],
  ["A fence with words around it stays", `So:\n\`\`\`\n${ROWS}\n\`\`\`\nDone.`, { maxChars: 70 }, bare],
  ["A fence around no JSON: a text", "```\nls -l\n```\nand more of it", { maxChars: 15 }, bare],

  // NDJSON
  ["Records stay whole", NDJSON, { maxChars: 60 }, bare],
  ["A record says what is left out", NDJSON, { maxChars: 250 }],
  ["Records from the start", NDJSON, { maxChars: 60 }, { ...bare, keep: "head" }],
  ["Records, and no room for one", NDJSON, { maxChars: 5 }, bare],
  ["A record that is too large is shown in part", `{"a":"${X(100)}"}\n{"b":"${X(100)}"}\n`, { maxChars: 80 }, bare],
  ["Empty lines between records", '{"a":1}\n\n{"a":2}\n\n{"a":3}\n\n{"a":4}\n', { maxChars: 30 }, bare],
  ["Values with nothing between them are no records", '{"a":1}{"a":2}{"a":3}{"a":4}', { maxChars: 16 }, bare],
  ["Numbers, one a line, are no records", "100\n200\n300\n400\n", { maxChars: 10 }, bare],

  // What is no JSON
  ["Broken JSON is cut as a text", '{"a":1,"b":[1,2,3,4,5,6', { maxChars: 10 }, bare],
  ["A text keeps lines of its start", "one\ntwo\nthree\nfour\nfive\n", { maxChars: 12 }, bare],
  ["A text keeps lines of its end", "one\ntwo\nthree\nfour\nfive\n", { maxChars: 12 }, { ...bare, keep: "tail" }],
  ["A text keeps both ends around a marker", "one\ntwo\nthree\nfour\nfive\n", { maxChars: 16 }],
  ["A text keeps lines around a marker with sizes", `${"a line of it\n".repeat(20)}`, { maxChars: 120 }],
  ["The marker in a text is one of its lines", `${"a line of it\n".repeat(20)}`, { maxLines: 5 }],
  ["No limit is kept by the empty text alone", "{broken", { maxLines: 0 }],
];
