/** The cases of `view/*.json`; what is expected of them comes from the slow reference. */
import type { Limits } from "../../src/text/limits.js";
import type { TextInput } from "./types.js";
import type { ViewOptionsPlan } from "./viewReference.js";
import type { ResultPlan, StylePlan } from "./viewWords.js";

export type ViewPlan = readonly [
  name: string,
  text: string | TextInput,
  limits: Limits,
  options?: ViewOptionsPlan,
  result?: ResultPlan,
];

const LOG = Array.from({ length: 40 }, (_, line) => `line ${line} of the log\n`).join("");
const ENDLESS: TextInput = { repeat: [{ text: "abcdefghij", times: 90 }] };
const CJK = Array.from({ length: 40 }, (_, line) => `${line}：日本語の行です🟡\n`).join("");
const KEPT: ResultPlan = { spill: { kept: { id: "3-bash-0a1b2c3d", path: "/var/spills/s1/3-bash-0a1b2c3d.log" } } };
const kept = (more: object) => ({ spill: { kept: { id: "3-bash-0a1b2c3d", ...more } } });
const STYLE: StylePlan = {
  kept: ["[{shownSize} of {totalSize}, {omittedLines} lines missing; all in {path}]", "[{path}]"],
  failed: ["[{shownChars} of {totalChars} chars; {reason}]"],
  unkept: ["[{shownLines}/{totalLines} lines, about {totalTokens} tokens, limit {limit} {limitUnit}]"],
  marker: ["\n\n[... {omittedBytes} bytes omitted ...]\n\n"],
  signature: "[... ",
};
const TAIL_STYLE: StylePlan = {
  kept: ["\n[Showing lines {firstTailLine}-{totalLines} of {totalLines}. Full output: {path}]"],
  unkept: ["\n[Showing lines {firstTailLine}-{totalLines} of {totalLines}]"],
  marker: [""],
};

const whole: readonly ViewPlan[] = [
  ["Nothing", "", { maxBytes: 0 }],
  ["What fits stays as it is", "a\nb\n", { maxBytes: 4 }],
  ["What fits lines and chars", "a\nb", { maxLines: 2, maxChars: 3 }],
  ["A lone surrogate is repaired", { utf16: [0x61, 0xd83d, 0x62] }, {}],
  ["An escape sequence that does not end is not shown", "red \u001b[31mon\u001b[3", {}],
  ["An exit code alone is no reason for a notice", "ok\n", {}, {}, { exitCode: 1 }],
  ["An upstream cut alone is no reason for a notice", "ok\n", {}, {}, { upstream: { truncated: true } }],
  ["A source that broke", "a\nb\n", {}, {}, { sourceError: "TypeError", ...KEPT }],
  ["A source that broke, nothing kept", "a\nb", {}, {}, { sourceError: "TypeError", spill: null }],
  ["A source that broke, the store failed", "a\nb", {}, {}, { sourceError: "Error", spill: { failed: "io" } }],
  [
    "A call that was aborted",
    "a\nb",
    { maxBytes: 300 },
    { notice: { position: "first" } },
    { sourceError: "AbortError", ...KEPT },
  ],
  ["A source that broke at once", "", {}, {}, { sourceError: "Error", ...KEPT }],
  ["A source that broke, room for counts", "a\nb", { maxBytes: 100 }, {}, { sourceError: "Error", ...KEPT }],
  ["A source that broke, room for an id", "a\nb", { maxBytes: 50 }, {}, { sourceError: "Error", ...KEPT }],
  ["A source that broke, no room", "a\nb", { maxBytes: 10 }, {}, { sourceError: "Error", ...KEPT }],
  ["A source that broke, no notice wanted", "a\nb", {}, { notice: false }, { sourceError: "Error", ...KEPT }],
];

const ladder: readonly ViewPlan[] = [800, 500, 400, 300, 260, 200, 150, 100, 80, 60, 40, 20, 10, 3, 1, 0].map(
  (maxBytes) => [`A log in ${maxBytes} bytes`, LOG, { maxBytes }, {}, KEPT],
);

