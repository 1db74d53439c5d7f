/** Classes of characters that tokenizers treat alike: what a profile has weights for. */

/**
 * ASCII, by what a class is made of. Letters stand apart by how common they are in words: text whose letters follow each
 * other as in no language (base64, hexadecimal, names of machines) takes many more tokens than words do.
 */
const ASCII: readonly (readonly [name: string, characters: string])[] = [
  ["vowel", "aeiou"],
  ["common", "nrstl"],
  ["usual", "bcdfghmpy"],
  ["rare", "jkqvwxz"],
  ["upperVowel", "AEIOU"],
  ["upper", "BCDFGHJKLMNPQRSTVWXYZ"],
  ["digit", "0123456789"],
  ["space", " "],
  ["tab", "\t"],
  ["newline", "\n\r"],
  ["stop", ".,"],
  ["colon", ":;"],
  ["quote", "\"'`"],
  ["open", "([{<"],
  ["close", ")]}>"],
  ["underscore", "_"],
  ["hyphen", "-"],
  ["slash", "/\\"],
  ["sign", "!#$%&*+=?@^|~"],
];

const FIRST_EMOJI = 0x1f000;
const EMOJI_END = 0x1fb00;
/** Beyond ASCII, from U+0080 up: where each run of a class ends. No class holds characters of different UTF-8 lengths. */
const RUNS: readonly (readonly [end: number, name: string])[] = [
  [0xc0, "latinSign"],
  [0x250, "latin"],
  [0x370, "mark"],
  [0x400, "greek"],
  [0x530, "cyrillic"],
  [0x590, "armenian"],
  [0x600, "hebrew"],
  [0x800, "arabic"],
  [0x900, "other"],
  [0x980, "devanagari"],
  [0xe00, "indic"],
  [0xe80, "thai"],
  [0x10a0, "indochinese"],
  [0x1100, "georgian"],
  [0x1200, "jamo"],
  [0x1400, "ethiopic"],
  [0x1780, "other"],
  [0x1800, "indochinese"],
  [0x1e00, "other"],
  [0x1f00, "vietnamese"],
  [0x2000, "other"],
  [0x2010, "joiner"],
  [0x2070, "dash"],
  [0x2190, "mathSign"],
  [0x2200, "arrow"],
  [0x2500, "mathSign"],
  [0x25a0, "box"],
  [0x2800, "pictogram"],
  [0x2900, "braille"],
  [0x2e80, "mathSign"],
  [0x3000, "rareHan"],
  [0x3040, "cjkSign"],
  [0x30a0, "hiragana"],
  [0x3100, "katakana"],
  [0x4e00, "rareHan"],
  [0xa000, "han"],
  [0xac00, "other"],
  [0xd7b0, "hangul"],
  [0xfe00, "other"],
  [0xfe10, "joiner"],
  [0xff00, "other"],
  [0xfff0, "cjkSign"],
  [0x10000, "replacement"],
  [FIRST_EMOJI, "astral"],
  [EMOJI_END, "emoji"],
  [0x110000, "astral"],
];

/** The names, ASCII first: a class is an index into them. */
export const CLASSES: readonly string[] = [
  ...ASCII.map(([name]) => name),
  "control",
  ...new Set(RUNS.map(([, name]) => name)),
];
/** Classes of ASCII. */
const ASCII_CLASSES = ASCII.length + 1;
const EMOJI = CLASSES.indexOf("emoji");
const ASTRAL = CLASSES.indexOf("astral");
/** Classes that join with ASCII letters into words, and so have a weight after each class. */
const LETTERS: readonly string[] = ["latin", "vietnamese"];
/** Signs, which end a word as ASCII punctuation does. */
const SIGNS: readonly string[] = [
  ...["latinSign", "joiner", "dash", "mathSign", "arrow", "box", "pictogram", "braille", "cjkSign", "replacement"],
  ...["astral", "emoji"],
];

/** What stands before a character, as far as it matters: a class of ASCII, a letter beyond it, a sign beyond it. */
const LETTER = ASCII_CLASSES;
const WIDE_LETTER = ASCII_CLASSES + 1;
const WIDE_SIGN = ASCII_CLASSES + 2;
const CONTEXTS = ASCII_CLASSES + 3;
const SPACE = CLASSES.indexOf("space");

/**
 * The place of a weight in a profile: of a character of one class after one of another. Classes of ASCII and of letters
 * like it have one for each context, the others for the same class before them, a blank, and anything else. The last
 * places are for a character after itself, by its class.
 */
export function placeOf(before: number, current: number): number {
  const wide = WIDE_PLACES[current];
  if (wide === undefined) return fullColumn(current) * CONTEXTS + contextOf(before);
  return wide + (before === current ? 0 : before === SPACE ? 1 : 2);
}

/** The place of the weight of a character after itself. */
export function repeatPlaceOf(current: number): number {
  return FIRST_REPEAT + current;
}

function contextOf(before: number): number {
  if (before < ASCII_CLASSES) return before;
  const name = CLASSES[before] as string;
  return LETTERS.includes(name) ? LETTER : SIGNS.includes(name) ? WIDE_SIGN : WIDE_LETTER;
}

function fullColumn(current: number): number {
  return current < ASCII_CLASSES ? current : ASCII_CLASSES + LETTERS.indexOf(CLASSES[current] as string);
}

const FULL_PLACES = (ASCII_CLASSES + LETTERS.length) * CONTEXTS;
const WIDE = CLASSES.map((_, index) => index).filter(
  (index) => index >= ASCII_CLASSES && !LETTERS.includes(CLASSES[index] as string),
);
const WIDE_PLACES: readonly (number | undefined)[] = CLASSES.map((_, index) =>
  WIDE.includes(index) ? FULL_PLACES + 3 * WIDE.indexOf(index) : undefined,
);
const FIRST_REPEAT = FULL_PLACES + 3 * WIDE.length;
/** How many weights a profile has. */
export const PLACES = FIRST_REPEAT + CLASSES.length;

/** UTF-8 bytes of a character of a class. */
export function bytesOfClass(index: number): number {
  if (index < ASCII_CLASSES) return 1;
  const run = RUNS.findIndex(([, name]) => name === CLASSES[index]);
  const start = run === 0 ? 0x80 : (RUNS[run - 1]?.[0] as number);
  return start < 0x800 ? 2 : start < 0x10000 ? 3 : 4;
}

/** The class of a code point. */
export function classOf(code: number): number {
  if (code < 0x80) return asciiClassOf(String.fromCharCode(code));
  if (code > 0xffff) return code >= FIRST_EMOJI && code < EMOJI_END ? EMOJI : ASTRAL;
  const name = RUNS.find(([end]) => code < end)?.[1] as string;
  return CLASSES.indexOf(name);
}

function asciiClassOf(character: string): number {
  const index = ASCII.findIndex(([, characters]) => characters.includes(character));
  return index === -1 ? ASCII.length : index;
}
