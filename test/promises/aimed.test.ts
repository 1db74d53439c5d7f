/** The checkers know nothing of spillway's insides: aimed at what other harnesses do, they find what is wrong there. */
import { describe, expect, it } from "vitest";
import { caseOf, type Options, type Outcome } from "./cases/run.js";
import { checkFits } from "./checks/p01-fits.js";
import { checkWellFormed } from "./checks/p02-well-formed.js";
import { checkExact } from "./checks/p03-exact.js";
import { checkLossless } from "./checks/p04-lossless.js";
import { checkHonest } from "./checks/p05-honest.js";
import { checkFills } from "./checks/p06-fills.js";
import { checkSame, checkUnchanged } from "./checks/p07-stable.js";
import { checkNeverThrows } from "./checks/p09-never-throws.js";
import { checkStore } from "./checks/p10-store.js";
import { BrokenPromise } from "./hold.js";

const NONE = { kind: "none", faults: [] } as const;
const plan = (text: string, maxChars: number) =>
  ({
    input: { kind: "string", text, cuts: [] },
    limits: { chars: { at: maxChars } },
    options: {},
    store: NONE,
  }) as const;

/** Cut at the limit, and a line appended: what most do. */
function cutAndTell(text: string, { limits }: Options, notice = "\n[output truncated]"): Outcome {
  const kept = text.slice(0, limits.maxChars);
  const size = (chars: number, lines: number) => ({ bytes: chars, chars, lines });
  const bounded = {
    text: kept + notice,
    kind: "text",
    truncated: true,
    altered: false,
    limitedBy: "chars",
    shown: size(kept.length, 1),
    omitted: size(text.length - kept.length, 0),
    total: size(text.length, 1),
    sourceBytes: text.length,
    spill: { state: "unconfigured" },
  } as const;
  return { bounded, store: undefined };
}

const LINE = "x".repeat(900);
const { input, options } = caseOf(plan(LINE, 500));
const usual = cutAndTell(LINE, options);
const pairs = caseOf(plan("🟡".repeat(300), 101));

const FOUND: readonly (readonly [name: string, check: () => unknown])[] = [
  ["P1: the notice is outside of the limit", () => checkFits(input, options, usual)],
  [
    "P2: a pair is parted",
    () => checkWellFormed(pairs.input, pairs.options, cutAndTell("🟡".repeat(300), pairs.options)),
  ],
  ["P3: the View is no part of the source", () => checkExact(input, options, usual)],
  ["P4: the rest is lost", () => checkLossless(input, options, usual)],
  [
    "P5: nobody says that the rest is lost",
    () => checkHonest(input, options, { ...usual, ...fullOf("\n[spillway: all is well]") }),
  ],
  ["P6: a tenth is used", () => checkFills(input, options, cutAndTell(LINE.slice(0, 50), options, ""))],
  ["P7: another View each time", () => checkSame(input, options, usual, cutAndTell(LINE, options, "\n[2]"))],
  ["P7: a notice on a notice", () => checkUnchanged(input, options, usual, cutAndTell(LINE, options, "\n[1]\n[2]"))],
  [
    "P9: it throws",
    () => checkNeverThrows(input, options, { thrown: { error: new Error("Invalid string length") }, store: undefined }),
  ],
  ["P10: there is no store", () => checkStore(input, options, usual)],
];

function fullOf(notice: string): Pick<Outcome, "bounded"> {
  const { bounded } = cutAndTell(LINE, options, notice);
  return bounded === undefined ? {} : { bounded };
}

describe("aimed at what others do", () => {
  it.each(FOUND)("%s", async (_, check) => {
    await expect((async () => check())()).rejects.toThrow(BrokenPromise);
  });
});
