/** How often a property is tried: `SPILLWAY_DEEP` tries a hundred times as often. */
export function runs(count = 1000): { numRuns: number } {
  return { numRuns: process.env["SPILLWAY_DEEP"] ? count * 100 : count };
}
