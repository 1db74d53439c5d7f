/** P1, P2, P4, P5, P7 and P9 of `boundContent`, for content of any protocol, and for what is no content at all. */
import fc from "fast-check";
import { type BoundedContent, boundContent, type ContentOptions, parseNotice, readTools } from "spillway";
import { memorySpill, readSpill } from "spillway/spill";
import { estimateTokens } from "spillway/tokens";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { isWellFormed, sizeOf } from "../oracle.js";
import { someLimits, toolText } from "../support.js";
import { hostile, someBlock } from "./arbitraries.js";

type Block = Record<string, unknown>;
const PRICE = 100;

/** What a View takes, added up from what a model would get. */
function taken({ content, structuredContent }: BoundedContent, priceOf: (block: object) => number) {
  const texts = content.flatMap((block) => textIn(block) ?? []);
  if (structuredContent !== undefined) texts.push(JSON.stringify(structuredContent));
  const sizes = texts.map((text) => ({ ...sizeOf(text), tokens: estimateTokens(text) }));
  const whole = content.filter((block) => textIn(block) === undefined);
  const bytes = whole.reduce((sum: number, block) => sum + priceOf(block), 0);
  const total = { bytes, chars: 0, lines: 0, tokens: Math.ceil(bytes / 2) };
  for (const size of sizes) {
    for (const unit of ["bytes", "chars", "lines", "tokens"] as const) total[unit] += size[unit];
  }
  return { ...total, texts };
}

function textIn(block: unknown): string | undefined {
  if (typeof block === "string") return block;
  const { text, resource, source } = block as {
    text?: unknown;
    resource?: { text?: unknown };
    source?: { type?: unknown; data?: unknown };
  };
  if (typeof text === "string") return text;
  if (typeof resource?.text === "string") return resource.text;
  return source?.type === "text" && typeof source.data === "string" ? source.data : undefined;
}

