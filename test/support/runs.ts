/** How often a property is tried: `SPILLWAY_DEEP` tries a hundred times as often, or as often as is said. */
export function runs(count = 1000, deep = count * 100): { numRuns: number } {
  return { numRuns: process.env["SPILLWAY_DEEP"] ? deep : count };
}

/** What of a long list an ordinary run tries: so many, from all over it; a deep run tries all. */
export function someOf<T>(all: readonly T[], count: number): readonly T[] {
  if (process.env["SPILLWAY_DEEP"] || all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] as T);
}
