/** How often a property is tried: `SPILLWAY_DEEP` tries a hundred times as often, or as often as is said. */
export function runs(count = 1000, deep = count * 100): { numRuns: number } {
  return { numRuns: process.env["SPILLWAY_DEEP"] ? deep : count };
}
