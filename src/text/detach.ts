/**
 * A copy of a slice that does not keep the text alive from which it was sliced. V8 makes a slice of 13 units or more a
 * view into its parent; of the many ways to copy, joining two non-empty halves is the one that copies in every V8 from
 * Node 20 to 26 and is as fast as any.
 */
export function detach(slice: string): string {
  if (slice.length < 13) return slice;
  const middle = slice.length >>> 1;
  return [slice.slice(0, middle), slice.slice(middle)].join("");
}
