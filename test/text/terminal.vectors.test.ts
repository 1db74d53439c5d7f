import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cleanTerminal, createTerminalCleaner } from "../../src/text/terminal.js";
import { terminalVectors } from "../vectors/terminalVectors.js";

const read = (name: string) => readFileSync(new URL(`../vectors/terminal/${name}.json`, import.meta.url), "utf8");
const made = terminalVectors();

describe.each(Object.keys(made))("terminal/%s.json", (name) => {
  const { cases } = JSON.parse(read(name)) as {
    cases: { name: string; input: { text: string }; expected: { text: string } }[];
  };

  it.each(cases)("$name", ({ input, expected }) => {
    expect(cleanTerminal(input.text)).toBe(expected.text);
    for (const size of [1, 7]) {
      const cleaner = createTerminalCleaner();
      let text = "";
      for (let at = 0; at < input.text.length; at += size) text += cleaner.write(input.text.slice(at, at + size));
      expect(text + cleaner.end()).toBe(expected.text);
    }
  });

  it("is what the reference says", () => {
    expect(read(name)).toBe(made[name]);
  });
});
