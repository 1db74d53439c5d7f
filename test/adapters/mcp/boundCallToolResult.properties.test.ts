/** Whatever a tool returns, the bounded result is inside the limit as it is encoded, and one that SDKs take. */
import fc from "fast-check";
import { boundCallToolResult } from "spillway/mcp";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { encodedSize, someResult } from "./arbitraries.js";

const someLimit = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 64, max: 700 }) },
  { weight: 1, arbitrary: fc.integer({ min: 64, max: 8000 }) },
);

describe("boundCallToolResult", () => {
  it("should never pass the limit, and never change what is inside it", async () => {
    await fc.assert(
      fc.asyncProperty(
        someResult,
        someLimit,
        fc.constantFrom("strip", "loosen", "error"),
        async (given, maxEncodedBytes, outputSchema) => {
          const before = JSON.stringify(given);
          const { result, truncated, spill } = await boundCallToolResult(given, {
            maxEncodedBytes,
            outputSchema,
            spill: memorySpill({ key: "k" }),
          });
          expect(encodedSize(result)).toBeLessThanOrEqual(maxEncodedBytes);
          expect(JSON.stringify(given)).toBe(before);
          if (encodedSize(given) <= maxEncodedBytes) {
            expect(result).toBe(given);
            expect(truncated).toBe(false);
          }
          if (truncated) expect(spill).toBeDefined();
        },
      ),
      runs(400),
    );
  });
});
