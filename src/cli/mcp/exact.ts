/** JSON with numbers that a double cannot hold: what is rewritten keeps their digits. */
import { randomBytes } from "node:crypto";

export interface ExactJson {
  /**
   * Parses, or throws a SyntaxError. Numbers that would come back changed are strings instead: `"marked"`, which {@link ExactJson.write} turns into
   * the numbers again, or of their plain digits, for what goes on as text.
   */
  parse(text: string, form: "marked" | "digits"): unknown;
  write(value: unknown): string;
}

export function createExactJson(): ExactJson {
  // Nobody else's string begins so.
  const mark = `number-${randomBytes(16).toString("hex")}:`;
  const marked = new RegExp(`"${mark}([-+.\\deE]+)"`, "g");
  return {
    parse: (text, form) => JSON.parse(replaceNumbers(text, (digits) => `"${form === "marked" ? mark : ""}${digits}"`)),
    write(value) {
      const text = JSON.stringify(value);
      return text.includes(mark) ? text.replace(marked, "$1") : text;
    },
  };
}

/** Whether a text may hold numbers that a double cannot: sixteen digits, or an exponent. May be wrong, never with `false`. */
export function mayBeInexact(text: string): boolean {
  return MANY_DIGITS.test(text);
}

function replaceNumbers(text: string, replace: (digits: string) => string): string {
  const parts: string[] = [];
  let last = 0;
  for (let at = 0; at < text.length; ) {
    START.lastIndex = at;
    const found = START.exec(text);
    if (found === null) break;
    if (found[0] === '"') at = endOfString(text, found.index + 1);
    else {
      const [digits] = found;
      at = found.index + digits.length;
      if (!NUMBER.test(digits) || JSON.stringify(Number(digits)) === digits) continue;
      parts.push(text.slice(last, found.index), replace(digits));
      last = at;
    }
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(last);
}

/** Behind the closing quote. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text[quote - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const START = /"|-?\d[\d.eE+-]*/g;
const MANY_DIGITS = /\d{16}|\d[eE][+-]?\d/;
