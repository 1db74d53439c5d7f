import { checkObject, checkString } from "../internal/check.js";
import { PLACES } from "./classes.js";

/**
 * What characters cost in a family of vocabularies: data, made by `bench/tokens/fit`. Each text has a character for each
 * pair of a class of characters and what stands before it.
 *
 * @public
 */
export interface TokenProfile {
  /** Costs that aim at the middle. */
  readonly expected: string;
  /** Costs that err on the high side. */
  readonly safe: string;
}

/** @throws TypeError that names the field, for a profile that is not whole */
export function checkProfile(name: string, value: unknown): TokenProfile {
  const { expected, safe } = checkObject(name, value) as Partial<TokenProfile>;
  checkCosts(`${name}.expected`, expected);
  checkCosts(`${name}.safe`, safe);
  return value as TokenProfile;
}

function checkCosts(name: string, value: unknown): void {
  const text = checkString(name, value);
  if (text.length !== PLACES) throw new TypeError(`${name} must have ${PLACES} characters, got ${text.length}`);
  for (const character of text) {
    if (!LETTERS.includes(character)) throw new TypeError(`${name} must be made of the letters of a profile`);
  }
}

/** Thousandths of a token that each character of a profile's text stands for. */
export function costsOf(text: string): readonly number[] {
  return Array.from(text, (letter) => COSTS[LETTERS.indexOf(letter)] as number);
}

/**
 * The letter of the least cost that is not below some tokens, or of the nearest one. Used where profiles are made.
 *
 * @internal
 */
export function letterFor(tokens: number, rounding: "up" | "nearest"): string {
  const wanted = 1000 * tokens;
  let index = COSTS.findIndex((cost) => cost >= wanted);
  if (index === -1) index = COSTS.length - 1;
  const below = COSTS[index - 1];
  if (rounding === "nearest" && below !== undefined && wanted - below < (COSTS[index] as number) - wanted) index--;
  return LETTERS[index] as string;
}

/** Printable ASCII without a blank, quotes and the backslash, which sources would have to escape. */
const LETTERS = "#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~!";
/** From 0.008 to 4 tokens, each step 7 % above the one before. */
const COSTS: readonly number[] = Array.from(LETTERS, (_, step) => Math.round(8 * 500 ** (step / (LETTERS.length - 1))));