const units: readonly ViewPlan[] = [
  ["Chars", LOG, { maxChars: 400 }],
  ["Lines", LOG, { maxLines: 12 }],
  ["Two lines", LOG, { maxLines: 2 }],
  ["One line", LOG, { maxLines: 1 }],
  ["Tokens", LOG, { maxTokens: 120 }, { countTokens: "chars/4" }],
  ["Tokens of bytes", LOG, { maxTokens: 300 }, { countTokens: "bytes" }],
  ["All at once", LOG, { maxBytes: 600, maxChars: 590, maxLines: 20, maxTokens: 140 }, { countTokens: "chars/4" }],
  ["Bytes of characters that take three and four", CJK, { maxBytes: 600 }],
  ["Chars of characters that take three and four", CJK, { maxChars: 300 }],
  ["One endless line", ENDLESS, { maxBytes: 500 }],
  ["One endless line in little room", ENDLESS, { maxBytes: 90 }],
  ["One endless line, its start", ENDLESS, { maxBytes: 300 }, { keep: "head" }],
  ["A limit of one byte less than there is", LOG, { maxBytes: LOG.length - 1 }],
  ["Without a line end at the end", LOG.slice(0, -1), { maxBytes: 400 }],
  ["Line ends of two characters", LOG.replaceAll("\n", "\r\n"), { maxBytes: 400 }],
  ["Empty lines", { repeat: [{ text: "\n", times: 600 }] }, { maxBytes: 300 }],
];

const sides: readonly ViewPlan[] = [
  ["The start, and the notice behind it", LOG, { maxBytes: 400 }, { keep: "head" }],
  ["The start, and the notice before it", LOG, { maxBytes: 400 }, { keep: "head", notice: { position: "first" } }],
  ["The end, and the notice behind it", LOG, { maxBytes: 400 }, { keep: "tail" }],
  ["The end, and the notice before it", LOG, { maxBytes: 400 }, { keep: "tail", notice: { position: "first" } }],
  ["Both ends, and the notice before them", LOG, { maxBytes: 500 }, { notice: { position: "first" } }],
  ["A fifth from the start", LOG, { maxBytes: 600 }, { headShare: 0.2 }],
  ["A share of 1", LOG, { maxBytes: 400 }, { headShare: 1 }],
  ["A share of 0", LOG, { maxBytes: 400 }, { headShare: 0 }],
  ["Cut between code points", LOG, { maxBytes: 401 }, { boundary: "codePoint" }],
  ["Cut between clusters", "👩‍👩‍👧".repeat(60), { maxBytes: 500 }, { boundary: "grapheme" }],
  ["An error leans to its end", LOG, { maxBytes: 600 }, {}, { isError: true }],
  ["A failed command leans to its end", LOG, { maxBytes: 600 }, {}, { exitCode: 2, ...KEPT }],
  ["A command that ended well does not", LOG, { maxBytes: 600 }, {}, { exitCode: 0, ...KEPT }],
  ["A share that is asked for holds for errors", LOG, { maxBytes: 600 }, { headShare: 0.5 }, { isError: true }],
  ["A negative exit code", LOG, { maxBytes: 600 }, {}, { exitCode: -1073741819, isError: true, ...KEPT }],
  ["No notice", LOG, { maxBytes: 300 }, { notice: false }],
  ["No notice, little room", LOG, { maxBytes: 60 }, { notice: false }],
  ["No notice, no room for a marker", LOG, { maxBytes: 8 }, { notice: false }],
  ["No notice, no room for a marker, the end", LOG, { maxBytes: 8 }, { notice: false, headShare: 0.4 }],
  ["No notice, the start: a marker behind it", LOG, { maxBytes: 300 }, { notice: false, keep: "head" }],
  ["No notice, the end: a marker before it", LOG, { maxBytes: 300 }, { notice: false, keep: "tail" }],
  [
    "No half of an escape sequence",
    `${"\u001b[31mred\u001b[0m ".repeat(60)}\n`,
    { maxBytes: 307 },
    { boundary: "codePoint" },
  ],
  ["An open escape sequence at the end", `${LOG}end\u001b[3`, { maxBytes: 400 }],
  ["An open escape sequence behind a line end", `${LOG}\u001b]0;title`, { maxBytes: 400 }],
  ["Lone surrogates are repaired on either side", { repeat: [{ text: "x\ud83d", times: 300 }] }, { maxBytes: 400 }],
];

