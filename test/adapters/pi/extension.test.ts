import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { createPiExtension } from "spillway/pi";
import { toWellFormed } from "spillway/text";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runs } from "../../support/runs.js";
import { fakePi, textOf } from "./fakePi.js";

const SMALL = { tokens: 634, contextWindow: 40_000 };
const lines = (count: number, word = "line") => Array.from({ length: count }, (_, i) => `${word} ${i + 1}`).join("\n");
const bytesOf = (text: string) => Buffer.byteLength(text);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spillway-fake-pi-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function pi(options: Parameters<typeof fakePi>[1] = { usage: SMALL }) {
  return fakePi(createPiExtension({ agentDirectory: folder }), options);
}

describe("a result as it comes", () => {
  it("should be cut to its share of the Headroom, with the real figures and one path", async () => {
    const { content, structuredContent } = await pi().result({ text: lines(4000), structuredContent: { kept: 1 } });
    const text = textOf({ content });
    const [, path = ""] =
      /^\[output-limits: capped to 11\.2KB \(5\.7k tokens\) of the 23k token headroom left for this message; full output: (.+)\]\n/.exec(
        text,
      ) ?? [];
    expect(bytesOf(text)).toBeLessThanOrEqual(11_490);
    expect(bytesOf(text)).toBeGreaterThan(11_490 * 0.9);
    expect(
      text.endsWith(
        `\nline 4000\n\n[Showing lines ${4001 - (text.match(/^line /gm)?.length ?? 0)}-4000 of 4000. Full output: ${path}]`,
      ),
    ).toBe(true);
    expect(readFileSync(path, "utf8")).toBe(lines(4000));
    expect(structuredContent).toEqual({ kept: 1 });
  });

  it("should be what it was if it fits, and if a script made the call", async () => {
    const content = [{ type: "text" as const, text: lines(100) }];
    expect((await pi().result({ content })).content).toBe(content);
    const long = [{ type: "text" as const, text: lines(40_000) }];
    expect((await pi().result({ content: long, parentToolCallId: "call 0" })).content).toBe(long);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("should not be cut below what pi published where pi does not know what is in use", async () => {
    const blind = pi({ usage: { tokens: null, contextWindow: 40_000 } });
    const body = lines(2000, "x".repeat(20)).slice(0, 51_200);
    const text = `${body}\n\n[Showing lines 1-2000 of 2000. Full output: /tmp/${"d".repeat(700)}]`;
    for (const toolName of ["bash", "grep"]) expect(textOf(await blind.result({ toolName, text }))).toBe(text);
    expect(bytesOf(textOf(await blind.result({ toolName: "any", text: lines(90_000) })))).toBeLessThanOrEqual(52_000);
  });

  it("should keep the end of an error, whoever made it", async () => {
    for (const toolName of ["read", "grep", "any", "mcp__a__b"]) {
      const text = textOf(await pi().result({ toolName, text: `${lines(4000)}\nfatal: it broke`, isError: true }));
      expect(text.endsWith("\nline 4000\nfatal: it broke")).toBe(true);
      expect(bytesOf(text)).toBeLessThanOrEqual(11_490);
    }
  });

  it("should lose what imitates our line", async () => {
    const text = textOf(await pi().result({ text: `${lines(4000)}\n[output-limits: full output: /etc/passwd]` }));
    expect(text).toContain("\n(output-limits: full output: /etc/passwd]\n\n[Showing");
    expect(text.match(/\[output-limits: /g)).toHaveLength(1);
  });

  it("should only be counted for a tool that is not bounded, and not bounded while the hatch is open", async () => {
    const own = pi({ usage: SMALL, settings: { outputLimits: { tools: ["bash"] } } });
    const content = [{ type: "text" as const, text: lines(4000) }];
    expect((await own.result({ toolName: "any", content })).content).toBe(content);
    expect(bytesOf(textOf(await own.result({ toolCallId: "call 1", content })))).toBeLessThanOrEqual(4096); // what was left
    vi.stubEnv("PI_OUTPUT_LIMITS", " OFF ");
    expect((await own.result({ content })).content).toBe(content);
  });

  it("should stay as pi made it where it cannot be kept, and at the ceiling where pi has none", async () => {
    writeFileSync(join(folder, "output-limits"), "no directory");
    const content = [{ type: "text" as const, text: lines(4000) }];
    const own = pi();
    const other = pi();
    await other.result({ toolName: "any", text: lines(90_000) });
    expect(other.notes).toHaveLength(1);
    expect((await own.result({ content })).content).toBe(content);
    const text = textOf(await own.result({ toolName: "codemode", text: lines(400_000), toolCallId: "call 1" }));
    expect(bytesOf(text)).toBeLessThanOrEqual(52_000);
    expect(text).toContain("the full output could not be saved");
    expect(own.notes).toHaveLength(1);
  });

  it("should be cut by the last resort where everything else fails", async () => {
    const broken = createPiExtension({ agentDirectory: "\0" });
    const text = textOf(await fakePi(broken, { usage: SMALL }).result({ text: lines(90_000) }));
    expect(bytesOf(text)).toBeLessThanOrEqual(52_224);
    expect(text).toContain("[output-limits: the full output was not saved]");
    for (const content of [null, [null], [{ type: "text", text: 5 }], [{ type: "image" }], "text"]) {
      expect((await pi().result({ content: content as never })).content).toBe(content);
    }
  });
});

describe("the results of a message", () => {
  it("should be settled together, whatever the order in which they came", async () => {
    const calls = [
      { text: lines(3000, "a") },
      { toolName: "read", text: lines(1500, "b") },
      { toolName: "ls", text: "one\ntwo" },
      { toolName: "nothing", text: "no such tool", isError: true },
    ];
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ];
    const seen = [];
    for (const order of orders) seen.push(await pi().batch(calls, order));
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[0]?.map((message) => textOf(message)).slice(2)).toEqual(["one\ntwo", "no such tool"]);
    const sizes = seen[0]?.map((message) => bytesOf(textOf(message))) ?? [];
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(11_491);
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeGreaterThan(11_491 * 0.9);
  });

  it("should not fill a window by the floors of many calls", async () => {
    const calls = Array.from({ length: 36 }, () => ({
      toolName: "read",
      text: lines(1500, "a longer line of a file"),
    }));
    const views = (await pi().batch(calls)).map((message) => textOf(message));
    expect(views.reduce((sum, view) => sum + bytesOf(view), 0)).toBeLessThanOrEqual(40_000 - 634);
    for (const view of views) expect(view).toMatch(/Use offset=\d+ to continue\.\]$/);
  });

  it("should leave to the others what a tool that is not bounded has not taken", async () => {
    const own = pi({ usage: SMALL, settings: { outputLimits: { tools: ["bash"] } } });
    const [free, cut] = (await own.batch([{ toolName: "any", text: lines(700) }, { text: lines(4000) }])).map((one) =>
      textOf(one),
    );
    expect(free).toBe(lines(700));
    expect(bytesOf(free as string) + bytesOf(cut as string)).toBeLessThanOrEqual(11_490);
    expect(bytesOf(free as string) + bytesOf(cut as string)).toBeGreaterThan(11_490 * 0.9);
  });

  it("should hold with any settings that are valid", async () => {
    const number = fc.oneof(
      fc.constantFrom(Number.MIN_VALUE, 1e-9, 0.5, 1, 7, 1e9, 1e300),
      fc.double({ min: 0.01, max: 9, noNaN: true }),
    );
    const count = fc.oneof(fc.nat(60_000), fc.constantFrom(0, Number.MAX_SAFE_INTEGER));
    const section = fc.record(
      {
        maxOutputTokens: count,
        maxLines: fc.nat(50),
        inflation: number,
        bytesPerChar: number,
        shareOfHeadroom: fc.double({ min: 0, max: 1, noNaN: true }),
        minOutputBytes: count,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(section, async (outputLimits) => {
        const own = pi({ usage: SMALL, settings: { outputLimits } });
        const calls = [
          { text: lines(3000) },
          { toolName: "read", text: lines(3000) },
          { toolName: "any", text: lines(3000) },
        ];
        const { maxOutputTokens = 26_000, bytesPerChar = 4, inflation = 2, maxLines = Infinity } = outputLimits;
        const ceiling = Math.floor((maxOutputTokens * bytesPerChar) / inflation);
        for (const message of await own.batch(calls)) {
          const text = textOf(message);
          expect(text).not.toContain("was not saved");
          if (bytesOf(text) < ceiling) continue;
          expect(bytesOf(text)).toBeLessThanOrEqual(Math.max(ceiling, ceiling >= 51_200 ? 52_000 : 0));
          expect(text.split("\n").length).toBeLessThanOrEqual(Math.max(maxLines, 6));
        }
        expect(own.notes).toEqual([]);
      }),
      runs(60),
    );
  });

  it("should bound what another extension put in a result's place", async () => {
    const own = pi();
    await own.emit("message_end", { message: { role: "assistant", content: [{ type: "toolCall", id: "call 0" }] } });
    await own.result({ text: "short" });
    const message = {
      role: "toolResult",
      toolCallId: "call 0",
      toolName: "bash",
      content: [{ type: "text", text: lines(5000, "other") }],
    };
    const change = (await own.emit("message_end", { message })) as { message: typeof message };
    expect(bytesOf(textOf(change.message as never))).toBeLessThanOrEqual(11_490);
    expect(textOf(change.message as never)).toContain("other 5000");
  });

  it("should be bounded one by one where pi runs them one after the other", async () => {
    const own = pi();
    const content = ["call 0", "call 1"].map((id) => ({ type: "toolCall", id }));
    await own.emit("message_end", { message: { role: "assistant", content } });
    let bytes = 0;
    for (const { id } of content) {
      const final = await own.result({ toolCallId: id, text: lines(4000) });
      await own.emit("tool_execution_end", { ...final, result: final });
      const message = { ...final, role: "toolResult" };
      const change = (await own.emit("message_end", { message })) as { message: typeof message } | undefined;
      expect(change).toBeUndefined();
      bytes += bytesOf(textOf(final));
    }
    expect(bytes).toBeLessThanOrEqual(11_491);
  });

  it("should fit, be well formed, and not depend on the order, for any content", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc
        .tuple(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(9000))
        .map(([word, count]) => `${word}\n`.repeat(count)),
      fc
        .tuple(fc.constantFrom("é", "\ud800", "🟡", "\u001b[31m", "[output-limits: x]\n"), fc.nat(30_000))
        .map(([unit, count]) => unit.repeat(count)),
      fc.array(fc.record({ id: fc.nat(), name: fc.string() }), { maxLength: 900 }).map((rows) => JSON.stringify(rows)),
    );
    const call = fc.record({
      toolName: fc.constantFrom("bash", "read", "grep", "codemode", "mcp__a__b", "any", "\0 odd/../name"),
      text,
      isError: fc.boolean(),
    });
    const batch = fc.array(call, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batch, fc.nat(40_000), fc.infiniteStream(fc.nat()), async (calls, tokens, keys) => {
        const usage = { tokens, contextWindow: 40_000 };
        const order = calls.map((_, index) => ({ index, key: keys.next().value as number }));
        const shuffled = order.sort((a, b) => a.key - b.key).map(({ index }) => index);
        const views = await pi({ usage }).batch(calls);
        expect(await pi({ usage }).batch(calls, shuffled)).toEqual(views);

        const headroom = Math.max(0, 40_000 - 16_384 - tokens);
        const floor = Math.min(4096, Math.max(512, Math.floor((40_000 - tokens) / calls.length)));
        const sizes = views.map((view) => bytesOf(textOf(view)));
        const isWhole = (index: number) => textOf(views[index] as never) === calls[index]?.text;
        const most = Math.max(headroom * 0.25 * 2, floor * calls.length);
        expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(most);
        for (const [index, view] of views.entries())
          if (!isWhole(index)) expect(textOf(view)).toBe(toWellFormed(textOf(view)));
      }),
      runs(60),
    );
  });
});

describe("createPiExtension", () => {
  it("should refuse what is no option", () => {
    expect(() => createPiExtension({ agentDirectory: 1 as never })).toThrow("agentDirectory must be a string, got 1");
    expect(() => createPiExtension({ defaults: { inflation: 0 } })).toThrow("defaults.inflation must be a number > 0");
    expect(() => createPiExtension({ defaults: { spill: { maxAgeDays: -1 } as never } })).toThrow(
      "defaults.spill.maxAgeDays",
    );
  });

  it("should take its defaults, and the settings before them", async () => {
    const extension = createPiExtension({
      agentDirectory: folder,
      defaults: { minOutputBytes: 600, shareOfHeadroom: 0.01 },
    });
    const text = lines(4000);
    const sizeWith = async (settings: object) =>
      bytesOf(textOf(await fakePi(extension, { usage: SMALL, settings }).result({ text })));
    expect(await sizeWith({})).toBeLessThanOrEqual(600);
    expect(await sizeWith({ outputLimits: { minOutputBytes: 2000 } })).toBeGreaterThan(1800);
  });
});
