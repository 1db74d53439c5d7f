/** Bytes and lines of a whole text, against the obvious way and against what memory allows. */

import { scan, splitMeasure } from "../peers.mjs";
import { isRope } from "./cut.mjs";

export function measureGroups({ measureText }) {
  const candidates = {
    spillway: (text) => sum(measureText(text)),
    split: (text) => sum(splitMeasure(text)),
    byteLength: (text) => Buffer.byteLength(text),
    scan,
  };
  return [
    { subject: "measure", group: "flat", candidates, check },
    { subject: "measure", group: "rope", rope: true, only: isRope, candidates },
  ];

  function check(text) {
    const ours = measureText(text);
    const plain = splitMeasure(text);
    return ours.bytes === plain.bytes && ours.lines === plain.lines && ours.chars === text.length;
  }
}

function sum({ bytes, lines }) {
  return bytes + lines;
}
