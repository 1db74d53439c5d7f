/** Does a text fit? By its length alone, and where its bytes must be counted. */
import { BYTES } from "./limits.mjs";

export function fitsGroups({ fits }) {
  return [
    {
      subject: "fits",
      group: "by length",
      only: isTelling,
      candidates: {
        spillway: (text) => Number(fits(text, BYTES)),
        byteLength: (text) => Number(Buffer.byteLength(text) <= BYTES.maxBytes),
      },
      check: (text) => fits(text, BYTES) === Buffer.byteLength(text) <= BYTES.maxBytes,
    },
    {
      subject: "fits",
      group: "by bytes",
      only: (size, kind) => size !== "100mb" && isTelling(size, kind),
      candidates: {
        spillway: (text) => Number(fits(text, inBand(text))),
        byteLength: (text) => Number(Buffer.byteLength(text) <= inBand(text).maxBytes),
      },
      check: (text) => fits(text, inBand(text)) === Buffer.byteLength(text) <= inBand(text).maxBytes,
    },
  ];
}

/** A limit of twice the units: between one byte and three a unit, so that length alone decides nothing. */
function inBand(text) {
  return { maxBytes: 2 * text.length };
}

/** One kind of either representation in memory. */
function isTelling(_size, kind) {
  return kind === "ascii" || kind === "cjk";
}
