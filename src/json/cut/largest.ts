/** Finds the largest View of a JSON text that is inside every limit. */
import type { LimitedBy, Room, TokenCounter } from "../../text/limits.js";
import { measureText } from "../../text/size.js";

/** What came of some room: `passed` names the limit that it does not keep. */
export interface Attempt<T> {
  readonly result: T;
  readonly units: number;
  readonly passed: LimitedBy | undefined;
}

export interface Largest<T> {
  /** `undefined` where nothing fits. */
  readonly best: T | undefined;
  /** The limit that a larger one passes. */
  readonly limitedBy: LimitedBy;
}

/**
 * Searches for the most UTF-16 units that may be given to the value: what they take in bytes, lines and tokens is known
 * only from the result. Where the first guess fits, it is the answer; each further one halves what is not known.
 *
 * @param most - units that are surely enough
 * @param first - the limit that the whole text passes
 * @param attempt - what comes of so many units; `undefined` where that is too little for anything
 */
export function largest<T>(
  room: Room,
  most: number,
  first: LimitedBy,
  attempt: (units: number, limitedBy: LimitedBy) => Attempt<T> | undefined,
): Largest<T> {
  let limitedBy = first;
  let best: Attempt<T> | undefined;
  let low = 0; // what fits, as far as known
  let high = Math.min(most, room.bytes, room.chars) + 1; // what does not

  const fits = (units: number): boolean => {
    const made = attempt(units, limitedBy);
    if (made?.passed !== undefined) {
      limitedBy = made.passed;
      high = units;
      return false;
    }
    if (made !== undefined && made.units >= (best?.units ?? 0)) best = made;
    low = units;
    return true;
  };

  // A limit in units is the best guess; lines and tokens say little of how much text they are.
  if (Math.min(room.bytes, room.chars) <= most) fits(high - 1);
  else for (let units = FIRST_UNITS; units < high - 1 && fits(units); units *= 2);
  while (high - low > 1 + low * TOLERANCE) fits(Math.floor((low + high) / 2));
  return { best: best?.result, limitedBy };
}

/** The first limit that a text does not keep. */
export function passedLimit(text: string, room: Room, countTokens: TokenCounter): LimitedBy | undefined {
  const size = measureText(text);
  if (size.bytes > room.bytes) return "bytes";
  if (size.chars > room.chars) return "chars";
  if (size.lines > room.lines) return "lines";
  return room.tokens !== Infinity && text !== "" && countTokens(text) > room.tokens ? "tokens" : undefined;
}

const FIRST_UNITS = 512;
/** A View that is this much smaller than it could be is large enough. */
const TOLERANCE = 0.01;
