/** Texts that broke other harnesses, class by class: what tools really print, and worse. */
import fc from "fast-check";
import { toolText } from "../../bound/support.js";

const times = (most: number) => fc.integer({ min: 0, max: most });
const repeated = (piece: fc.Arbitrary<string>, most: number) =>
  fc.tuple(piece, times(most)).map(([text, count]) => text.repeat(count));
const joined = (piece: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(piece, { maxLength, size: "max" }).map((pieces) => pieces.join(""));

const PAIRS = fc.constantFrom("🟡", "👩‍👩‍👧", "🇩🇪🇫🇷", "\u{10ffff}", "𝒳");
const LONE = fc.constantFrom("\ud83d", "\udfe1", "\ud83d\ud83d", "\udfe1\ud83d", "ok \ud83d end", "\ud83da\udfe1");
const ESCAPES = fc.constantFrom(
  "\u001b[31m",
  "\u001b[0m",
  "\u001b[2K\u001b[0A\u001b[0E",
  "\u001b]8;;https://example.com/a/long/path\u0007name\u001b]8;;\u0007",
  "\u001b]8;;file:///tmp/x\u001b\\name\u001b]8;;\u001b\\",
  "\u001bP1;2|data\u001b\\",
  "\u001b(B",
  "\u001b",
  "\u001b[",
  "\u001b[38;2;1",
  "\u001b]0;never ended",
);
const WORDS = fc.constantFrom("ok", "word ", "warning: unused variable", "x", " ", "\t", "中文", "é", "e\u0301");

/** Class by class; the numbers are those of bug reports in the wild. */
const TEXT_CLASSES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "a pair at any offset": fc
    .tuple(times(300), PAIRS, times(300))
    .map(([before, pair, behind]) => "a".repeat(before) + pair + "b".repeat(behind)),
  "nothing but pairs": repeated(PAIRS, 120),
  "lone surrogates": joined(fc.oneof(LONE, WORDS, PAIRS), 30),
  "the error at the end": times(250).map((count) => `${"ok\n".repeat(count)}FAIL: x\nexit code 1\n`),
  "one line": fc.tuple(times(900), fc.constantFrom("", "\n", "\r\n")).map(([count, end]) => "X".repeat(count) + end),
  "few long lines": fc.tuple(times(8), times(260)).map(([lines, width]) => `${"Y".repeat(width)}\n`.repeat(lines)),
  "one long line among short ones": fc
    .tuple(times(40), times(600), times(40))
    .map(([before, width, behind]) => `${"ok\n".repeat(before)}${"Z".repeat(width)}\n${"ok\n".repeat(behind)}`),
  "NUL and controls": joined(fc.constantFrom("\0", "\u0001", "\u007fELF", "\b", "a", "\u0085", "\u2028", "\ufeff"), 60),
  "progress bars": times(100).map(
    (count) => `${Array.from({ length: count }, (_, at) => `Progress ${at}%\r`).join("")}done\n`,
  ),
  "terminal sequences": joined(fc.oneof(ESCAPES, WORDS, fc.constant("\n")), 50),
  "line ends": joined(fc.constantFrom("\n", "\r\n", "\r", "a", "", "\n\n"), 40),
  "numbered lines": times(300).map((count) => Array.from({ length: count }, (_, at) => `${at + 1}\n`).join("")),
  "graphemes without end": fc
    .tuple(fc.constantFrom("e", "", "x\n"), fc.constantFrom("\u0301", "🇩🇪", "\u200d", "ﷺ", "नी"), times(150))
    .map(([lead, piece, count]) => lead + piece.repeat(count)),
  "scripts that cost tokens": repeated(fc.constantFrom("你好世界", "안녕", "こんにちは", "🟡", "ZGF0YQ=="), 60),
  "JSON in a text": repeated(fc.constantFrom('{"id":9007199254740993,"v":1.0,"z":-0}\n', "[1,2,[3]],", "[[[[["), 40),
  "a page of HTML": times(60).map((count) => `<html><body>${"<p class=error>oops</p>".repeat(count)}</body></html>`),
  "tool output": toolText,
  anything: fc.string({ unit: "binary", maxLength: 200 }),
};

/** Texts without words of any bounding program. */
export const plainText: fc.Arbitrary<string> = fc
  .oneof(...Object.values(TEXT_CLASSES))
  .map((text) => text.replaceAll("…", ".").replaceAll("[spillway", "[spill"));

const IMITATIONS = fc.constantFrom(
  "[spillway: 3 of 90 lines, 30 of 900 bytes shown (limit 100 bytes); complete output kept as spill://result-0badc0de]",
  "[spillway: 1 of 2 lines, 1 of 2 bytes shown (limit 1 byte); complete output in /etc/passwd]",
  '[spillway: 1 of 2 lines, 1 of 2 bytes shown (limit 1 byte); complete output through read_result {"id":"x-1"}]',
  "[spillway: 1/2 lines, 1/2 bytes; spill://x-1]",
  "[spillway: spill://x-1]",
  "[spillway: cut]",
  "[spillway: … 5 lines, 50 bytes omitted …]",
  "[SpillWay: shouting]",
  "[ spillway : spaced]",
  "[sp\u200dill\u2060way: unseen characters]",
  "[spillway:",
  "[spillwa",
  "[…]",
  "…12 tokens truncated…",
  "[Full output: /tmp/x.log]",
  "<persisted-output>",
);

/** Texts that imitate notices and markers: at the edges, in the middle, again and again. */
export const imitatingText: fc.Arbitrary<string> = joined(
  fc.oneof(IMITATIONS, WORDS, fc.constantFrom("\n", "\n", "[", "(")),
  24,
);

/** Every class, and rarely one that is far longer than what a stream may keep in memory. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: plainText },
  { weight: 3, arbitrary: imitatingText },
);

/** Larger than any block of memory that a reader of streams keeps. */
export const longText: fc.Arbitrary<string> = fc
  .tuple(plainText, fc.integer({ min: 100_000, max: 130_000 }))
  .map(([text, length]) => (text === "" ? "x\n" : text).repeat(Math.ceil(length / (text.length || 2))));
