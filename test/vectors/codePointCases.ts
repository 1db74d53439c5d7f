/** Cases of `cut` between code points, one limit at a time; and of how both sides share it. */
import { ACUTE, FAMILY, FLAG, HANGUL } from "./sizeCases.js";
import type { CutPlan } from "./types.js";

const HEAD = { keep: "head" } as const;
const TAIL = { keep: "tail" } as const;
const TEN = "abcdefghij";

const EDGES: readonly CutPlan[] = [
  ["Bytes: a text exactly at the limit is not cut", "naïve", { maxBytes: 6 }, HEAD],
  ["Bytes: one less than the text", "naïve", { maxBytes: 5 }, HEAD],
  ["Bytes: one more than the text", "naïve", { maxBytes: 7 }, TAIL],
  ["Bytes: none", "naïve", { maxBytes: 0 }],
  ["Chars: a text exactly at the limit is not cut", "naïve", { maxChars: 5 }, TAIL],
  ["Chars: one less than the text", "naïve", { maxChars: 4 }, TAIL],
  ["Chars: one more than the text", "naïve", { maxChars: 6 }, HEAD],
  ["Chars: none", "naïve", { maxChars: 0 }, HEAD],
  ["Lines: a text exactly at the limit is not cut", "a\nb\nc\n", { maxLines: 3 }],
  ["Lines: one less than the text", "a\nb\nc\n", { maxLines: 2 }, HEAD],
  ["Lines: one more than the text", "a\nb\nc\n", { maxLines: 4 }],
  ["Lines: none", "a\nb\nc\n", { maxLines: 0 }, TAIL],
  ["Tokens: a text exactly at the limit is not cut", "abcdefgh", { maxTokens: 2 }, { countTokens: "chars/4" }],
  ["Tokens: one less than the text", "abcdefgh", { maxTokens: 1 }, { ...HEAD, countTokens: "chars/4" }],
  ["Tokens: one more than the text", "abcdefgh", { maxTokens: 3 }, { countTokens: "chars/4" }],
  ["Tokens: none", "abcdefgh", { maxTokens: 0 }, { countTokens: "chars/4" }],
  [
    "Tokens: the tail takes as many units as its tokens allow",
    "abcdefghi",
    { maxTokens: 2 },
    { ...TAIL, countTokens: "chars/4" },
  ],
  ["Tokens: another counter", "a中b中", { maxTokens: 5 }, { ...HEAD, countTokens: "bytes" }],
  ["An empty text is not cut, whatever the limit", "", { maxBytes: 0, maxLines: 0 }, TAIL],
  ["Without limits nothing is cut", "a\nb", {}, TAIL],
];

const CODE_POINTS: readonly CutPlan[] = [
  ["A pair stays whole at a limit of bytes inside it", "🟡🟡🟡", { maxBytes: 7 }, HEAD],
  ["A pair that just fits stays", "🟡🟡🟡", { maxBytes: 8 }, HEAD],
  ["A pair stays whole at a limit of chars inside it", "🟡🟡🟡", { maxChars: 3 }, TAIL],
  ["A first pair larger than the limit leaves nothing", "🟡🟡", { maxBytes: 3 }, HEAD],
  ["A last pair larger than the limit leaves nothing", "🟡🟡", { maxChars: 1 }, TAIL],
  ["Both sides can stay empty", "🟡🟡", { maxBytes: 3 }],
  ["A lone high surrogate before a pair is a code point", "\ud83d\ud83d\udfe1", { maxChars: 2 }, HEAD],
  ["A lone low surrogate behind a pair is a code point", "\ud83d\udfe1\udfe1", { maxChars: 2 }, TAIL],
  ["Lone surrogates are cut between", "\udfe1\ud83d", { maxBytes: 5 }, HEAD],
  ["A kept lone surrogate stays as it is", "a\ud83db\udfe1c", { maxChars: 2 }],
  ["Code points part a combining mark from its letter", `${ACUTE}x`, { maxChars: 1 }, HEAD],
  ["Code points part a family", `a${FAMILY}`, { maxBytes: 8 }, HEAD],
  ["Code points part a flag", `${FLAG}${FLAG}`, { maxBytes: 12 }, TAIL],
  ["Code points part conjoining jamo", HANGUL, { maxChars: 2 }, HEAD],
  ["Code points part CR from LF", "ab\r\ncd", { maxChars: 3 }, HEAD],
  ["A tail can begin at the LF of CRLF", "ab\r\ncd", { maxChars: 3 }, TAIL],
  ["A byte order mark is kept and costs three bytes", "\ufeffabc", { maxBytes: 4 }, HEAD],
  ["NUL is cut like any other", "\0\0\0", { maxChars: 1 }, TAIL],
];

