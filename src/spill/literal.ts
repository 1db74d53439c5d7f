import { foldCase } from "./foldCase.js";
import type { LineMatcher } from "./request.js";

/**
 * Finds a literal text, in time linear in the line whatever pattern and line are. Case is ignored as Unicode's simple case
 * folding does, which keeps every index in place.
 */
export function literalMatcher(pattern: string, ignoreCase: boolean): LineMatcher {
  const indexIn =
    pattern.length > LONGEST_NATIVE_UNITS ? longPattern(pattern, ignoreCase) : native(pattern, ignoreCase);
  return {
    find(line, from = 0) {
      const start = indexIn(line, from);
      return start === -1 ? undefined : { start, end: start + pattern.length };
    },
  };
}

type IndexIn = (line: string, from: number) => number;

function native(pattern: string, ignoreCase: boolean): IndexIn {
  if (!ignoreCase) return (line, from) => line.indexOf(pattern, from);
  // Escaped, it has nothing that could backtrack.
  const expression = new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "giu");
  return (line, from) => {
    expression.lastIndex = from;
    return expression.exec(line)?.index ?? -1;
  };
}

/**
 * The search of Knuth, Morris and Pratt. Native ones look at a long pattern again and again in a line that is almost full
 * of it: that can take the product of both lengths.
 */
function longPattern(pattern: string, ignoreCase: boolean): IndexIn {
  const fold = ignoreCase ? foldCase : (text: string) => text;
  const wanted = fold(pattern);
  const borders = bordersOf(wanted);
  return (line, from) => {
    const text = fold(line);
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = borders[matched - 1] as number;
      if (wanted.charCodeAt(matched) === unit) matched++;
      if (matched === wanted.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** For each length of a prefix, that of the longest shorter prefix that it ends with. */
function bordersOf(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length);
  let border = 0;
  for (let at = 1; at < pattern.length; at++) {
    const unit = pattern.charCodeAt(at);
    while (border > 0 && pattern.charCodeAt(border) !== unit) border = borders[border - 1] as number;
    if (pattern.charCodeAt(border) === unit) border++;
    borders[at] = border;
  }
  return borders;
}

/** UTF-16 units of a pattern up to which native searches are linear, or all but: the tables of V8's go no further. */
const LONGEST_NATIVE_UNITS = 250;
