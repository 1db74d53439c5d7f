/** Whatever a tool returns, the bounded result is inside the limit as it is encoded, valid, and nothing of it is lost. */
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import fc from "fast-check";
import { boundCallToolResult, type CallToolResultLike } from "spillway/mcp";
import { memorySpill, type SpillSink } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { encodedSize, someResult } from "./arbitraries.js";

const someLimit = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 64, max: 700 }) },
  { weight: 1, arbitrary: fc.integer({ min: 64, max: 8000 }) },
);
const somePolicy = fc.constantFrom("strip", "loosen", "error");

async function readAll(spill: SpillSink, id: string): Promise<string> {
  return Buffer.from(await spill.read(id)).toString();
}

describe("boundCallToolResult", () => {
  it("should never pass the limit, and never change what is inside it", async () => {
    await fc.assert(
      fc.asyncProperty(someResult, someLimit, somePolicy, async (given, maxEncodedBytes, outputSchema) => {
        const before = JSON.stringify(given);
        const spill = memorySpill({ key: "k" });
        const {
          result,
          truncated,
          spill: ref,
        } = await boundCallToolResult(given, { maxEncodedBytes, outputSchema, spill });
        expect(encodedSize(result)).toBeLessThanOrEqual(maxEncodedBytes);
        expect(JSON.stringify(given)).toBe(before);
        expect(truncated).toBe(ref !== undefined);
        if (encodedSize(given) <= maxEncodedBytes) expect(result).toBe(given);
        else expect(result).not.toBe(given);
        if (given.isError !== undefined && outputSchema === "strip")
          expect(result.isError ?? false).toBe(given.isError);
        if (CallToolResultSchema.safeParse(given).success)
          expect(CallToolResultSchema.safeParse(result).success).toBe(true);
      }),
      runs(400),
    );
  });

  it("should lose nothing: each block is there whole, or in the Spill", async () => {
    await fc.assert(
      fc.asyncProperty(someResult, someLimit, somePolicy, async (given, maxEncodedBytes, outputSchema) => {
        const spill = memorySpill({ key: "k" });
        const { result, spill: ref } = await boundCallToolResult(given, { maxEncodedBytes, outputSchema, spill });
        if (ref === undefined) return;
        const kept = await readAll(spill, ref.id);
        expect(lostOf(given, result, kept)).toEqual([]);
      }),
      runs(400),
    );
  });

  it("should say so first, and fill what it may use", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1000, max: 20_000 }), fc.boolean(), async (maxEncodedBytes, isJson) => {
        const lines = Array.from({ length: 3000 }, (_, index) => ({ id: index, 'na"me': `🟡 ${index}` }));
        const text = isJson ? JSON.stringify(lines) : lines.map((line) => JSON.stringify(line)).join(" \\\n");
        const { result } = await boundCallToolResult(
          { content: [{ type: "text", text }] },
          { maxEncodedBytes, spill: memorySpill() },
        );
        expect(encodedSize(result)).toBeGreaterThan(maxEncodedBytes * (isJson ? 0.85 : 0.9));
        expect(String(result.content[0]?.text).slice(0, 200)).toMatch(/^\[spillway: .*"id":"result-[0-9a-f]{8}"\}\]\n/);
      }),
      runs(60),
    );
  });

  it("should give the same again for what it gave", async () => {
    await fc.assert(
      fc.asyncProperty(someResult, someLimit, async (given, maxEncodedBytes) => {
        const options = { maxEncodedBytes, spill: memorySpill({ key: "k" }) };
        const { result } = await boundCallToolResult(given, options);
        expect((await boundCallToolResult(result, options)).result).toBe(result);
        expect((await boundCallToolResult(given, options)).result).toEqual(result);
      }),
      runs(200),
    );
  });
});

/** Blocks, structured content and `_meta` that are neither in the result nor in the Spill. The obvious way, one by one. */
function lostOf(given: CallToolResultLike, result: CallToolResultLike, kept: string): string[] {
  const whole = parse(kept) as CallToolResultLike | undefined;
  const blocks = (given.content ?? []).filter((block) => {
    const { text, resource } = block as { text?: string; resource?: { text?: string } };
    const isIn = (content: unknown) => Array.isArray(content) && content.some((other) => same(other, block));
    return (
      !isIn(result.content) &&
      !isIn(whole?.content) &&
      ![text, resource?.text].some((own) => own !== undefined && wellFormed(own) === kept)
    );
  });
  const { structuredContent: structured, _meta } = given;
  const texts = (given.content ?? []).flatMap((block) => (typeof block["text"] === "string" ? [block["text"]] : []));
  const isStructuredKept =
    structured === undefined ||
    [whole?.structuredContent, whole, ...texts.map(parse)].some((other) => same(other, structured));
  const isMetaKept = _meta === undefined || same(result._meta, _meta) || same(whole?._meta, _meta);
  return [
    ...blocks.map((block) => `a block: ${JSON.stringify(block).slice(0, 200)}`),
    ...(isStructuredKept ? [] : ["structured content"]),
    ...(isMetaKept ? [] : ["_meta"]),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function same(first: unknown, second: unknown): boolean {
  return sorted(first) === sorted(second);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort())
      : item,
  );
}

/** A string's bytes are its UTF-8. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