const options = fc.record(
  {
    keep: fc.constantFrom("head", "tail", "ends"),
    clean: fc.boolean(),
    pin: fc.constantFrom("x", ["a", "e"]),
    noticeAllowance: fc.record({
      maxBytes: fc.nat(300),
      maxChars: fc.nat(300),
      maxLines: fc.nat(2),
      maxTokens: fc.nat(90),
    }),
    isError: fc.boolean(),
    dropMedia: fc.boolean(),
    structured: fc.constantFrom("cut", "drop"),
    notice: fc.oneof(
      fc.constant(false as const),
      fc.record(
        { position: fc.constantFrom("first", "last"), canRead: fc.constantFrom("path", "tool", "resource", "none") },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<ContentOptions>>;

const contents = fc.array(someBlock, { maxLength: 6 });
const structuredOnes = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.jsonValue(),
  fc.array(fc.record({ id: fc.nat(), name: toolText }), { maxLength: 20 }),
);
const priceMedia = () => PRICE;

describe("any content", () => {
  it("is inside every limit, beside media that stay, in its order, and kept whole", async () => {
    await fc.assert(
      fc.asyncProperty(
        contents,
        structuredOnes,
        someLimits,
        options,
        async (content, structuredContent, limits, more) => {
          const spill = memorySpill({ key: "content" });
          const all = { ...more, limits, spill, structuredContent, priceMedia };
          const bounded = await boundContent(content, all);
          const media = content.filter((block) => isMedia(block));
          const priceOf = (block: object) => (isMedia(block) ? PRICE : Buffer.byteLength(JSON.stringify(block)));
          const used = taken(bounded, priceOf);
          const keptMedia = bounded.content.filter((block) => isMedia(block)).length;
          if (more.dropMedia !== true) expect(keptMedia).toBe(media.length);
          const mediaBytes = keptMedia * PRICE;
          const { maxBytes = Infinity, maxChars = Infinity, maxLines = Infinity, maxTokens = Infinity } = limits;
          const least = more.dropMedia === true ? 0 : mediaBytes;
          const { noticeAllowance: beside = {} } = more;
          expect(used.bytes).toBeLessThanOrEqual(Math.max(maxBytes, least) + (beside.maxBytes ?? 0));
          expect(used.chars).toBeLessThanOrEqual(maxChars + (beside.maxChars ?? 0));
          expect(used.lines).toBeLessThanOrEqual(maxLines + (beside.maxLines ?? 0));
          expect(used.tokens).toBeLessThanOrEqual(Math.max(maxTokens, least / 2) + 1 + (beside.maxTokens ?? 0));
          for (const text of used.texts) expect(isWellFormed(text)).toBe(true);

          // The order stays, and what was not touched is the same object.
          const places = bounded.content
            .map((block) => content.indexOf(block as Block))
            .filter((place) => place !== -1);
          expect(places).toEqual([...places].sort((a, b) => a - b));
          expect(bounded.omitted.bytes).toBe(bounded.total.bytes - bounded.shown.bytes);

          const isChanged = bounded.truncated || bounded.altered;
          expect(bounded.spill.state).toBe(isChanged ? "kept" : "none");
          if (bounded.spill.state !== "kept") return;
          const kept = Buffer.from(await spill.read(bounded.spill.ref.id));
          const text = textIn(content[0] ?? {});
          const expected = [
            JSON.stringify({ content, ...(structuredContent === undefined ? {} : { structuredContent }) }),
          ];
          if (content.length === 1 && text !== undefined) expected.push(text);
          expect(expected.map((one) => Buffer.from(one).toString("hex"))).toContain(kept.toString("hex"));
        },
      ),
      runs(100),
    );
  });

  it("stays as it is when it is bounded again, and keeps to smaller limits", async () => {
    await fc.assert(
      fc.asyncProperty(
        contents,
        structuredOnes,
        someLimits,
        options,
        someLimits,
        async (content, structuredContent, limits, more, smaller) => {
          const spill = memorySpill({ key: "content" });
          // An allowance lets a View pass the limits, which alone decide whether to cut.
          const { clean: _, noticeAllowance: _beside, ...shape } = more;
          const all = { ...shape, limits, spill, priceMedia };
          const first = await boundContent(content, { ...all, structuredContent });
          const again = await boundContent(first.content, { ...all, structuredContent: first.structuredContent });
          expect(again.content).toEqual(first.content);
          expect(again.structuredContent).toEqual(first.structuredContent);
          expect(again.truncated).toBe(false);
          const less = await boundContent(first.content, {
            ...all,
            limits: smaller,
            structuredContent: first.structuredContent,
          });
          const { maxChars = Infinity, maxLines = Infinity } = smaller;
          const used = taken(less, () => 0);
          expect(used.chars).toBeLessThanOrEqual(maxChars);
          expect(used.lines).toBeLessThanOrEqual(maxLines);
        },
      ),
      runs(80),
    );
  });

  it("names pointers that open what stood there", async () => {
    await fc.assert(
      fc.asyncProperty(
        contents,
        structuredOnes,
        fc.integer({ min: 200, max: 1500 }),
        async (content, structuredContent, maxBytes) => {
          const spill = memorySpill({ key: "content" });
          const notice = { canRead: "tool" } as const;
          const bounded = await boundContent(content, {
            limits: { maxBytes },
            spill,
            structuredContent,
            notice,
            priceMedia,
          });
          const [read] = readTools(spill);
          const all = { content, structuredContent };
          for (const text of taken(bounded, () => 0).texts) {
            const call = / through read_result (\{.*\})\]$/.exec(parseNotice(text)?.line ?? "")?.[1];
            if (call === undefined) continue;
            const answer = await read.handler(JSON.parse(call));
            expect(answer.isError).toBe(false);
            const { id, pointer } = JSON.parse(call) as { id: string; pointer?: string };
            if (pointer === undefined) continue;
            const window = await readSpill(spill, id, { pointer }, { maxBytes: 1e6 });
            const value = pointer
              .split("/")
              .slice(1)
              .reduce<unknown>((holder, name) => (holder as Block)[name], all);
            if ("text" in window) expect(JSON.parse(window.text)).toEqual(JSON.parse(JSON.stringify(value)));
          }
        },
      ),
      runs(60),
    );
  });

  it("never throws, whatever its blocks are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            hostile,
            someBlock.map((block) => () => block),
          ),
          { maxLength: 5 },
        ),
        fc.oneof(
          fc.constant(() => undefined),
          hostile,
        ),
        fc.nat(900),
        fc.boolean(),
        async (makers, makeStructured, maxBytes, dropMedia) => {
          const content = makers.map((make) => make());
          const structuredContent = makeStructured();
          const spill = memorySpill({ key: "content" });
          const bounded = await boundContent(content as Block[], {
            limits: { maxBytes },
            spill,
            structuredContent,
            dropMedia,
            priceMedia: () => 0,
          });
          const { texts } = taken(bounded, () => 0);
          expect(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)).toBeLessThanOrEqual(maxBytes);
          for (const text of texts) expect(text).not.toContain("4711");
        },
      ),
      runs(100),
    );
  });
});

function isMedia(block: unknown): boolean {
  const { type, inlineData } = block as { type?: string; inlineData?: unknown };
  return (
    inlineData !== undefined ||
    (type !== undefined && /^(?:image|audio|input_image|input_audio|file-data|image_url|video)$/.test(type)) ||
    (block as { resource?: { blob?: unknown } }).resource?.blob !== undefined
  );
}
