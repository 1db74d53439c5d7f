import { describe, expect, it } from "vitest";
import { createBounder } from "../../src/bound/createBounder.js";
import { memorySpill } from "../../src/spill/memory.js";
import { utf8Length } from "../../src/text/size.js";

const USAGE = () => ({ contextWindow: 60_000, reserveTokens: 10_000, usedTokens: 10_000 }); // 20,000 bytes for a batch
const log = (lines: number) => "a line of a log\n".repeat(lines);

describe("createBounder", () => {
  it("bounds one result by the share of the Headroom", async () => {
    const { bound } = createBounder({ usage: USAGE, spill: memorySpill() });
    const { text, spill } = await bound(log(10_000));
    expect(utf8Length(text)).toBeLessThanOrEqual(20_000);
    expect(utf8Length(text)).toBeGreaterThan(19_000);
    expect(spill.state).toBe("kept");
  });

  it("passes on what a call of a batch did not need", async () => {
    const batch = createBounder({ usage: USAGE, spill: memorySpill() }).batch(2);
    await batch.bound(log(10));
    expect(batch.leftBytes).toBe(19_840);
    expect(utf8Length((await batch.bound(log(10_000))).text)).toBeGreaterThan(19_000);
  });

  it("lets tools that run at the same time share one allowance", async () => {
    const bounder = createBounder({ usage: USAGE, spill: memorySpill() });
    const tool = bounder.tool(async (lines: number) => log(lines));
    const views = await Promise.all([tool(10_000), tool(10), tool(10_000), tool(10_000)]);
    expect(views[1]).toBe(log(10));
    expect(views.reduce((sum, view) => sum + utf8Length(view), 0)).toBeLessThanOrEqual(20_000);
    expect(utf8Length(await tool(10_000))).toBeGreaterThan(19_000); // another message
  });

  it("throws on what a tool throws, with the View of a message that does not fit", async () => {
    const bounder = createBounder({ usage: USAGE, spill: memorySpill() });
    const short = new RangeError("short");
    await expect(bounder.tool(() => Promise.reject(short))()).rejects.toBe(short);
    const long = new RangeError(log(10_000));
    const thrown = await bounder
      .tool(() => {
        throw long;
      })()
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: "RangeError", cause: long });
    expect(utf8Length((thrown as Error).message)).toBeLessThanOrEqual(20_000);
  });

  it("is blind where the usage is unknown or cannot be read", async () => {
    const broken = createBounder({
      usage: () => {
        throw new Error("no session");
      },
    });
    expect(broken.batch(3).leftBytes).toBeUndefined();
    expect(utf8Length((await broken.bound(log(10_000))).text)).toBeGreaterThan(50_000);
  });

  it("charges what is read back to the calls that run at the same time", async () => {
    const spill = memorySpill();
    const bounder = createBounder({ usage: USAGE, spill, minOutputBytes: 0 });
    const { spill: state } = await bounder.bound(log(10_000));
    if (state.state !== "kept") throw new Error(state.state);
    const [read] = bounder.readTools();
    let answer = "";
    const tool = bounder.tool(async () => {
      answer = (await read.handler({ id: state.ref.id })).text;
      return log(10_000);
    });
    const view = await tool();
    expect(utf8Length(answer)).toBeGreaterThan(15_000);
    expect(utf8Length(answer) + utf8Length(view)).toBeLessThanOrEqual(20_000);
  });
});
