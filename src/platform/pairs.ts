/** Sums over the neighbours in a text, unit by unit. */

/**
 * The sum of `table[first | second << 8]` over all neighbouring units from `from` to `to`, which hold one at least.
 *
 * @param table - 65,536 entries
 * @returns `undefined` if a unit is above 0xFF
 */
export function weighPairs(text: string, from: number, to: number, table: Uint16Array): number | undefined {
  let sum = 0;
  let first = text.charCodeAt(from);
  if (first > 0xff) return undefined;
  for (let index = from + 1; index < to; index++) {
    const second = text.charCodeAt(index);
    if (second > 0xff) return undefined;
    sum += table[first | (second << 8)] as number;
    first = second;
  }
  return sum;
}
