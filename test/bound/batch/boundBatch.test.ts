import { type BatchResult, type Bounded, boundBatch, boundResult, readTools } from "spillway";
import { memorySpill, SpillError } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { mapSpill } from "../stores.js";
import { withoutUnhandled } from "../support.js";

const lines = (count: number) => "a line of a log\n".repeat(count);
const bytesOf = ({ text }: Pick<Bounded, "text">) => Buffer.byteLength(text);

describe("limits", () => {
  it("are the outer ceiling for each, where the Headroom is unknown", async () => {
    const spill = memorySpill();
    const views = await boundBatch([{ result: lines(9000) }, { result: "short" }], { spill });
    expect(views[0]).toEqual(await boundResult(lines(9000), { limits: { maxBytes: 52_000 }, spill }));
    expect(views[1]?.text).toBe("short");
    expect(await boundBatch([])).toEqual([]);
  });

  it("can be special for one result, beside those of all", async () => {
    const views = await boundBatch(
      [{ result: lines(100), limits: { maxLines: 5 } }, { result: lines(100) }, { result: lines(10), keep: "head" }],
      { limits: { maxLines: 20 }, spill: memorySpill() },
    );
    expect(views.map(({ text }) => text.split("\n").length)).toEqual([5, 20, 11]);
  });

  it("leave to others what limits of lines keep a result from using", async () => {
    const results = [{ result: lines(5000), limits: { maxLines: 4 } }, { result: lines(5000) }];
    const [short, long] = await boundBatch(results, { headroom: 40_000, spill: memorySpill() });
    expect(bytesOf(short as Bounded)).toBeLessThan(250);
    expect(bytesOf(long as Bounded)).toBeGreaterThan(19_000);
    expect(bytesOf(short as Bounded) + bytesOf(long as Bounded)).toBeLessThanOrEqual(20_000);
  });

  it("keep to the Headroom with shared floors, windows included", async () => {
    const window = lines(60); // 960 bytes
    const results: BatchResult[] = [{ result: window, isWindow: true }, { result: lines(900) }, { result: lines(900) }];
    const options = { headroom: 1000, floorPolicy: "shared", spill: memorySpill() } as const;
    const views = await boundBatch(results, options);
    expect(views[0]?.text).toBe(window);
    expect(views.reduce((sum, view) => sum + bytesOf(view), 0)).toBeLessThanOrEqual(2000);
    expect(bytesOf(views[1] as Bounded)).toBeGreaterThan(400);
    const strict = await boundBatch(results, { ...options, floorPolicy: "strict" });
    expect(bytesOf(strict[1] as Bounded)).toBeGreaterThan(4000);
  });

  it("charge a window and neither cut nor keep it", async () => {
    const spill = memorySpill();
    const [read] = readTools(spill, { limits: { maxBytes: 6000 } });
    const [whole] = await boundBatch([{ result: lines(2000) }], { headroom: 4000, minOutputBytes: 0, spill });
    if (whole?.spill.state !== "kept") throw new Error("not kept");
    const { text } = await read.handler({ id: whole.spill.ref.id });
    const views = await boundBatch([{ result: text, isWindow: true }, { result: lines(2000) }], {
      headroom: 20_000,
      minOutputBytes: 0,
      spill,
    });
    expect(views[0]).toMatchObject({ text, truncated: false, altered: false, spill: { state: "none" } });
    expect(bytesOf(views[1] as Bounded)).toBeLessThanOrEqual(10_000 - bytesOf({ text }));
    expect(bytesOf(views[1] as Bounded)).toBeGreaterThan(3600);
  });
});

