/** P6: a View of more than fits uses nearly all of the limit that cut it, on both of its sides. */
import fc from "fast-check";
import { checkFull } from "../../bound/checkView.js";
import { endsInEscape, sizeOf } from "../../bound/oracle.js";
import { type Input, textInput } from "../cases/inputs.js";
import { roomyLimits } from "../cases/limits.js";
import { anyOptions } from "../cases/options.js";
import { caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { anyStore } from "../cases/stores.js";
import { plainText } from "../cases/texts.js";
import { hold } from "../hold.js";
import { explanations, withoutPinned } from "../oracle/view.js";
import type { Property } from "../promise.js";

export function checkFills(_: Input, options: Options, { bounded }: Outcome): void {
  hold(bounded !== undefined, "a View comes out");
  const { source = "", limits, keep, headShare, boundary, position, countTokens } = options;
  // Where a sequence is parted, both of its parts go.
  if (!bounded.truncated || bounded.kind === "binary" || source.includes("\u001b") || endsInEscape(source)) return;
  const sides = withoutPinned(bounded, options);
  const whole = bounded.text;
  const view = { source, limits, keep, headShare, boundary, position, countTokens, whole };
  checkFull({ ...bounded, ...sides }, view);
  if (sides.pinned > 0) return;
  checkInsideLines(options, bounded);
  checkSides(options, bounded);
}

/** Where no line fits, lines are cut inside: one endless line still gives a full View. */
function checkInsideLines(
  { source = "", limits, keep, headShare, boundary }: Options,
  { text, limitedBy }: Bounded,
): void {
  if (boundary === "grapheme" || (limitedBy !== "bytes" && limitedBy !== "chars")) return;
  const limit = (limitedBy === "bytes" ? limits.maxBytes : limits.maxChars) ?? 0;
  if (source.split(/(?<=\n)/).some((line) => line.length <= limit)) return;
  const used = sizeOf(text)[limitedBy];
  const sides = keep === "ends" && headShare > 0 && headShare < 1 ? 2 : 1;
  hold(used >= 0.9 * limit - 8 * sides, `${used} of ${limit} ${limitedBy} of lines that are too long`);
}

/** Both sides are there where both were asked for, also in one endless line. */
function checkSides(
  { source = "", limits, keep, headShare, position, boundary }: Options,
  { text, shown }: Bounded,
): void {
  const isWide = keep === "ends" && headShare >= 0.2 && headShare <= 0.8 && (limits.maxLines ?? 10) >= 10;
  // A grapheme may be larger than its side.
  if (!isWide || boundary === "grapheme") return;
  const found = explanations(text, source, shown.chars, position).filter(({ marker }) => marker !== "");
  const hasNoSide = found.every(({ from, to, end }) => from === 0 || to === end);
  hold(found.length === 0 || !hasNoSide, "neither side stays empty");
}

type Bounded = NonNullable<Outcome["bounded"]>;

/** JSON of many records, each small beside the limits. */
const rows = fc.array(fc.record({ id: fc.nat(999), name: fc.stringMatching(/^[a-z]{0,9}$/), ok: fc.boolean() }), {
  minLength: 60,
  maxLength: 90,
});
const bigJson = fc.oneof(
  rows,
  fc.record({ rows, total: fc.nat() }),
  fc.nat(2000).map((length) => "word ".repeat(1000 + length)),
  fc.dictionary(fc.stringMatching(/^[a-z]{4,9}$/), fc.nat(), { minKeys: 150, maxKeys: 160, size: "max" }),
);

const properties: readonly Property[] = [
  {
    title: "uses 90 % of the limit that cuts a text",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        casePlan({
          input: textInput(
            fc.tuple(plainText, fc.integer({ min: 5, max: 40 })).map(([text, times]) => text.repeat(times)),
          ),
          limits: roomyLimits,
          options: anyOptions("noticeAllowance", "onSpillFailure", "counter", "clean"),
          store: anyStore,
        }).filter(({ input }) => input.kind !== "bytewise"),
        async (plan) => {
          const one = caseOf(plan);
          checkFills(one.input, one.options, await run(library, one));
        },
      ),
  },
  {
    title: "uses 85 % of the limit that cuts JSON",
    of: (library) =>
      fc.asyncProperty(
        bigJson,
        fc.integer({ min: 600, max: 2400 }),
        fc.constantFrom("head", "tail", "ends"),
        fc.boolean(),
        async (json, limit, keep, inChars) => {
          const limits = inChars ? { maxChars: limit } : { maxBytes: limit };
          const spill = library.memorySpill({ key: "k" });
          const { text, truncated } = await library.boundResult({ json }, { limits, keep, spill });
          if (!truncated) return;
          const used = sizeOf(text)[inChars ? "chars" : "bytes"];
          hold(used >= 0.85 * limit, `${used} of ${limit} is not full`);
        },
      ),
  },
  {
    title: "gives each side its share, and the end of an error most of it",
    of: (library) =>
      fc.asyncProperty(
        fc.integer({ min: 800, max: 3000 }),
        fc.oneof(fc.constant(undefined), fc.double({ min: 0.1, max: 0.9, noNaN: true })),
        fc.constantFrom({}, { isError: true }, { exitCode: 1 }, { exitCode: 0 }),
        async (maxBytes, headShare, end) => {
          const source = Array.from({ length: 900 }, (_, at) => `line ${String(at).padStart(4, "0")}\n`).join("");
          const bounded = await library.boundResult(source, { limits: { maxBytes }, headShare, ...end });
          const [found] = explanations(bounded.text, source, bounded.shown.chars, "last").filter((one) => one.marker);
          hold(found !== undefined, "both ends are shown");
          const isFailure = "isError" in end || ("exitCode" in end && end.exitCode !== 0);
          const wanted = headShare ?? (isFailure ? 0.2 : 0.5);
          const share = found.from / bounded.shown.chars;
          hold(Math.abs(share - wanted) <= 0.08, `the head has ${share} of what is shown, not ${wanted}`);
        },
      ),
  },
  {
    title: "lets one side have what the other cannot use",
    of: (library) =>
      fc.asyncProperty(
        fc.integer({ min: 400, max: 2000 }),
        fc.boolean(),
        fc.double({ min: 0.3, max: 0.7, noNaN: true }),
        async (maxBytes, mirrored, headShare) => {
          // On one side, short lines; on the other, a line, and beside it one that is too long for what it leaves of its share.
          const long = `${"L".repeat(Math.floor(maxBytes * 0.8))}\n`;
          const short = "abc\n".repeat(maxBytes);
          const source = mirrored ? `${short + long}end\n` : `start\n${long}${short}`;
          const bounded = await library.boundResult(source, { limits: { maxBytes }, headShare, notice: false });
          hold(sizeOf(bounded.text).bytes >= 0.9 * maxBytes, "the share that one side cannot use is used");
        },
      ),
  },
];
export default properties;