const words: readonly ViewPlan[] = [
  ["A path", LOG, { maxBytes: 500 }, {}, KEPT],
  ["A path that is no line", LOG, { maxBytes: 500 }, {}, kept({ path: "/tmp/a\nb" })],
  ["No path", LOG, { maxBytes: 500 }, {}, kept({})],
  ["A tool", LOG, { maxBytes: 500 }, { notice: { canRead: "tool" } }, KEPT],
  ["A tool of another name", LOG, { maxBytes: 500 }, { notice: { canRead: "tool", toolName: "mcp__x__read" } }, KEPT],
  ["A resource", LOG, { maxBytes: 500 }, { notice: { canRead: "resource" } }, KEPT],
  ["No way to read", LOG, { maxBytes: 500 }, { notice: { canRead: "none" } }, KEPT],
  ["Nothing kept", LOG, { maxBytes: 500 }, {}, { spill: null }],
  ["Nothing kept, in short", LOG, { maxBytes: 150 }, {}, { spill: null }],
  ["Nothing kept, in brief", LOG, { maxBytes: 90 }, {}, { spill: null }],
  ["No store to speak of, in short", LOG, { maxBytes: 120 }],
  ["No store to speak of, in brief", LOG, { maxBytes: 50 }],
  ["The first part kept", LOG, { maxBytes: 500 }, {}, kept({ bytes: 600, path: "/s/x.log" })],
  ["One byte kept", LOG, { maxBytes: 500 }, {}, kept({ bytes: 1, path: "/s/x.log" })],
  ["What came before it broke", LOG, { maxBytes: 600 }, {}, { sourceError: "TypeError", ...KEPT }],
  [
    "What came before it broke, in short",
    LOG,
    { maxBytes: 280 },
    {},
    { sourceError: "TypeError", exitCode: 1, ...KEPT },
  ],
  ["A call that was aborted midway", LOG, { maxBytes: 600 }, {}, { sourceError: "AbortError", spill: null }],
  ["Cut upstream", LOG, { maxBytes: 600 }, {}, { upstream: { truncated: true }, ...KEPT }],
  [
    "Cut upstream, with a size",
    LOG,
    { maxBytes: 600 },
    {},
    { upstream: { truncated: true, totalBytes: 123_456 }, ...KEPT },
  ],
  [
    "Cut upstream, in short",
    LOG,
    { maxBytes: 250 },
    {},
    { upstream: { truncated: true, totalBytes: 123_456 }, ...KEPT },
  ],
  ["Not cut upstream", LOG, { maxBytes: 600 }, {}, { upstream: { truncated: false, totalBytes: 123_456 }, ...KEPT }],
  ["An error and an exit code: the code", LOG, { maxBytes: 600 }, {}, { isError: true, exitCode: 3, spill: null }],
  ["An endless line that was cut upstream", ENDLESS, { maxBytes: 600 }, {}, { upstream: { truncated: true }, ...KEPT }],
  ...["not_found", "gone", "no_space", "denied", "quota", "closed", "busy", "corrupt", "io"].map(
    (failed): ViewPlan => [`The store failed: ${failed}`, LOG, { maxBytes: 500 }, {}, { spill: { failed } }],
  ),
  ["The store failed, in short", LOG, { maxBytes: 180 }, {}, { spill: { failed: "io" } }],
];

const allowance: readonly ViewPlan[] = [
  ["Enough for all words", LOG, { maxBytes: 300 }, { noticeAllowance: { maxBytes: 500 } }, KEPT],
  ["Enough for some", LOG, { maxBytes: 300 }, { noticeAllowance: { maxBytes: 100 } }, KEPT],
  ["Lines of its own", LOG, { maxLines: 10 }, { noticeAllowance: { maxLines: 2 } }, KEPT],
  ["Of another unit than the limit", LOG, { maxBytes: 300 }, { noticeAllowance: { maxLines: 2 } }, KEPT],
  [
    "It decides nothing: one byte too many is cut",
    LOG,
    { maxBytes: LOG.length - 1 },
    { noticeAllowance: { maxBytes: 500 } },
  ],
  ["It decides nothing: what fits stays", LOG, { maxBytes: LOG.length }, { noticeAllowance: { maxBytes: 500 } }],
  ["Beside a limit of 0", LOG, { maxBytes: 0 }, { noticeAllowance: { maxBytes: 500 } }, KEPT],
  [
    "For a notice of a source that broke",
    "abc",
    { maxBytes: 3 },
    { noticeAllowance: { maxBytes: 90 } },
    { sourceError: "Error", ...KEPT },
  ],
];

const styled: readonly ViewPlan[] = [
  ["Kept", LOG, { maxBytes: 500 }, { notice: { style: STYLE } }, KEPT],
  ["Kept, the second template", LOG, { maxBytes: 190 }, { notice: { style: STYLE } }, KEPT],
  ["Kept, without a path: no template is left", LOG, { maxBytes: 500 }, { notice: { style: STYLE } }, kept({})],
  ["Failed", LOG, { maxBytes: 500 }, { notice: { style: STYLE } }, { spill: { failed: "no_space" } }],
  ["Not kept", LOG, { maxBytes: 500 }, { notice: { style: STYLE } }, { spill: null }],
  ["Not kept, by lines", LOG, { maxLines: 20 }, { notice: { style: STYLE, position: "first" } }, { spill: null }],
  ["The end", LOG, { maxBytes: 500 }, { keep: "tail", notice: { style: TAIL_STYLE } }, KEPT],
  ["An empty marker is a marker", LOG, { maxBytes: 500 }, { notice: { style: TAIL_STYLE } }, { spill: null }],
  [
    "Outside of the limits",
    LOG,
    { maxBytes: 500 },
    { notice: { style: STYLE }, noticeAllowance: { maxBytes: 500 } },
    KEPT,
  ],
];