describe("options", () => {
  it("that are undefined for a result are those of the batch", async () => {
    const spill = memorySpill();
    const [view] = await boundBatch([{ result: lines(500), spill: undefined, keep: undefined }], {
      limits: { maxBytes: 400 },
      keep: "head",
      spill,
    });
    expect(view?.spill.state).toBe("kept");
    expect(view?.text.startsWith(lines(3))).toBe(true);
  });

  it.each<[string, unknown, unknown, string]>([
    ["no array", null, {}, "results must be an array"],
    ["no array, with shared floors", "ab", { headroom: 1, floorPolicy: "shared" }, "results must be an array"],
    ["a hole", Object.assign(new Array(3), [{ result: "" }]), {}, "results[1] must be an object"],
    ["null", [null], {}, "results[0] must be an object"],
    ["no result", [{}], {}, "results[0].result must be a string, a Uint8Array"],
    ["a number", [{ result: 7 }], {}, "results[0].result must be a string, a Uint8Array"],
    ["a flag that is none", [{ result: "", isWindow: 1 }], {}, "results[0].isWindow must be a boolean"],
    ["a window that is a stream", [{ result: [""], isWindow: true }], {}, "results[0].result must be a string"],
    ["limits of a result", [{ result: "", limits: { maxBytes: "1" } }], {}, "maxBytes must be"],
    ["an option of a result", [{ result: "", keep: "middle" }], {}, "keep must be one of"],
    ["a store that is none", [{ result: "", spill: {} }], {}, "spill must have a method create"],
    ["an option of all", [], { headroom: -1 }, "headroom must be"],
    ["no options", [], null, "options must be an object"],
  ])("should throw on %s, before anything is read", async (_name, results, options, message) => {
    let reads = 0;
    const source = {
      *[Symbol.iterator]() {
        reads++;
        yield "x";
      },
    };
    const given = Array.isArray(results) && results.length > 0 ? [...results, { result: source }] : results;
    await expect(boundBatch(given as BatchResult[], options as object)).rejects.toThrow(message);
    expect(reads).toBe(0);
  });
});

describe("what breaks", () => {
  it("is one source: the others are as they would be", async () => {
    async function* broken() {
      yield lines(3);
      throw new TypeError("secret-token-4711");
    }
    const views = await boundBatch([{ result: broken() }, { result: lines(2) }], {
      headroom: 40_000,
      spill: memorySpill(),
    });
    expect(views[0]).toMatchObject({ sourceError: { name: "TypeError" }, totalIsLowerBound: true });
    expect(views[0]?.text).toMatch(/^a line[\s\S]*the source broke \(TypeError\)/);
    expect(views[0]?.text).not.toContain("4711");
    expect(views[1]).toMatchObject({ text: lines(2), truncated: false });
  });

  const steps = (["create", "write", "commit"] as const).flatMap((at) =>
    (["sync", "async"] as const).flatMap((how) => [false, true].map((abortFails) => ({ at, how, abortFails }))),
  );
  const results = () => [{ result: lines(900) }, { result: [lines(450), lines(450)] }, { result: "short" }];

  it.each(steps)("is a store at $at, $how: cut says so", async (fault) => {
    const spill = mapSpill({ ...fault, error: new Error("secret-token-4711") });
    const { value: views, unhandled } = await withoutUnhandled(() =>
      boundBatch(results(), { headroom: 4000, minOutputBytes: 0, spill }),
    );
    expect(unhandled).toEqual([]);
    expect(views.map(({ spill }) => spill.state)).toEqual(["failed", "failed", "none"]);
    expect(views.reduce((sum, view) => sum + bytesOf(view), 0)).toBeLessThanOrEqual(2000);
    for (const { text } of views) expect(text).not.toContain("4711");
    if (!fault.abortFails) expect(spill.open()).toBe(0);
  });

  it.each(steps)("is a store at $at, $how: pass lets through what is in memory", async (fault) => {
    const spill = mapSpill({ ...fault, error: new SpillError("denied") });
    const views = await boundBatch(results(), { headroom: 4000, minOutputBytes: 0, spill, onSpillFailure: "pass" });
    expect(views[0]).toMatchObject({ text: lines(900), truncated: false, spill: { state: "failed", code: "denied" } });
    expect(views[1]).toMatchObject({ truncated: true, spill: { state: "failed", code: "denied" } });
    if (!fault.abortFails) expect(spill.open()).toBe(0);
  });

  it.each(steps)("is a store at $at, $how: throw leaves nothing open", async (fault) => {
    const spill = mapSpill({ ...fault, error: new SpillError("denied") });
    const { unhandled } = await withoutUnhandled(async () => {
      const pending = boundBatch(results(), { headroom: 4000, minOutputBytes: 0, spill, onSpillFailure: "throw" });
      await expect(pending).rejects.toMatchObject({ code: "denied" });
    });
    expect(unhandled).toEqual([]);
    if (!fault.abortFails) expect(spill.open()).toBe(0);
  });
});
