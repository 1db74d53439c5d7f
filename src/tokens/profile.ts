/**
 * Tokens that one code point costs, by class. A profile is data: `safe` errs on the high side for every vocabulary it was
 * compared with, `expected` aims at their middle.
 */

/** Names of the profiles that come with spillway. @public */
export type ProfileName = "generic";

/**
 * Hundredths of a token that one code point costs, by class, in this order: ASCII lower-case letters, upper-case letters,
 * digits, blanks, line ends, punctuation, controls; Latin letters beyond ASCII, Vietnamese, Greek, Cyrillic, Hebrew and
 * Arabic, kana, Han, Hangul, symbols, the rest of the basic plane, emoji, the rest of the other planes.
 *
 * @public
 */
export interface TokenProfile {
  /** Weights that err on the high side. */
  readonly safe: readonly number[];
  /** Weights that aim at the middle. */
  readonly expected: readonly number[];
}

/** The classes of code points, in the order of a profile's weights. */
export const CLASSES = [
  "lower",
  "upper",
  "digit",
  "space",
  "newline",
  "punctuation",
  "control",
  "latin",
  "vietnamese",
  "greek",
  "cyrillic",
  "semitic",
  "kana",
  "han",
  "hangul",
  "symbol",
  "other",
  "emoji",
  "astral",
] as const;

export const PROFILES: Readonly<Record<ProfileName, TokenProfile>> = {
  generic: {
    safe: [44, 100, 100, 25, 90, 80, 100, 120, 220, 140, 90, 130, 130, 165, 170, 200, 250, 400, 400],
    expected: [23, 50, 60, 8, 45, 60, 100, 75, 130, 85, 50, 80, 85, 105, 105, 120, 150, 240, 350],
  },
};

/** The class of a code point, as an index into a profile's weights. */
export function classOf(code: number): number {
  if (code < 0x80) return ASCII_CLASSES[code] as number;
  for (const [end, index] of BLOCKS) if (code < end) return index;
  return CLASSES.indexOf("astral");
}

/** The end of each run of Unicode blocks that are weighed alike, from U+0080 upward. */
const BLOCKS: readonly (readonly [end: number, classIndex: number])[] = (
  [
    [0x250, "latin"],
    [0x370, "other"],
    [0x400, "greek"],
    [0x530, "cyrillic"],
    [0x590, "other"],
    [0x780, "semitic"],
    [0x1100, "other"],
    [0x1200, "hangul"],
    [0x1e00, "other"],
    [0x1f00, "vietnamese"],
    [0x2000, "greek"],
    [0x2e80, "symbol"],
    [0x3040, "han"],
    [0x3100, "kana"],
    [0xa000, "han"],
    [0xac00, "other"],
    [0xd7b0, "hangul"],
    [0xf900, "other"],
    [0xfb00, "han"],
    [0xff00, "other"],
    [0xfff0, "han"],
    [0x1f000, "other"],
    [0x1fb00, "emoji"],
  ] as const
).map(([end, name]) => [end, CLASSES.indexOf(name)]);

const ASCII_CLASSES: readonly number[] = Array.from({ length: 0x80 }, (_, code) => {
  if (code >= 0x61 && code <= 0x7a) return 0;
  if (code >= 0x41 && code <= 0x5a) return 1;
  if (code >= 0x30 && code <= 0x39) return 2;
  if (code === 0x20 || code === 0x09) return 3;
  if (code === 0x0a || code === 0x0d) return 4;
  return code < 0x20 || code === 0x7f ? 6 : 5;
});
