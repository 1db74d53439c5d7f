/** Whether chunks are no text, the obvious way: all of the start is looked at, unit by unit. */
import { MAGICS } from "../../../src/text/binary/magic.js";
import { decoded, type Piece } from "./decode.js";

const SAMPLE_UNITS = 4096;
const MAGIC_BYTES = 264;

export function isBinary(pieces: readonly Piece[]): boolean {
  const start: Piece[] = [];
  const bytes: number[] = [];
  for (const piece of pieces) {
    const data = typeof piece === "object" && "stream" in piece ? piece.data : piece;
    if (typeof data === "string") {
      if (data === "") continue;
      return false; // somebody decoded it
    }
    start.push(piece);
    for (const byte of data.subarray(0, MAGIC_BYTES - bytes.length)) bytes.push(byte);
    if (bytes.length >= MAGIC_BYTES && decoded(start).length >= SAMPLE_UNITS + 4) break;
  }
  if (bytes.length === 0) return false;
  const units = decoded(start).slice(0, SAMPLE_UNITS).split("");
  const codes = units.map((unit) => unit.charCodeAt(0));
  const controls = codes.filter(isControl).length;
  const isGarbled = codes.some((code) => code === 0xfffd || (code >= 0x80 && code <= 0x9f && code !== 0x85));
  const share = controls / codes.length;
  const isDense = controls >= 16 && share > (isGarbled ? 1 / 32 : 0.3);
  const magic = MAGICS.find(({ at }) =>
    at.every(([offset, wanted]) => wanted === String.fromCharCode(...bytes.slice(offset, offset + wanted.length))),
  );
  if (magic?.proves === "all" || isDense) return true;
  return magic?.proves === "some" && (isGarbled || controls > 0);
}

function isControl(code: number): boolean {
  const isKnownToTerminals = (code >= 7 && code <= 15) || code === 0x1b || code === 0x85;
  return !isKnownToTerminals && (code < 0x20 || (code >= 0x7f && code <= 0x9f));
}
