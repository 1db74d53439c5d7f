/** `fixtures/TOOL.txt` is what a tool printed, `fixtures/TOOL.errors.txt` the lines of it that say what went wrong. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { boundText, ERROR_LINES } from "spillway";
import { cleanTerminal } from "spillway/text";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

const FOLDER = join(import.meta.dirname, "fixtures");
const tools = readdirSync(FOLDER).filter((file) => file.endsWith(".txt") && !file.endsWith(".errors.txt"));
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");

describe("ERROR_LINES", () => {
  it.each(tools)("finds in the output of %s the lines that say what went wrong, and no others", (file) => {
    const found = cleanTerminal(read(file))
      .split("\n")
      .map((line, at) => `${at + 1}:${line}`)
      .filter((line) => ERROR_LINES(line.slice(line.indexOf(":") + 1)));
    expect(`${found.join("\n")}\n`).toBe(read(file.replace(".txt", ".errors.txt")));
  });

  it.each([
    "0 errors, 0 warnings",
    "Found 0 errors.",
    "src/error.ts",
    "test errors::are_handled ... ok",
    "✓ returns error: not found (2 ms)",
    "ok 3 - throws TypeError: on bad input",
    "PASS src/failure.test.ts",
    "--on-error=continue",
    "the error budget was not spent",
    "10 passed, 0 FAILED",
    "warning: unused variable `failed`",
    'level=info msg="0 failed"',
    '  12 | throw new Error("x");',
    "at Object.<anonymous> (/srv/TypeError.js:1:2)",
    "",
  ])("leaves %j alone", (line) => {
    expect(ERROR_LINES(line)).toBe(false);
  });

  it("finds the error in the middle of a long build, where a cut would lose it", () => {
    const quiet = (from: number) =>
      Array.from({ length: 9000 }, (_, at) => `   Compiling crate-${from + at} v0.1.0\n`).join("");
    const log = `${quiet(0)}error[E0308]: mismatched types\n --> src/lib.rs:4:37\n${quiet(9000)}error: could not compile\n`;
    expect(boundText(log, { maxBytes: 1000 }).text).not.toContain("E0308");
    expect(boundText(log, { maxBytes: 1000 }, { pin: ERROR_LINES }).text).toContain(
      "\n9001:error[E0308]: mismatched types\n",
    );
  });

  it("takes time in proportion to the line, whatever is in it", () => {
    const pieces = [
      "Error",
      "error: ",
      "A",
      "a.",
      " ",
      "error[",
      "::",
      "FAIL ",
      "Caused by: ",
      "1 ",
      "━",
      "\t",
      "lint/",
      "*** Error ",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }), (parts) => {
        const start = performance.now();
        ERROR_LINES(parts.join("").repeat(1_000_000));
        expect(performance.now() - start).toBeLessThan(5000);
      }),
      runs(100),
    );
  });
});
