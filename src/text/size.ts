import { measureUtf8, utf8Length as platformUtf8Length } from "#platform";
import { checkString } from "../internal/check.js";

/** The size of a text in three units. @public */
export interface TextSize {
  /** UTF-8 bytes; a lone surrogate counts 3. */
  readonly bytes: number;
  /** UTF-16 code units. */
  readonly chars: number;
  /** `""` 0, `"a"` 1, `"a\n"` 1, `"\n"` 1, `"a\nb"` 2; a lone `\r` ends nothing. */
  readonly lines: number;
}

/**
 * The size of a text in bytes, chars and lines, in one linear pass.
 *
 * @throws TypeError if `text` is not a string
 * @example
 * ```ts
 * measureText("naïve\n🟡"); // { bytes: 11, chars: 8, lines: 2 }
 * ```
 * @public
 */
export function measureText(text: string): TextSize {
  const { bytes, newlines } = measureUtf8(checkString("text", text));
  return { bytes, chars: text.length, lines: linesOf(newlines, text.length === 0 || text.endsWith("\n")) };
}

/**
 * The length of a text in UTF-8 bytes. A lone surrogate counts 3, as the U+FFFD that replaces it.
 *
 * @throws TypeError if `text` is not a string
 * @public
 */
export function utf8Length(text: string): number {
  return platformUtf8Length(checkString("text", text));
}

export function countLines(text: string): number {
  return linesOf(countNewlines(text), text.length === 0 || text.endsWith("\n"));
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Lines of a text with so many newlines: one more if text stands behind the last. */
export function linesOf(newlines: number, endsLine: boolean): number {
  return endsLine ? newlines : newlines + 1;
}
