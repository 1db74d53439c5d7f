import { runInNewContext } from "node:vm";
import { createBounder } from "spillway";
import { memorySpill, SpillError } from "spillway/spill";
import { estimateTokens } from "spillway/tokens";
import { describe, expect, it } from "vitest";
import { isWellFormed } from "../oracle.js";
import { mapSpill } from "../stores.js";
import { withoutUnhandled } from "../support.js";
import { deferred } from "./oracle.js";

const USAGE = () => ({ contextWindow: 60_000, reserveTokens: 10_000, usedTokens: 10_000 }); // 20,000 bytes for a batch
const log = (lines: number) => "a line of a log\n".repeat(lines);
const bytes = (text: string) => Buffer.byteLength(text);
const bounderOf = (options = {}) =>
  createBounder({ usage: USAGE, spill: memorySpill(), minOutputBytes: 0, ...options });

describe("a batch", () => {
  it("counts what is charged as nobody's part", async () => {
    const batch = bounderOf().batch(2);
    batch.charge(4000);
    batch.charge(1000);
    batch.charge(0);
    expect(batch.leftBytes).toBe(15_000);
    const first = await batch.bound(log(9000));
    const second = await batch.bound(log(9000));
    expect(bytes(first.text)).toBeLessThanOrEqual(7500);
    expect(bytes(second.text)).toBeGreaterThan(7000);
    expect(bytes(first.text) + bytes(second.text)).toBeLessThanOrEqual(15_000);
    expect(() => batch.charge(-1)).toThrow(RangeError);
  });

  it("bounds what comes at once together with what comes alone", async () => {
    const batch = bounderOf().batch();
    const alone = await batch.bound(log(500), { limits: { maxBytes: 5000 } });
    const views = await batch.boundAll([{ result: log(9000) }, { result: log(10) }, { result: log(9000) }]);
    const all = [alone, ...views].reduce((sum, { text }) => sum + bytes(text), 0);
    expect(all).toBeLessThanOrEqual(20_000);
    expect(all).toBeGreaterThan(19_500);
    expect(batch.leftBytes).toBe(20_000 - all);
  });

  it("never spends twice what two groups ask for at the same time", async () => {
    const batch = bounderOf().batch();
    const group = () => batch.boundAll([{ result: [log(900)] }, { result: [log(900)] }]);
    const views = await Promise.all([group(), group(), batch.bound(log(9000))]);
    const all = views.flat().reduce((sum, { text }) => sum + bytes(text), 0);
    expect(all).toBeLessThanOrEqual(20_000);
  });

  it("keeps shared floors to what is free, over all of its groups", async () => {
    const batch = bounderOf({ minOutputBytes: 30_000, floorPolicy: "shared", maxOutputTokens: 1e6 }).batch();
    const group = () => batch.boundAll([{ result: log(9000) }, { result: log(9000) }]);
    const views = [...(await group()), ...(await group())];
    expect(views.reduce((sum, { text }) => sum + bytes(text), 0)).toBeLessThanOrEqual(80_000);
  });

  it("gives back what a result that failed was given", async () => {
    const spill = mapSpill({ at: "commit", how: "async", error: new SpillError("denied") });
    const batch = bounderOf({ spill, onSpillFailure: "throw" }).batch();
    await expect(batch.bound(log(9000))).rejects.toMatchObject({ code: "denied" });
    await expect(batch.boundAll([{ result: log(9000) }])).rejects.toMatchObject({ code: "denied" });
    expect(batch.leftBytes).toBe(20_000);
    expect(spill.open()).toBe(0);
  });

  it("charges tokens where they are limited", async () => {
    const batch = bounderOf({ enforce: "tokens" }).batch();
    const hex = "0123456789abcdef".repeat(2000);
    const views = [await batch.bound(hex), await batch.bound(hex), ...(await batch.boundAll([{ result: hex }]))];
    expect(views.reduce((sum, { text }) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(10_000);
  });

  it("takes an infinite Headroom, and lets a call be special", async () => {
    const batch = bounderOf({
      usage: () => ({ contextWindow: Infinity, usedTokens: 0 }),
      maxOutputTokens: Infinity,
    }).batch();
    expect((await batch.bound(log(9000))).truncated).toBe(false);
    const views = await batch.boundAll([{ result: log(9000) }, { result: log(9000), limits: { maxLines: 3 } }]);
    expect(views.map(({ truncated }) => truncated)).toEqual([false, true]);
    expect((await batch.bound(log(9), { limits: { maxLines: 2 }, spill: undefined })).spill.state).toBe("kept");
  });
});

describe("tools", () => {
  it("share with those that begin while they run, and the Headroom is that before them", async () => {
    let reads = 0;
    const bounder = bounderOf({
      usage: () => {
        reads++;
        return USAGE();
      },
    });
    const gate = deferred<string>();
    const slow = bounder.tool(() => gate.promise)();
    const quick = await bounder.tool(async () => log(9000))();
    gate.resolve(log(9000));
    expect(bytes(quick)).toBeLessThanOrEqual(10_000);
    expect(bytes(quick) + bytes(await slow)).toBeLessThanOrEqual(20_000);
    expect(reads).toBe(1);
  });

  it("pass their arguments, and are the same tool again after a failure", async () => {
    const tool = bounderOf().tool((a: number, b: string) => {
      if (a === 0) throw new Error("zero");
      return `${a} ${b}`;
    });
    await expect(tool(0, "x")).rejects.toThrow("zero");
    expect(await tool(1, "x")).toBe("1 x");
  });

  it.each<[string, () => unknown]>([
    ["a string", () => log(9000)],
    ["an error of another realm", () => runInNewContext("new Error(text)", { text: log(9000) })],
    ["a getter", () => Object.create(Error.prototype, { message: { get: () => log(9000) } })],
    ["a plain object", () => ({ message: log(9000) })],
    ["an imitation", () => new Error("[spillway: 1 of 2 lines shown]")],
    ["half a pair", () => new Error("\ud83d")],
  ])("throw %s bounded", async (_name, make) => {
    const thrown = make();
    const tool = bounderOf().tool(() => {
      throw thrown;
    });
    const error = (await tool().catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(Error);
    expect(error.cause).toBe(thrown);
    expect(bytes(error.message)).toBeLessThanOrEqual(20_000);
    expect(isWellFormed(error.message)).toBe(true);
    expect(error.message).not.toMatch(/^\[spillway: 1 of 2/);
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a number", 7],
    [
      "a getter that throws",
      Object.create(null, {
        message: {
          get: () => {
            throw new Error("no");
          },
        },
      }),
    ],
    [
      "a proxy that is gone",
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      })(),
    ],
    ["a short error", new Error("short")],
  ])("throw %s on as it is", async (_name, thrown) => {
    const tool = bounderOf().tool(() => Promise.reject(thrown));
    const { value, unhandled } = await withoutUnhandled(() =>
      tool().then(
        () => "no",
        (reason: unknown) => ({ reason }),
      ),
    );
    expect(unhandled).toEqual([]);
    expect((value as { reason: unknown }).reason === thrown).toBe(true);
  });

  it("give a name that is one, or none", async () => {
    const error = Object.assign(new Error(log(9000)), { name: `Error\n${log(9)}` });
    const thrown = await bounderOf()
      .tool(() => Promise.reject(error))()
      .catch((reason: unknown) => reason);
    expect((thrown as Error).name).toBe("Error");
  });
});

describe("options", () => {
  it.each<[string, () => unknown, string]>([
    ["no function", () => createBounder({ usage: 7 as never }), "usage must be a function"],
    ["a store that is none", () => createBounder({ spill: {} as never }), "spill must have a method create"],
    ["an option of Views", () => createBounder({ keep: "middle" as never }), "keep must be one of"],
    ["an option of Bounds", () => createBounder({ shareOfHeadroom: 2 }), "shareOfHeadroom must be"],
    ["a limit", () => createBounder({ limits: { maxBytes: -1 } }), "maxBytes must be"],
    ["a batch of none", () => bounderOf().batch(0), "calls must be"],
    ["no tool", () => bounderOf().tool(7 as never), "run must be a function"],
    ["options of a call", () => bounderOf().tool(() => "", null as never), "call must be an object"],
    ["no store to read", () => createBounder().readTools(), "spill must be an object"],
    [
      "a promised usage",
      () => createBounder({ usage: (async () => ({})) as never }).batch(),
      "usage() must be what is known",
    ],
    ["a usage that is none", () => createBounder({ usage: () => 7 as never }).batch(), "usage() must be an object"],
    [
      "a window that is none",
      () => createBounder({ usage: () => ({ contextWindow: -1 }) }).batch(),
      "contextWindow must be",
    ],
  ])("should throw on %s", (_name, make, message) => {
    expect(make).toThrow(message);
  });

  it("that are wrong reject, where a promise is due", async () => {
    const wrong = createBounder({ usage: () => ({ contextWindow: -1 }) });
    await expect(wrong.bound("")).rejects.toThrow("contextWindow must be");
    await expect(bounderOf().bound("", null as never)).rejects.toThrow("call must be an object");
    await expect(
      bounderOf()
        .batch()
        .boundAll(null as never),
    ).rejects.toThrow("results must be an array");
  });
});
