/** Weighs a text, unit by unit, in pieces that may come one by one. */
import { weighPairs } from "#platform";
import { classOf } from "./classes.js";
import { CLASS_COUNT, START, unitClasses, type Weights } from "./weights.js";

export class Scale {
  /** Thousandths of a token of all that was added, a high surrogate at the end not included. */
  private sum = 0;
  /** The last code point; -1 at the start. */
  private last = -1;
  /** A high surrogate that may be half of a pair. */
  private held = 0;
  private readonly weights: Weights;
  private readonly classes = unitClasses();

  constructor(weights: Weights) {
    this.weights = weights;
  }

  get thousandths(): number {
    return this.held === 0 ? this.sum : this.sum + this.weightOf(REPLACEMENT);
  }

  get tokens(): number {
    return Math.ceil(this.thousandths / 1000);
  }

  /** Adds a text. Stops early, between pieces, once more than `most` thousandths are sure. */
  add(text: string, most = Number.POSITIVE_INFINITY): void {
    if (text.length < LEAST_PIECE_UNITS) {
      this.addUnits(text, 0, text.length);
      return;
    }
    const pairs = this.weights.latinPairs();
    for (let from = 0; from < text.length && this.sum <= most; from += PIECE_UNITS) {
      const to = Math.min(from + PIECE_UNITS, text.length);
      this.addUnits(text, from, from + 1);
      const weight = this.held === 0 ? weighPairs(text, from, to, pairs) : undefined;
      if (weight === undefined) {
        this.addMixedUnits(text, from + 1, to, pairs);
      } else {
        this.sum += weight;
        this.last = text.charCodeAt(to - 1);
      }
    }
  }

  /**
   * Adds text as long as the whole is within `most` thousandths.
   *
   * @returns the index after the last character that was added, with no pair parted
   */
  addWithin(text: string, most: number): number {
    for (let index = 0; index < text.length; ) {
      const code = scalarAt(text, index);
      const sum = this.sum + this.weightOf(code);
      if (sum > most) return index;
      this.sum = sum;
      this.last = code;
      index += code < 0x10000 ? 1 : 2;
    }
    return text.length;
  }

  private addUnits(text: string, from: number, to: number): void {
    for (let index = from; index < to; index++) {
      const unit = text.charCodeAt(index);
      if ((unit & 0xf800) === 0xd800 || this.held !== 0) this.addSurrogate(unit);
      else this.addCode(unit);
    }
  }

  /** The same, quicker for long texts in which most units are below 256, or of few classes. */
  private addMixedUnits(text: string, from: number, to: number, pairs: Uint16Array): void {
    const { classes } = this;
    const { after, repeated } = this.weights;
    let { sum, last } = this;
    for (let index = from; index < to; index++) {
      const unit = text.charCodeAt(index);
      if (unit < 0x100 && last < 0x100 && last >= 0) {
        sum += pairs[last | (unit << 8)] as number;
        last = unit;
      } else if ((unit & 0xf800) === 0xd800 || last > 0xffff || last < 0 || this.held !== 0) {
        this.sum = sum;
        this.last = last;
        this.addUnits(text, index, index + 1);
        ({ sum, last } = this);
      } else {
        const current = classes[unit] as number;
        const before = classes[last] as number;
        sum += (unit === last ? repeated[current] : after[before * CLASS_COUNT + current]) as number;
        last = unit;
      }
    }
    this.sum = sum;
    this.last = last;
  }

  /** A half of a pair, or what comes after one. */
  private addSurrogate(unit: number): void {
    const high = this.held;
    this.held = 0;
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (high !== 0) {
      this.addCode(isLow ? 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00) : REPLACEMENT);
      if (isLow) return;
    }
    if (unit >= 0xd800 && unit < 0xdc00) this.held = unit;
    else this.addCode(isLow ? REPLACEMENT : unit);
  }

  private addCode(code: number): void {
    this.sum += this.weightOf(code);
    this.last = code;
  }

  private weightOf(code: number): number {
    const { after, repeated } = this.weights;
    const current = classOfScalar(code, this.classes);
    if (code === this.last) return repeated[current] as number;
    const before = this.last === -1 ? START : classOfScalar(this.last, this.classes);
    return after[before * CLASS_COUNT + current] as number;
  }
}

/**
 * Where the longest suffix starts that is within `most` thousandths and parts no pair. Costs what it keeps.
 */
export function startOfTail(text: string, most: number, { after, repeated }: Weights): number {
  const classes = unitClasses();
  let rest = 0; // of all after the first character of the suffix
  let next = -1;
  let nextClass = START;
  for (let index = text.length; index > 0; ) {
    const code = scalarBefore(text, index);
    const current = classOfScalar(code, classes);
    if (next !== -1) rest += (code === next ? repeated[nextClass] : after[current * CLASS_COUNT + nextClass]) as number;
    if (rest + (after[START * CLASS_COUNT + current] as number) > most) return index;
    index -= code < 0x10000 ? 1 : 2;
    next = code;
    nextClass = current;
  }
  return 0;
}

function classOfScalar(code: number, classes: Uint8Array): number {
  return code < 0x10000 ? (classes[code] as number) : classOf(code);
}

/** A code point; U+FFFD for half of a pair, which is what it becomes on its way to a model. */
function scalarAt(text: string, index: number): number {
  const code = text.codePointAt(index) as number;
  return code >= 0xd800 && code <= 0xdfff ? REPLACEMENT : code;
}

function scalarBefore(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const code = end > 1 && unit >= 0xdc00 ? (text.codePointAt(end - 2) as number) : REPLACEMENT;
  return code > 0xffff ? code : REPLACEMENT;
}

const REPLACEMENT = 0xfffd;
/** UTF-16 units weighed at a time; below the lesser number, the tables for pairs are not worth making. */
const PIECE_UNITS = 4096;
const LEAST_PIECE_UNITS = 1024;
