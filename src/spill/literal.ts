import type { LineMatcher } from "./request.js";

/** Finds a literal text. Case is ignored as Unicode's simple case folding does, which keeps every index in place. */
export function literalMatcher(pattern: string, ignoreCase: boolean): LineMatcher {
  if (!ignoreCase) {
    return {
      find(line) {
        const start = line.indexOf(pattern);
        return start === -1 ? undefined : { start, end: start + pattern.length };
      },
    };
  }
  // Escaped, it has nothing that could backtrack.
  const expression = new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "iu");
  return {
    find(line) {
      const match = expression.exec(line);
      return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
    },
  };
}
