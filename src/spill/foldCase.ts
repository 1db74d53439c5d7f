/**
 * A text with each letter replaced by the one that stands for it in either case, unit for unit: Unicode's simple case
 * folding. Two texts are equal so folded exactly where a regular expression with the flags `iu` takes them for equal.
 */
export function foldCase(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text.replace(MAY_FOLD, (found) => (found <= "Z" ? found.toLowerCase() : foldLetter(found)));
}

/**
 * The letter that stands for a letter in either case. No function gives it, but a regular expression knows: of what other
 * functions make of the letter, what it holds equal.
 */
function foldLetter(letter: string): string {
  let folded = foldedLetters.get(letter);
  if (folded === undefined) {
    const lower = letter.toLowerCase();
    const upper = letter.toUpperCase();
    const others = [upper.toLowerCase(), lower, upper, letter.normalize(), LIGATURE_ST];
    const isEqual = new RegExp(`^${letter}$`, "iu");
    folded = others.find((other) => other !== letter && isEqual.test(other)) ?? letter;
    foldedLetters.set(letter, folded);
  }
  return folded;
}
/** What was found out: no more than there are letters that fold. */
const foldedLetters = new Map<string, string>();

const IS_ASCII = /^[\0-\x7f]*$/;
/** Runs of capital letters, and whatever else folds: also three letters of which only the decomposed form has cases. */
const MAY_FOLD = /[A-Z]+|[\p{Changes_When_Casefolded}\u1fbe\u1fd3\u1fe3]/gu;
/** Equal to U+FB05, which no function leads to. */
const LIGATURE_ST = "\ufb06";
