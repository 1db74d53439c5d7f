/** Which encoding makes text of bytes that are not UTF-8. */
import { type Candidate, candidates } from "./languages.js";
import { createSequenceDecoder, resolveEncoding } from "./sequenceDecoder.js";

/** An encoding, and how sure it is: 0 to 1. */
export interface Guess {
  readonly encoding: string;
  readonly confidence: number;
}

/**
 * The encoding in which the characters beyond ASCII are those that a language has most of, in words as the language has
 * them. Few characters make it unsure, and so does a second encoding that fits nearly as well.
 *
 * @param bytes - more than ASCII, and not UTF-8
 */
export function guessEncoding(bytes: Uint8Array): Guess | undefined {
  const guesses = candidates()
    .map((candidate) => ({ encoding: candidate.encoding, ...judge(bytes, candidate) }))
    .sort((first, second) => second.score - first.score);
  const [best, second] = guesses;
  if (best === undefined || best.score <= 0) return undefined;
  const lead = Math.min(1, (best.score - (second?.score ?? 0)) / CLEAR_LEAD);
  const certainty = best.characters / (best.characters + 1);
  return { encoding: best.encoding, confidence: Math.min(0.99, best.score * certainty * lead) };
}

interface Judgement {
  /** The share of the characters that fit, 0 to 1. */
  readonly score: number;
  readonly characters: number;
}

function judge(bytes: Uint8Array, candidate: Candidate): Judgement {
  const { encoding, frequent, script } = candidate;
  const known = resolveEncoding(encoding);
  if (known === undefined) return NOTHING;
  const text = createSequenceDecoder(known).write(bytes); // the end may part a character
  const points = Array.from(text);
  let fitting = 0;
  let characters = 0;
  for (const [at, point] of points.entries()) {
    if (point < "\u0080" || NEUTRAL.test(point)) continue;
    characters++;
    if (point === "\ufffd" || /\p{C}/u.test(point)) fitting -= 2;
    else if (script === "latin") fitting += frequent.has(point) && standsInLatin(points, at) ? 1 : -0.5;
    else if (script === "letters") fitting += worthOfLetter(points, at, candidate);
    else fitting += frequent.has(point) ? 1 : -RARE_COST;
  }
  return characters === 0 ? NOTHING : { score: Math.max(0, fitting / characters), characters };
}

/** Accented letters stand beside plain ones; a row of them is another script's. */
function standsInLatin(points: readonly string[], at: number): boolean {
  const [before = " ", point = "", behind = " "] = [points[at - 1], points[at], points[at + 1]];
  if (!/\p{L}/u.test(point)) return before < "\u0080" || behind < "\u0080";
  return (ASCII_LETTER.test(before) || ASCII_LETTER.test(behind)) && !(before >= "\u0080" && behind >= "\u0080");
}

/** A letter of an alphabet: in words of its own, capital only at the start, and the more frequent the better. */
function worthOfLetter(points: readonly string[], at: number, { frequent, top = NO_LETTERS }: Candidate): number {
  const [before = " ", point = "", behind = " "] = [points[at - 1], points[at], points[at + 1]];
  if (ASCII_LETTER.test(before) || ASCII_LETTER.test(behind)) return -1;
  const letter = point.toLowerCase();
  if (!frequent.has(letter)) return -0.5;
  if (NEVER_FIRST.test(letter) && !/\p{L}/u.test(before)) return -1;
  if (letter !== point && /\p{Ll}/u.test(before)) return -0.5;
  if (letter !== point && /\p{Lu}/u.test(before)) return 0.3;
  return top.has(letter) ? 1 : 0.5;
}

/** Punctuation and forms that East Asian encodings share. */
const NEUTRAL = /[\u3000-\u303f\uff01-\uff60\u00a0]/;
/** What a character costs that is not among the frequent ones: a third of a text is made of such. */
const RARE_COST = 0.15;
/** Shares by which the best has to lead, to be as sure as it can be. */
const CLEAR_LEAD = 0.2;
const ASCII_LETTER = /[A-Za-z]/;
/** Letters that no word begins with. */
const NEVER_FIRST = /[ъыьςםןץףךةىؤئ]/;
const NO_LETTERS: ReadonlySet<string> = new Set();
const NOTHING: Judgement = { score: 0, characters: 0 };
