/** Text that a guest has, looked at before it is copied out. */
import { utf8Length } from "../../../text/size.js";
import type { Excess } from "../errors/words.js";

/**
 * A text in the guest: a string of the host is one, and so is a handle of an engine that can tell a length without copying.
 *
 * @public
 */
export interface GuestText {
  /** UTF-16 units. */
  readonly length: number;
  /** Copies units `from` (inclusive) to `to` (exclusive) out. */
  slice(from: number, to: number): string;
}

interface Copied {
  readonly text: string;
  readonly bytes: number;
}

/** The text, or by how much it is too large. The length alone tells most of what is: then nothing is copied. */
export function copyOut(text: GuestText, maxBytes: number): Copied | { readonly excess: Excess } {
  const { length } = text;
  if (!Number.isSafeInteger(length) || length < 0) throw new TypeError("length must be an integer ≥ 0");
  if (length > maxBytes) return { excess: excessOf(length, maxBytes, true) };
  const copy = text.slice(0, length);
  if (typeof copy !== "string") throw new TypeError("slice must give a string");
  const bytes = utf8Length(copy);
  return bytes > maxBytes ? { excess: excessOf(bytes, maxBytes, false) } : { text: copy, bytes };
}

function excessOf(measured: number, limit: number, measuredIsLowerBound: boolean): Excess {
  return { measured, limit, unit: "bytes", measuredIsLowerBound };
}
