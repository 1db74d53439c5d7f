import fc from "fast-check";
import { type Bounded, boundBatch, boundResult, type ToolResult } from "spillway";
import { memorySpill } from "spillway/spill";
import { estimateTokens } from "spillway/tokens";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { isWellFormed } from "../oracle.js";
import { toolText } from "../support.js";
import { deferred, waterFilled } from "./oracle.js";

const bytesOf = ({ text }: Pick<Bounded, "text">) => Buffer.byteLength(text);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const store = () => memorySpill({ key: "batch" });

/** Plain lines: their View is the text itself where it fits. */
const log = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 40 }))
  .map(([lines, width]) => `${"x".repeat(width)}\n`.repeat(lines));
const logs = fc.array(log, { minLength: 1, maxLength: 6 });
const policies = fc.record({ headroom: fc.nat(3000), minOutputBytes: fc.constantFrom(0, 1, 50, 400) });

describe("what each gets", () => {
  it("is what it would get alone within its max-min fair share, one unit after the other", async () => {
    await fc.assert(
      fc.asyncProperty(logs, policies, async (texts, { headroom, minOutputBytes }) => {
        const spill = store();
        const options = { headroom, minOutputBytes, shareOfHeadroom: 0.5, maxOutputTokens: 600, spill };
        const views = await boundBatch(
          texts.map((result) => ({ result })),
          options,
        );
        const allowance = Math.floor(headroom * 0.5) * 2 + (headroom % 2);
        const ceiling = 1200;
        const sizes = texts.map((text) => Math.min(text.length, ceiling));
        const given = waterFilled(sizes, allowance, minOutputBytes);
        for (const [index, text] of texts.entries()) {
          const alone = await boundResult(text, {
            limits: { maxBytes: Math.min(given[index] as number, ceiling) },
            spill,
          });
          expect(views[index]).toEqual(alone);
        }
        expect(sum(views.map(bytesOf))).toBeLessThanOrEqual(Math.max(allowance, sum(given)));
      }),
      runs(150),
    );
  });

  it("fits together, whatever the results are made of", async () => {
    const results = fc.array(
      fc.oneof(
        toolText.map((text): ToolResult => text),
        toolText.map((text): ToolResult => Buffer.from(text)),
        toolText.map((text): ToolResult => [text.slice(0, 7), text.slice(7)]),
        fc.jsonValue().map((json): ToolResult => ({ json })),
        fc.uint8Array().map((bytes): ToolResult => bytes),
      ),
      { maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(results, fc.nat(1200), async (given, headroom) => {
        const options = { headroom, shareOfHeadroom: 1, minOutputBytes: 0, spill: store() };
        const views = await boundBatch(
          given.map((result) => ({ result })),
          options,
        );
        expect(views).toHaveLength(given.length);
        expect(sum(views.map(bytesOf))).toBeLessThanOrEqual(headroom * 2);
        for (const { text } of views) expect(isWellFormed(text)).toBe(true);
      }),
      runs(150),
    );
  });

  it("is inside the allowance in tokens too, with enforce: tokens, and what is small stays whole", async () => {
    const hex = (units: number) => "0123456789abcdef".repeat(Math.ceil(units / 16)).slice(0, units);
    const texts = fc.array(
      fc.oneof(
        fc.nat(600).map(hex),
        log,
        fc.nat(200).map((count) => "你好".repeat(count)),
      ),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(4000), async (given, headroom) => {
        const views = await boundBatch(
          given.map((result) => ({ result })),
          { headroom, minOutputBytes: 0, enforce: "tokens", spill: store() },
        );
        const allowance = headroom / 4;
        expect(sum(views.map(({ text }) => estimateTokens(text)))).toBeLessThanOrEqual(allowance);
        expect(sum(views.map(bytesOf))).toBeLessThanOrEqual(allowance * 2);
        const whole = given.map((text) => Math.max(text.length, estimateTokens(text) * 2, Buffer.byteLength(text)));
        if (sum(whole) <= Math.floor(allowance * 2)) expect(views.map(({ text }) => text)).toEqual(given);
      }),
      runs(150),
    );
  });

  it("is the same in whatever order streams end", async () => {
    const orders = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 });
    const texts = fc.array(log, { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, orders, fc.nat(2000), async (given, order, headroom) => {
        const options = { headroom, minOutputBytes: 0 };
        const gates = given.map(() => deferred<void>());
        async function* late(index: number) {
          yield (given[index] as string).slice(0, 20);
          await gates[index]?.promise;
          yield (given[index] as string).slice(20);
        }
        const pending = boundBatch(
          given.map((_, index) => ({ result: late(index), meta: { tool: "bash", callId: `c${index}` } })),
          { ...options, spill: store() },
        );
        for (const index of order) {
          gates[index]?.resolve();
          await new Promise((resolve) => setImmediate(resolve));
        }
        const inOrder = await boundBatch(
          given.map((text, index) => ({ result: [text], meta: { tool: "bash", callId: `c${index}` } })),
          { ...options, spill: store() },
        );
        expect(await pending).toEqual(inOrder);
      }),
      runs(60),
    );
  });
});
