/** What reads like the library's own words, found unit by unit. */

/** Where something in a text begins that a careless reader takes for `[spillway:`. */
export function imitationsIn(text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf("["); at !== -1; at = text.indexOf("[", at + 1)) {
    if (readsLikeOpening(text, at + 1)) found.push(at);
  }
  return found;
}

function readsLikeOpening(text: string, from: number): boolean {
  let expected = "spillway:";
  const points = text.slice(from, from + MOST_UNITS);
  for (const point of points) {
    if (expected === "") break;
    if (/^\p{Cf}$/u.test(point)) continue; // nobody sees it
    const isSpaceHere = expected === "spillway:" || expected === ":";
    if (isSpaceHere && /^\s$/u.test(point)) continue;
    if (point.toLowerCase() !== expected[0] && fold(point) !== expected[0]) return false;
    expected = expected.slice(1);
  }
  return expected === "";
}

/** Letters that the rules for case take for the same. */
function fold(point: string): string {
  return point === "ſ" ? "s" : point;
}

/** As far as anybody would look. */
const MOST_UNITS = 200;
