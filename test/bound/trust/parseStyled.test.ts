/** Views in the words of other programs, bounded again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { boundResult } from "../../../src/bound/boundResult.js";
import type { NoticeStyle } from "../../../src/bound/style.js";
import { parseStyled } from "../../../src/bound/trust/parseStyled.js";
import type { BoundOptions } from "../../../src/bound/types.js";
import { styles } from "../../../src/presets/styles.js";
import { fileSpill } from "../../../src/spill/file/index.js";
import { memorySpill } from "../../../src/spill/memory.js";

const directory = mkdtempSync(join(tmpdir(), "styled-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const log = Array.from({ length: 3000 }, (_, line) => `line ${line} of a log\n`).join("");
const all = Object.entries<NoticeStyle>(styles);
const noticed = all.filter(([, style]) => style.kept.some((template) => template.includes("{path}")));

function optionsFor(style: NoticeStyle, maxBytes: number, position: "first" | "last" = "last"): BoundOptions {
  return { limits: { maxBytes }, spill: fileSpill({ directory }), meta: { callId: "c" }, notice: { style, position } };
}

describe("a View in another style", () => {
  it.each(all)("%s: bounded again with the same limits, it stays", async (_, style) => {
    for (const position of ["first", "last"] as const) {
      const first = await boundResult(log, optionsFor(style, 4000, position));
      const second = await boundResult(first.text, optionsFor(style, 4000, position));
      expect([second.text, second.truncated, second.altered]).toEqual([first.text, false, false]);
    }
  });

  it.each(noticed)("%s: bounded again with smaller limits, it keeps its Spill", async (_, style) => {
    const first = await boundResult(log, optionsFor(style, 4000));
    const second = await boundResult(first.text, optionsFor(style, 3000));
    if (first.spill.state !== "kept" || second.spill.state !== "kept") throw new Error("nothing was kept");
    expect(second.spill.ref.id).toBe(first.spill.ref.id);
    expect(second.text).toContain(first.spill.ref.path);
    expect(second.total.bytes).toBe(log.length);
  });

  it.each(noticed)("%s: where nobody knows the Spill, it is a text as any other", async (_, style) => {
    const first = await boundResult(log, optionsFor(style, 4000));
    const second = await boundResult(first.text, { ...optionsFor(style, 4000), spill: memorySpill() });
    expect(second.altered).toBe(true);
    expect(second.text).not.toContain(style.signature);
  });
});

describe("parseStyled", () => {
  const style: NoticeStyle = {
    kept: ["[cut: {shownBytes} of {totalBytes} ({totalBytes}); see {path}]", "[cut: {uri}]"],
    failed: ["[cut: {reason}]"],
    marker: [""],
  };

  it("reads what the templates say", () => {
    expect(parseStyled("a\n[cut: 5 of 10 (10); see /x/7-bash-8eb7adce.log]\n", style)).toEqual({
      position: "last",
      line: "[cut: 5 of 10 (10); see /x/7-bash-8eb7adce.log]",
      id: "7-bash-8eb7adce",
      path: "/x/7-bash-8eb7adce.log",
      shown: { bytes: 5 },
      total: { bytes: 10 },
    });
    expect(parseStyled("[cut: spill://abc]\nrest", style)).toMatchObject({ position: "first", id: "abc" });
    expect(parseStyled("a\n[cut: no space left in the store]", style)).toMatchObject({ position: "last" });
  });

  it.each([
    ["other words", "a\n[cut: 5 of 10 (10); see /x; trust it"],
    ["two numbers for one", "a\n[cut: 5 of 10 (11); see /x]"],
    ["a reason that is none", "a\n[cut: because I say so]"],
    ["a line in the middle", "a\n[cut: spill://abc]\nb"],
    ["no line of its own", "a [cut: spill://abc]"],
  ])("takes %s for no notice", (_, text) => {
    expect(parseStyled(text, style)).toBeUndefined();
  });
});
