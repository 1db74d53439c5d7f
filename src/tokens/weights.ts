/** A profile made ready to weigh texts with: tables that are read once for each character. */
import { bytesOfClass, CLASSES, classOf, placeOf, repeatPlaceOf } from "./classes.js";
import { costsOf, type TokenProfile } from "./profile.js";

/** Thousandths of a token. */
export interface Weights {
  /** Of a character by its class, after another by its: `after[before * CLASS_COUNT + current]`. */
  readonly after: Uint16Array;
  /** Of a character after itself, by its class. */
  readonly repeated: Uint16Array;
  /** Of a text's second unit after its first, both below 256, at `first | second << 8`; made when first asked for. */
  latinPairs(): Uint16Array;
}

export const CLASS_COUNT = CLASSES.length;
/** Stands before the first character of a text: a class of its own. */
export const START = CLASSES.length;

/**
 * The tables of a profile, made once. They keep two rules that make cuts exact, whatever the profile says: a text never
 * weighs more than its parts (nothing is dearer in the middle of a text than at its start), and never less than a part of
 * it (no character makes the ones after it cheaper by more than it weighs itself).
 */
export function weightsOf(profile: TokenProfile, bias: "expected" | "safe"): Weights {
  const made = MADE.get(profile) ?? {};
  MADE.set(profile, made);
  made[bias] ??= makeWeights(costsOf(profile.expected), bias === "safe" ? costsOf(profile.safe) : []);
  return made[bias];
}
const MADE = new WeakMap<TokenProfile, { expected?: Weights; safe?: Weights }>();

/** The larger of two costs, but no more than a character has bytes: what `hard` says holds for all of them. */
function makeWeights(costs: readonly number[], others: readonly number[]): Weights {
  const after = new Uint16Array((CLASS_COUNT + 1) * CLASS_COUNT);
  const repeated = new Uint16Array(CLASS_COUNT);
  const costAt = (place: number, most: number) => Math.min(most, Math.max(costs[place] as number, others[place] ?? 0));
  for (let current = 0; current < CLASS_COUNT; current++) {
    const most = 1000 * bytesOfClass(current);
    repeated[current] = costAt(repeatPlaceOf(current), most);
    let first = Math.max(ONE_TOKEN, repeated[current] as number);
    for (let before = 0; before < CLASS_COUNT; before++) {
      const cost = costAt(placeOf(before, current), most);
      after[before * CLASS_COUNT + current] = cost;
      first = Math.max(first, cost);
    }
    after[START * CLASS_COUNT + current] = first;
  }
  for (let current = 0; current < CLASS_COUNT; current++) {
    for (let before = 0; before < CLASS_COUNT; before++) {
      const starts = START * CLASS_COUNT;
      const least = (after[starts + current] as number) - (after[starts + before] as number);
      const at = before * CLASS_COUNT + current;
      after[at] = Math.max(after[at] as number, least);
    }
  }
  let pairs: Uint16Array | undefined;
  return { after, repeated, latinPairs: () => (pairs ??= makeLatinPairs(after, repeated)) };
}

function makeLatinPairs(after: Uint16Array, repeated: Uint16Array): Uint16Array {
  const pairs = new Uint16Array(0x10000);
  const classes = unitClasses();
  for (let second = 0; second < 256; second++) {
    const current = classes[second] as number;
    for (let first = 0; first < 256; first++) {
      const before = classes[first] as number;
      pairs[first | (second << 8)] = (
        first === second ? repeated[current] : after[before * CLASS_COUNT + current]
      ) as number;
    }
  }
  return pairs;
}

/** The class of each UTF-16 unit that is a code point by itself. */
export function unitClasses(): Uint8Array {
  if (madeClasses !== undefined) return madeClasses;
  madeClasses = new Uint8Array(0x10000);
  // Classes beyond ASCII change at multiples of 16 only.
  for (let code = 0; code < 0x10000; code += code < 0x80 ? 1 : 16) {
    madeClasses.fill(classOf(code), code, code + 16);
  }
  return madeClasses;
}
let madeClasses: Uint8Array | undefined;

const ONE_TOKEN = 1000;
