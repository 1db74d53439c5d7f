import { RE2JS } from "re2js";
import { checkBoolean, checkObject, checkString } from "../internal/check.js";
import type { LineMatcher } from "../spill/request.js";

/**
 * Compiles a regular expression that takes time linear in the line, for any pattern and any line: the engine that
 * `readSpill` takes as `regex`.
 *
 * The syntax is RE2's, with what ECMAScript writes otherwise (`\uXXXX`, `\u{X}`, `\cX`, `\/`, `(?<name>…)`) understood as
 * well. What cannot be had in linear time does not compile: lookaround and backreferences. Flags may be set inside, as in
 * `(?i)`. A match is the first one from the left, and of those the one that a backtracking engine would find.
 *
 * @param pattern - 1 to 1,000 UTF-16 units; a repetition such as `a{1,300}` counts as often as it repeats, and all
 * together may make 1,000 steps
 * @param flags - `ignoreCase`: upper-case and lower-case letters are the same, as Unicode's simple case folding has it.
 * Default false
 * @throws TypeError for a pattern or flag of the wrong type; RangeError for a pattern that does not compile or is too
 * large, with the reason
 * @example
 * ```ts
 * linearRegex("warn(ing)?", { ignoreCase: true }).find("3 Warnings"); // { start: 2, end: 9 }
 * await readSpill(sink, id, { search: { pattern: "^FAIL .*\\.ts$", regex: true } }, limits, { regex: linearRegex });
 * ```
 * @public
 */
export function linearRegex(pattern: string, flags: { readonly ignoreCase?: boolean } = {}): LineMatcher {
  checkPattern(pattern);
  const { ignoreCase = false } = checkObject("flags", flags) as { readonly ignoreCase?: boolean };
  const regex = compile(pattern, checkBoolean("flags.ignoreCase", ignoreCase));
  return {
    find(line, from = 0) {
      // Whether there is a match is known much sooner than where.
      if (from > line.length || !regex.test(line)) return undefined;
      const matcher = regex.matcher(line);
      return matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined;
    },
  };
}

function checkPattern(pattern: string): void {
  const { length } = checkString("pattern", pattern);
  if (length > 0 && length <= MOST_PATTERN_UNITS) return;
  throw new RangeError(`pattern must have 1 to ${MOST_PATTERN_UNITS} UTF-16 units, got ${length}`);
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(RE2JS.translateRegExp(pattern), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    throw new RangeError(`pattern is not a regular expression that can be used here: ${reasonOf(error)}`);
  }
  const steps = regex.programSize();
  if (steps <= MOST_STEPS) return regex;
  throw new RangeError(`pattern must make at most ${MOST_STEPS} steps, got ${steps}: repeat less often`);
}

/** The engine's reason, with the part of the pattern that it is about: one line, and not a long one. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : "";
  const line = message.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, "\ufffd");
  const reason = line.length > MOST_REASON_UNITS ? `${line.slice(0, MOST_REASON_UNITS).trimEnd()}…` : line;
  return HAS_LOOKAROUND.test(line) ? `${reason} (there is no lookaround)` : reason || "it does not compile";
}

/** A pattern is compiled in time that grows with its square. No one writes a longer one by hand. */
const MOST_PATTERN_UNITS = 1000;
/** Each step costs up to 30 ns for every character of a line that matches: 30 s for a megabyte, at the very worst. */
const MOST_STEPS = 1000;
/** UTF-16 units. */
const MOST_REASON_UNITS = 160;
const HAS_LOOKAROUND = /\(\?(?:P?<?[=!]|P?<[=!])/;