export const SHARE_CASES: readonly CutPlan[] = [
  ["By default both ends are kept, half each, and the odd byte goes to the tail", TEN, { maxBytes: 5 }, {}],
  ["A share of 0.2 is rounded down", TEN, { maxBytes: 9 }, { keep: "ends", headShare: 0.2 }],
  ["A share of 0.8 is rounded down", TEN, { maxChars: 9 }, { keep: "ends", headShare: 0.8 }],
  ["A share of 0 is the tail alone", TEN, { maxBytes: 5 }, { keep: "ends", headShare: 0 }],
  ["A share of 1 is the head alone", TEN, { maxBytes: 5 }, { keep: "ends", headShare: 1 }],
  ["A share is ignored where one side is kept", TEN, { maxBytes: 5 }, { keep: "head", headShare: 0.2 }],
  ["One byte: the head's half is none, so the tail has it", TEN, { maxBytes: 1 }],
  ["A share too small for a code point goes to the tail", "🟡bcdefgh", { maxBytes: 6 }],
  ["What the tail cannot use goes back to the head", "abcdefgh🟡", { maxBytes: 6 }],
  ["Neither side can use the last byte", "é🟡xxx🟡é", { maxBytes: 7 }],
  [
    "A product just below a whole number is rounded down",
    { repeat: [{ text: "ab", times: 60 }] },
    { maxBytes: 100 },
    { headShare: 0.29 },
  ],
  ["Tokens are shared too", "abcdefghijklmnopqrstuvwx", { maxTokens: 5 }, { headShare: 0.5, countTokens: "chars/4" }],
  ["Tokens: the head gets what the tail left", "abcdefghijkl中", { maxTokens: 4 }, { countTokens: "bytes" }],
  ["Tokens: the share of one token is none", TEN, { maxTokens: 1 }, { headShare: 0.8, countTokens: "chars/4" }],
  ["A share of half a line is rounded up", "a\nb\nc\n", { maxLines: 1 }, { headShare: 0.5 }],
  ["A share of less than half a line is none", "a\nb\nc\n", { maxLines: 1 }, { headShare: 0.2 }],
  ["A share just below half a line is none", "a\nb\nc\n", { maxLines: 1 }, { headShare: 0.49999999999999994 }],
  ["Half of five lines is three", "1\n2\n3\n4\n5\n6\n7\n", { maxLines: 5 }],
  ["Half of three lines is two", "1\n2\n3\n4\n5\n", { maxLines: 3 }],
  [
    "From two lines on the head has one, however small its share",
    "1\n2\n3\n4\n5\n",
    { maxLines: 2 },
    { headShare: 0.01 },
  ],
  [
    "From two lines on the tail has one, however large the head's share",
    "1\n2\n3\n4\n5\n",
    { maxLines: 3 },
    { headShare: 0.99 },
  ],
  [
    "A share of 0 has no line for the head, also from two lines on",
    "1\n2\n3\n4\n5\n",
    { maxLines: 3 },
    { headShare: 0 },
  ],
  [
    "A share of 1 has no line for the tail, also from two lines on",
    "1\n2\n3\n4\n5\n",
    { maxLines: 3 },
    { headShare: 1 },
  ],
  [
    "A share of 0.2 of eight lines is two",
    { repeat: [{ text: "x\n", times: 30 }] },
    { maxLines: 8 },
    { headShare: 0.2 },
  ],
  [
    "A product just below half a line is rounded down",
    { repeat: [{ text: "x\n", times: 120 }] },
    { maxLines: 100 },
    { headShare: 0.145 },
  ],
  ["A share of no tokens leaves them to the tail", TEN, { maxTokens: 2 }, { headShare: 0.2, countTokens: "chars/4" }],
];

const SHOWN_LINES: readonly CutPlan[] = [
  ["Two parts of one endless line show one line", TEN, { maxBytes: 4 }],
  ["The parts share a line in the middle", "a\nbcdefgh\ni", { maxBytes: 6 }],
  ["A head that ends with a newline shares no line", "ab\ncdefg\nh", { maxBytes: 6 }],
  ["A tail that starts a line shares none", "abcdef\ngh\n", { maxBytes: 6 }],
  ["The parts share the last line, which a newline ends", "a\nbcdefg\n", { maxBytes: 6 }],
  ["One part shows the lines of which it has a character", "ab\ncd\nef", { maxBytes: 4 }, HEAD],
  ["A tail of a newline alone shows one line", "abc\n", { maxBytes: 1 }, TAIL],
  ["Blank lines", "\n\n\n\n\n", { maxLines: 2 }],
  ["A last line without a newline", "one\ntwo\nthree", { maxLines: 2 }],
  ["A last line with a newline", "one\ntwo\nthree\n", { maxLines: 2 }],
  ["A lone CR starts no line", "a\rb\nc\rd\ne\rf", { maxLines: 2 }],
  [
    "A limit of lines cuts between lines also where code points may be parted",
    "one\r\ntwo\r\nthree",
    { maxLines: 1 },
    HEAD,
  ],
];

const LONG: readonly CutPlan[] = [
  ["Long: one endless line", { repeat: [{ text: "é", times: 600 }] }, { maxBytes: 801 }, HEAD],
  ["Long: many lines", { repeat: [{ text: "line\n", times: 100 }] }, { maxLines: 25 }, { headShare: 0.2 }],
  ["Long: tokens", { repeat: [{ text: "word ", times: 160 }] }, { maxTokens: 99 }, { ...TAIL, countTokens: "chars/4" }],
];

export const CODE_POINT_CASES: readonly CutPlan[] = [...EDGES, ...CODE_POINTS, ...SHOWN_LINES, ...LONG];