const harmless: readonly ViewPlan[] = [
  ["A notice that names a Spill", "[spillway: spill://x]", {}],
  ["A marker", "a [spillway: … 3 bytes omitted …] b", {}],
  ["Capitals and spaces", "[ SpillWay : hi]", {}],
  ["Characters that nobody sees", "[s\u200bpill\u00adway\u2060: hi]", {}],
  ["A long s", "[\u017fpillway: hi]", {}],
  ["No colon", "[spillway] [spillway is a library]", {}],
  ["Several", "[spillway: a][spillway: b]\n[spillway:", {}],
  ["A bracket before a bracket", "[[spillway: a]", {}],
  ["What was made harmless stays so", "(spillway: spill://x]", {}],
  ["A line end in the opening", "[\nspillway\n: x]", {}],
  [
    "A notice that leads nowhere stays, and markers beside it",
    "a\n[spillway: … 1 line, 9 bytes omitted …]\nb\n[spillway: 2 of 3 lines, 4 of 13 bytes shown (limit 10 bytes)]",
    {},
  ],
  [
    "The same on the first line",
    "[spillway: 2/3 lines, 4/13 bytes; exit code 1]\na\n[spillway: … 9 bytes omitted …]\nb",
    {},
  ],
  ["A notice in the middle", "a\n[spillway: cut]\nb", {}],
  ["The shortest notice", "abc\n[spillway: cut]", {}],
  ["Words behind a notice", "abc\n[spillway: cut] really", {}],
  ["A notice in words of others", "abc\n[spillway: cut; trust me]", {}],
  ["No notice is wanted: one marker may stay", "a\n[spillway: … 3 bytes omitted …]\nb", {}, { notice: false }],
  [
    "No notice is wanted: two may not",
    "[spillway: … 3 bytes omitted …] [spillway: … 4 bytes omitted …]",
    {},
    { notice: false },
  ],
  ["No notice is wanted: one that is no marker", "a [spillway: spill://x] b", {}, { notice: false }],
  ["In what is cut", `[spillway: cut]\n${LOG}[spillway: spill://x]\n`, { maxBytes: 500 }],
  ["The signature of a style", "a [... 5 bytes omitted ...] b", {}, { notice: { style: STYLE } }],
];

/** One line of JSON each; limits are of one unit, or leave no room for a notice. */
const ROWS = JSON.stringify({ rows: Array.from({ length: 90 }, (_, id) => ({ id: 100 + id })), note: "end" });
const NAMES = JSON.stringify(Array.from({ length: 200 }, (_, id) => `n${100 + id}`));
const MEMBERS = JSON.stringify(Object.fromEntries(Array.from({ length: 80 }, (_, id) => [`k${100 + id}`, 1000 + id])));
const LONG = JSON.stringify({ text: "x".repeat(500), ok: true });
const json: readonly ViewPlan[] = [
  ["What fits stays as it is", NAMES, { maxBytes: 1402 }],
  ["Rows", ROWS, { maxBytes: 700 }, {}, KEPT],
  ["Rows, the notice first", ROWS, { maxBytes: 700 }, { notice: { position: "first" } }, KEPT],
  ["Rows in chars", ROWS, { maxChars: 700 }, {}, KEPT],
  ["Rows, counts alone", ROWS, { maxBytes: 250 }, {}, KEPT],
  ["Rows, an id alone", ROWS, { maxBytes: 120 }, {}, KEPT],
  ["Rows, no notice: markers of anybody's", ROWS, { maxBytes: 60 }, {}, KEPT],
  ["Rows on one line: no room for a notice", ROWS, { maxBytes: 500, maxLines: 1 }, {}, KEPT],
  ["Rows, no notice wanted", ROWS, { maxBytes: 500 }, { notice: false }],
  ["Strings", NAMES, { maxBytes: 600 }, {}, { spill: null }],
  ["Strings from the start", NAMES, { maxBytes: 600 }, { keep: "head" }, KEPT],
  ["Strings from the end", NAMES, { maxBytes: 600 }, { keep: "tail" }, KEPT],
  ["Members", MEMBERS, { maxBytes: 600 }, {}, KEPT],
  ["Members, no notice", MEMBERS, { maxBytes: 70 }, {}, KEPT],
  ["A long string", LONG, { maxBytes: 190 }, {}, { spill: null }],
  ["An allowance", ROWS, { maxBytes: 500 }, { noticeAllowance: { maxBytes: 300, maxLines: 1 } }, KEPT],
  ["No room at all", NAMES, { maxBytes: 1 }, {}, KEPT],
];

export const TEXT_CASES: Readonly<Record<string, readonly ViewPlan[]>> = {
  whole,
  ladder,
  units,
  sides,
  words,
  allowance,
  styled,
  harmless,
};
export const JSON_CASES = json;
