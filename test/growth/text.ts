/** Growth of `spillway/text` and `spillway/tokens`. */

import { createDecoder } from "spillway/encoding";
import { cleanTerminal, createCollector, cut, fits, measureText, toWellFormed, utf8Length } from "spillway/text";
import { createCalibrator, createTokenMeter, estimateTokens, profileFor } from "spillway/tokens";
import { EVERY_KIND } from "../text/options.js";
import { BYTES, CHUNKS, PIECES, TEXTS } from "./inputs.js";
import { each, type Row, some } from "./row.js";

/** Either side of `ends` is what `head` and `tail` do alone. */
const KINDS = process.env["SPILLWAY_DEEP"] ? EVERY_KIND : EVERY_KIND.filter(([keep]) => keep === "ends");

/** Texts that cost a counter of tokens differently. */
const BY_CLASS = some(TEXTS, "one endless line", "empty lines", "flags", "lone surrogates");

export const TEXT_ROWS: readonly Row[] = [
  ...["auto", "gb18030", "big5", "cp437"].map((encoding): Row => {
    const decode = (chunks: readonly Uint8Array[]) => {
      const decoder = createDecoder({ encoding });
      for (const chunk of chunks) decoder.write(chunk);
      return decoder.end();
    };
    return { of: createDecoder, how: encoding, inputs: each(BYTES, decode) };
  }),
  { of: utf8Length, inputs: each(TEXTS, (text) => utf8Length(text)) },
  { of: measureText, inputs: each(TEXTS, (text) => measureText(text)) },
  { of: toWellFormed, inputs: each(TEXTS, (text) => toWellFormed(text)) },
  { of: cleanTerminal, inputs: each(TEXTS, (text) => cleanTerminal(text)) },
  {
    of: fits,
    inputs: each(TEXTS, (text) => fits(text, { maxBytes: text.length * 3 - 1, maxLines: text.length - 1 })),
  },
  { of: fits, how: "by tokens", inputs: each(BY_CLASS, (text) => fits(text, { maxTokens: 3 * text.length })) },
  ...KINDS.map(([keep, boundary]): Row => {
    const limits = (units: number) => ({ maxBytes: Math.ceil(units / 4), maxLines: Math.ceil(units / 8) });
    return {
      of: cut,
      how: `${keep}, ${boundary}`,
      inputs: each(TEXTS, (text, units) => cut(text, limits(units), { keep, boundary })),
    };
  }),
  {
    of: cut,
    how: "by tokens",
    inputs: each(BY_CLASS, (text, units) => cut(text, { maxTokens: Math.ceil(units / 4) }, { boundary: "line" })),
  },
  { of: estimateTokens, inputs: each(TEXTS, (text) => estimateTokens(text)) },
  { of: profileFor, inputs: each(some(TEXTS, "one endless line", "lone surrogates"), (name) => profileFor(name)) },
  {
    of: createCalibrator,
    inputs: each({ "one model": () => 1, "a model each": () => Infinity }, (models, requests) => {
      const calibrator = createCalibrator();
      for (let at = 0; at < requests; at++)
        calibrator.observe(`model ${at % models}`, { estimated: 1000, actual: 900 + (at % 100) });
      return calibrator.toJSON();
    }),
  },
  {
    of: createTokenMeter,
    how: "read after each piece",
    inputs: each(PIECES, (pieces) => {
      const meter = createTokenMeter();
      let most = 0;
      for (const piece of pieces) {
        meter.write(piece);
        most = Math.max(most, meter.tokens);
      }
      return most;
    }),
  },
  {
    of: createCollector,
    how: "far past its limits",
    inputs: each<readonly (string | Uint8Array)[]>({ ...PIECES, ...BYTES }, (chunks) => collect(chunks, 4000)),
  },
  {
    of: createCollector,
    how: "far past its limits",
    inputs: each(CHUNKS, (chunks) => collect(chunks, 4000)),
    options: { look: "long" },
  },
  {
    of: createCollector,
    how: "inside its limits",
    inputs: each(CHUNKS, (chunks, size) => collect(chunks, 10 * size)),
    options: { look: "long" },
  },
  {
    of: createCollector,
    how: "many streams",
    inputs: each(some(PIECES, "empty lines, one by one", "halves of pairs"), (chunks) => {
      const collector = createCollector({ limits: { maxBytes: 4000 } });
      for (const [index, chunk] of chunks.entries()) collector.write(chunk, String(index));
      return collector.end();
    }),
  },
  {
    of: createCollector,
    how: "a snapshot for each chunk",
    inputs: each(some(CHUNKS, "chunks of an endless line"), (chunks) => {
      const collector = createCollector({ limits: { maxBytes: 500, maxTokens: 400 }, boundary: "line" });
      for (const chunk of chunks) {
        collector.write(chunk);
        collector.snapshot();
      }
      return collector.end();
    }),
    options: { leastSize: 73_728 }, // less than a ninth of that is all inside the limits
  },
];

function collect(chunks: readonly (string | Uint8Array)[], limit: number) {
  const limits = { maxBytes: limit, maxLines: limit / 2, maxTokens: limit };
  const collector = createCollector({ limits, boundary: "line" });
  for (const chunk of chunks) collector.write(chunk);
  return collector.end();
}
