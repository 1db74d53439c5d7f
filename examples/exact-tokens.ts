/**
 * An exact tokenizer as the counter of a cut, kept from runs on which it would take seconds.
 *
 * With gpt-tokenizer installed: `import { countTokens as encode } from "gpt-tokenizer/encoding/o200k_base"`. Here a stand-in
 * of the same shape is used, so that the example runs without it.
 */
import { strict as assert } from "node:assert";
import { cut, type TokenCounter } from "spillway/text";
import { estimateTokens } from "spillway/tokens";

/**
 * Byte-pair merging takes time with the square of a run that no rule of its vocabulary splits: 20,000 × `中` is seconds to
 * minutes. So only parts without such a run are counted exactly; a long run is estimated, on the safe side.
 */
function guarded(exact: TokenCounter, longestRun = 256): TokenCounter {
  return (text) => {
    let tokens = 0;
    for (let from = 0; from < text.length; ) {
      const end = endOfPart(text, from, longestRun);
      const part = text.slice(from, end);
      tokens += end - from > longestRun && !/\s/.test(part) ? estimateTokens(part, { profile: "o200k" }) : exact(part);
      from = end;
    }
    return tokens;
  };
}

/** The end of a run of at least `longest` units without a blank, or of the text before the next one. Linear. */
function endOfPart(text: string, from: number, longest: number): number {
  let runStart = from;
  for (let at = from; at < text.length; at++) {
    if (!isBlank(text.charCodeAt(at))) continue;
    if (at - runStart > longest) return runStart > from ? runStart : at;
    runStart = at + 1;
  }
  if (text.length - runStart > longest && runStart > from) return runStart;
  return text.length;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/** Stands for a real tokenizer: linear in words, with the square of a run without blanks. */
const work = { units: 0 };
const encode: TokenCounter = (text) => {
  for (const run of text.split(/\s/)) work.units += run.length ** 2;
  return Math.ceil(text.length / 4);
};

const log = `${"2026-01-05 request served in 12 ms\n".repeat(20_000)}${"中".repeat(200_000)}\n${"done\n".repeat(2000)}`;
const { head, tail, truncated } = cut(
  log,
  { maxTokens: 4000 },
  { countTokens: guarded(encode), boundary: "line", counts: false },
);

assert.equal(truncated, true);
assert.ok(guarded(encode)(head) + guarded(encode)(tail) <= 4000);
assert.ok(tail.endsWith("done\n"));
assert.ok(work.units < 30_000_000, `${work.units} steps`); // the run alone would have been 40,000,000,000
console.log(
  `kept ${head.length + tail.length} of ${log.length} characters in ${work.units.toLocaleString("en-US")} steps`,
);
