/** Cases of `cut` with several limits at once: which of them stops it, and what the other side may have. */
import { FAMILY, FLAG } from "./sizeCases.js";
import type { CutPlan, VectorOptions } from "./types.js";

const HEAD = { keep: "head" } as const;
const TAIL = { keep: "tail" } as const;
const QUARTERS: VectorOptions = { countTokens: "chars/4" };
const LOG = "alpha\nbeta\ngamma\ndelta\nepsilon\n";

export const COMBINED_CASES: readonly CutPlan[] = [
  ["All limits exactly met: not cut", "é\n🟡\n", { maxBytes: 8, maxChars: 5, maxLines: 2, maxTokens: 2 }, QUARTERS],
  [
    "All limits met but bytes",
    "é\n🟡\n",
    { maxBytes: 7, maxChars: 5, maxLines: 2, maxTokens: 2 },
    { ...HEAD, ...QUARTERS },
  ],
  [
    "All limits met but chars",
    "é\n🟡\n",
    { maxBytes: 8, maxChars: 4, maxLines: 2, maxTokens: 2 },
    { ...HEAD, ...QUARTERS },
  ],
  [
    "All limits met but lines",
    "é\n🟡\n",
    { maxBytes: 8, maxChars: 5, maxLines: 1, maxTokens: 2 },
    { ...HEAD, ...QUARTERS },
  ],
  [
    "All limits met but tokens",
    "é\n🟡\n",
    { maxBytes: 8, maxChars: 5, maxLines: 2, maxTokens: 1 },
    { ...HEAD, ...QUARTERS },
  ],
  ["All limits 0", "abc", { maxBytes: 0, maxChars: 0, maxLines: 0, maxTokens: 0 }, QUARTERS],
  ["A limit of 0 beside generous ones leaves nothing", "a\nb", { maxBytes: 100, maxLines: 0 }],
  ["A tie of bytes and chars is named bytes", "abcdef", { maxBytes: 3, maxChars: 3 }, HEAD],
  ["A tie of bytes and lines is named bytes", "ab\ncd\n", { maxBytes: 3, maxLines: 1 }, HEAD],
  ["A tie of chars and lines is named chars", "ab\ncd\n", { maxChars: 3, maxLines: 1 }, HEAD],
  ["A tie of chars and tokens is named chars", "abcdefgh", { maxChars: 4, maxTokens: 1 }, { ...HEAD, ...QUARTERS }],
  ["A tie of lines and tokens is named lines", "abc\ndef\n", { maxLines: 1, maxTokens: 1 }, { ...HEAD, ...QUARTERS }],
  [
    "A tie of all four is named bytes",
    "abc\ndef\n",
    { maxBytes: 4, maxChars: 4, maxLines: 1, maxTokens: 1 },
    { ...HEAD, ...QUARTERS },
  ],
  ["A tie at the tail is named bytes", "ab\ncd\n", { maxBytes: 3, maxLines: 1 }, TAIL],
  [
    "A tie at the tail of lines and tokens is named lines",
    "xyz\nabc\n",
    { maxLines: 1, maxTokens: 1 },
    { ...TAIL, ...QUARTERS },
  ],
  ["Bytes stop the head before chars do", "éééé", { maxBytes: 5, maxChars: 3 }, HEAD],
  ["Chars stop the head before bytes do", "aaaé", { maxBytes: 4, maxChars: 2 }, HEAD],
  ["Lines stop the head before bytes do", "a\nb\nc\n", { maxBytes: 5, maxLines: 1 }, HEAD],
  ["Tokens stop the head before chars do", "abcdefgh", { maxChars: 7, maxTokens: 1 }, { ...HEAD, ...QUARTERS }],
  ["Bytes stop the tail, wide characters there", "aaaaaa中中", { maxBytes: 5, maxChars: 4 }, TAIL],
  ["Chars stop the tail, narrow characters there", "中中aaaaaa", { maxBytes: 5, maxChars: 4 }, TAIL],
  ["Lines stop the tail before bytes do", "aaa\nb\nc\n", { maxBytes: 6, maxLines: 2 }, TAIL],
  ["Tokens stop the tail before bytes do", "abcdefghij", { maxBytes: 9, maxTokens: 2 }, { ...TAIL, ...QUARTERS }],
  ["The head's limit is named where the tail had another", "中中中aaaaaa", { maxBytes: 12, maxChars: 7 }],
  ["The head's limit is named after what the tail left", "aaaaaa中中中", { maxBytes: 12, maxChars: 7 }],
  ["The tail's limit is named where there is no head", "🟡🟡abcdefgh", { maxBytes: 5, maxChars: 4 }],
  [
    "The tail's limit is named where the head has no line",
    "a\nb\nc\nd\n",
    { maxBytes: 100, maxLines: 1 },
    { headShare: 0.2 },
  ],
  [
    "The named limit is what stops the head before it goes back to its line",
    LOG,
    { maxBytes: 13, maxLines: 3 },
    { ...HEAD, boundary: "line" },
  ],
  [
    "Lines stop the head before its bytes, between lines",
    LOG,
    { maxBytes: 25, maxLines: 2 },
    { ...HEAD, boundary: "line" },
  ],
  ["Ends: bytes and lines, between lines", LOG, { maxBytes: 22, maxLines: 3 }, { boundary: "line" }],
  ["Ends: lines are the scarce one", LOG, { maxBytes: 28, maxLines: 2 }, { boundary: "line" }],
  ["Ends: bytes are the scarce one", LOG, { maxBytes: 14, maxLines: 4 }, { boundary: "line" }],
  ["Ends: a share of 0.2 of bytes and lines", LOG, { maxBytes: 20, maxLines: 4 }, { headShare: 0.2, boundary: "line" }],
  ["Ends: a share of 0.8 of bytes and lines", LOG, { maxBytes: 20, maxLines: 4 }, { headShare: 0.8, boundary: "line" }],
  ["Ends: tokens and lines", LOG, { maxTokens: 6, maxLines: 4 }, { boundary: "line", ...QUARTERS }],
  ["Ends: a line shared by both sides counts for each of them", "a\nbcdefghijklmn\no\n", { maxBytes: 12, maxLines: 4 }],
  [
    "Ends: a line of the head counts again for the tail, which so gets no part of it",
    "abcdef\nm\n",
    { maxBytes: 6, maxLines: 2 },
  ],
  ["Ends: one endless line within one line is one side alone", "abcdefghijkl", { maxBytes: 6, maxLines: 1 }],
  ["Ends: one endless line within two lines has both sides", "abcdefghijkl", { maxBytes: 6, maxLines: 2 }],
  [
    "A line larger in bytes, though not in chars, is cut inside",
    "a\n中中中\nb\n",
    { maxBytes: 8, maxChars: 6 },
    { ...HEAD, boundary: "line" },
  ],
  [
    "A line larger in tokens, though not in bytes, is cut inside",
    "a\nbcdefghi\nj\n",
    { maxBytes: 10, maxTokens: 2 },
    { ...HEAD, boundary: "line", ...QUARTERS },
  ],
  [
    "A line that fits all limits is left out whole",
    "a\n中中\nb\n",
    { maxBytes: 8, maxChars: 4 },
    { ...HEAD, boundary: "line" },
  ],
  [
    "A family larger in chars, though not in bytes, is parted",
    `${FAMILY}x`,
    { maxBytes: 18, maxChars: 5 },
    { ...HEAD, boundary: "grapheme" },
  ],
  [
    "A flag that fits all limits but not what the tail left is left out",
    `a${FLAG}${FAMILY}`,
    { maxBytes: 20, maxChars: 9 },
    { boundary: "grapheme" },
  ],
  ["Graphemes and lines", `${FLAG}a\n${FAMILY}\n${FLAG}\n`, { maxBytes: 30, maxLines: 2 }, { boundary: "grapheme" }],
  ["A head without the bytes for its pair leaves chars to the tail", "🟡aaaaaaaa", { maxBytes: 7, maxChars: 6 }],
  [
    "CRLF inside several limits, between lines",
    "ab\r\ncd\r\nef\r\n",
    { maxBytes: 9, maxChars: 9, maxLines: 2 },
    { boundary: "line" },
  ],
  ["Lone surrogates inside bytes and chars", "\ud83da\udfe1b\ud83d", { maxBytes: 7, maxChars: 3 }],
  [
    "Long: four limits",
    { repeat: [{ text: "some words here\n", times: 50 }] },
    { maxBytes: 500, maxChars: 400, maxLines: 30, maxTokens: 110 },
    { headShare: 0.2, boundary: "line", ...QUARTERS },
  ],
];
