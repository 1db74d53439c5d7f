import { describe, expect, it } from "vitest";
import { boundContent } from "../../src/bound/boundContent.js";
import { memorySpill } from "../../src/spill/memory.js";
import { utf8Length } from "../../src/text/size.js";

const log = (name: string, lines: number) => Array.from({ length: lines }, (_, i) => `${name} line ${i}\n`).join("");
const bytesIn = (content: readonly unknown[]) =>
  content.reduce<number>((sum, block) => sum + utf8Length((block as { text?: string }).text ?? ""), 0);
const decoded = async (spill: ReturnType<typeof memorySpill>, id: string) =>
  new TextDecoder().decode(await spill.read(id));

describe("boundContent", () => {
  it("gives back what fits, block by block", async () => {
    const content = [
      { type: "text", text: "a" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ];
    const bounded = await boundContent(content, { limits: { maxBytes: 10_000 }, spill: memorySpill() });
    expect(bounded.content).toEqual(content);
    expect(bounded.content.every((block, index) => block === content[index])).toBe(true);
    expect(bounded).toMatchObject({ truncated: false, altered: false, dropped: [], spill: { state: "none" } });
  });

  it("cuts the largest text, keeps the order, and says where in the Spill it is", async () => {
    const spill = memorySpill();
    const content = [
      { type: "text", text: log("small", 3) },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      { type: "text", text: log("large", 5000) },
    ];
    const options = { limits: { maxBytes: 8000 }, spill, priceMedia: () => 2000, notice: { canRead: "tool" } } as const;
    const bounded = await boundContent(content, options);
    expect(bounded.content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect(bounded.content[0]).toBe(content[0]);
    expect(bytesIn(bounded.content)).toBeLessThanOrEqual(6000);
    expect(bytesIn(bounded.content)).toBeGreaterThan(5700);
    expect(bounded.mediaBytes).toBe(2000);
    if (bounded.spill.state !== "kept") throw new Error(bounded.spill.state);
    const { id } = bounded.spill.ref;
    expect((bounded.content[2] as { text: string }).text).toContain(
      `through read_result {"id":"${id}","pointer":"/content/2/text"}]`,
    );
    expect(JSON.parse(await decoded(spill, id))).toEqual({ content });
  });

  it("shows once what structured content repeats, and keeps the text alone", async () => {
    const spill = memorySpill();
    const value = { rows: Array.from({ length: 300 }, (_, id) => ({ id, name: `row ${id}` })) };
    const text = JSON.stringify(value, null, 2);
    const bounded = await boundContent([{ type: "text", text }], {
      limits: { maxBytes: 3000 },
      spill,
      structuredContent: value,
    });
    expect(bounded.structuredContent).toBeUndefined();
    expect(bounded.dropped).toEqual([{ pointer: "/structuredContent", reason: "repeated" }]);
    expect(bounded.truncated).toBe(true);
    if (bounded.spill.state !== "kept") throw new Error(bounded.spill.state);
    expect(await decoded(spill, bounded.spill.ref.id)).toBe(text);
  });

  it("cuts structured content by records, and tells of it where no text does", async () => {
    const spill = memorySpill();
    const rows = Array.from({ length: 3000 }, (_, id) => ({ id, name: `row ${id}` }));
    const bounded = await boundContent([{ type: "text", text: "3000 rows" }], {
      limits: { maxBytes: 4000 },
      spill,
      structuredContent: { rows },
    });
    const structured = bounded.structuredContent as { rows: unknown[] };
    expect(structured.rows[0]).toEqual({ id: 0, name: "row 0" });
    expect(structured.rows.at(-1)).toEqual({ id: 2999, name: "row 2999" });
    const bytes = bytesIn(bounded.content) + utf8Length(JSON.stringify(structured));
    expect(bytes).toBeLessThanOrEqual(4000);
    expect(bytes).toBeGreaterThan(3400);
    expect(bounded.content).toHaveLength(2);
    expect((bounded.content[1] as { text: string }).text).toMatch(/^\[spillway: .* at \/structuredContent\]$/);
  });

  it("replaces base64 that structured content repeats", async () => {
    const data = "QUJD".repeat(5000);
    const content = [{ type: "image", data, mimeType: "image/png" }];
    const bounded = await boundContent(content, {
      limits: { maxBytes: 4000 },
      spill: memorySpill(),
      priceMedia: () => 100,
      structuredContent: { image: data, ok: true },
    });
    expect(bounded.content[0]).toBe(content[0]);
    expect((bounded.content[1] as { text: string }).text).toMatch(
      /^\[spillway: all text is shown, [\d,]+ bytes; left out: what is said twice; complete output kept as spill:/,
    );
    expect(bounded.structuredContent).toEqual({
      image: "[spillway: … the data of /content/0, 20,000 chars, not repeated …]",
      ok: true,
    });
    expect(bounded).toMatchObject({ truncated: false, altered: true, spill: { state: "kept" } });
  });

  it("leaves media out on request alone, the dearest first", async () => {
    const content = [
      { type: "image", data: "QUJD", mimeType: "image/png" },
      { type: "image", data: "QUJDQUJD", mimeType: "image/jpeg" },
      { type: "text", text: "a caption" },
    ];
    const priceMedia = ({ data }: { data?: string }) => (data ?? "").length * 100;
    const limits = { maxBytes: 1000 };
    const kept = await boundContent(content, { limits, priceMedia, spill: memorySpill() });
    expect(kept.content).toEqual(content.slice(0, 2));
    const dropped = await boundContent(content, { limits, priceMedia, spill: memorySpill(), dropMedia: true });
    expect((dropped.content[3] as { text: string }).text).toMatch(
      /^\[spillway: all text is shown, 9 bytes; left out: 1 image; complete output kept as spill:\/\/[^ ]+\]$/,
    );
    expect(dropped.content[1]).toEqual({ type: "text", text: "[spillway: … media (image/jpeg), 6 bytes, omitted …]" });
    expect(dropped.content[0]).toBe(content[0]);
    expect(dropped.dropped).toEqual([{ pointer: "/content/1", reason: "room" }]);
  });

  it("cleans blocks as it is told to", async () => {
    const content = [{ type: "text", text: "a\u202eb\u001b[31m1%\r" }] as const;
    const limits = { maxBytes: 500 };
    const texts = async (clean: boolean | { readonly invisible: "show" }) =>
      (await boundContent(content, { limits, clean })).content.map((block) => block.text);
    expect(await texts(true)).toEqual(["a\u202eb1%"]);
    expect(await texts({ invisible: "show" })).toEqual(["a<U+202E>b1%"]);
  });
});
