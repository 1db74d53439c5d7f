/**
 * Where the large values of a JSON text begin and end. Smaller ones are found again by reading them; with the large ones
 * known, no text is read once for every level that it is nested in.
 */
export class Skeleton {
  private starts = new Int32Array(FIRST_CAPACITY);
  private ends = new Int32Array(FIRST_CAPACITY);
  private counts = new Int32Array(FIRST_CAPACITY);
  private depths = new Int32Array(FIRST_CAPACITY);
  private length = 0;
  private deepest = Number.POSITIVE_INFINITY;
  private order: Float64Array | undefined;
  private readonly mostValues: number;
  /** UTF-16 units from which on a value is large. */
  readonly leastUnits: number;

  /** @param units - length of the text: it has at most some 65,000 values of `leastUnits` side by side */
  constructor(units: number, { leastUnits = LEAST_LARGE_UNITS, mostValues = MOST_VALUES } = {}) {
    this.leastUnits = Math.max(leastUnits, Math.ceil(units / MOST_ABREAST));
    this.mostValues = mostValues;
  }

  /** Adds a value that ends behind all that were added before. */
  add(start: number, end: number, count: number, depth: number): void {
    if (depth > this.deepest) return;
    if (this.length === this.starts.length && !this.grow()) this.forgetDeepest();
    if (depth > this.deepest) return;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.counts[this.length] = count;
    this.depths[this.length] = depth;
    this.length++;
    this.order = undefined;
  }

  /** The large value that starts here. */
  startingAt(start: number): Large | undefined {
    const order = this.sorted();
    const at = lowerBound(order.length, (index) => (order[index] as number) < start * SHIFT);
    const key = order[at] ?? -1;
    return Math.floor(key / SHIFT) === start ? this.large(key % SHIFT) : undefined;
  }

  /** The large value that ends here, exclusive. */
  endingAt(end: number): Large | undefined {
    const at = lowerBound(this.length, (index) => (this.ends[index] as number) < end);
    return at < this.length && this.ends[at] === end ? this.large(at) : undefined;
  }

  private large(index: number): Large {
    const [start, end, count] = [this.starts[index], this.ends[index], this.counts[index]];
    return { start: start as number, end: end as number, count: count as number };
  }

  /** Starts and indices in one number each, so that the engine can sort them as numbers. */
  private sorted(): Float64Array {
    if (this.order === undefined) {
      this.order = new Float64Array(this.length);
      for (let index = 0; index < this.length; index++)
        this.order[index] = (this.starts[index] as number) * SHIFT + index;
      this.order.sort();
    }
    return this.order;
  }

  private grow(): boolean {
    const capacity = 2 * this.starts.length;
    if (capacity > this.mostValues) return false;
    this.starts = resized(this.starts, capacity);
    this.ends = resized(this.ends, capacity);
    this.counts = resized(this.counts, capacity);
    this.depths = resized(this.depths, capacity);
    return true;
  }

  /** Keeps memory constant where a text nests large values without end: the outer ones are those that can be shown. */
  private forgetDeepest(): void {
    while (2 * this.length > this.mostValues) {
      const deepest = this.depths.subarray(0, this.length).reduce((most, depth) => Math.max(most, depth), 0);
      this.deepest = deepest >>> 1;
      let kept = 0;
      for (let index = 0; index < this.length; index++) {
        if ((this.depths[index] as number) > this.deepest) continue;
        for (const column of [this.starts, this.ends, this.counts, this.depths]) column[kept] = column[index] as number;
        kept++;
      }
      this.length = kept;
    }
  }
}

/** A value of the source, and how many members it has, or a string how many UTF-16 units once decoded. */
export interface Large {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

function resized(column: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(column);
  return larger;
}

/** The first index for which `isBefore` is no longer true. */
function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const LEAST_LARGE_UNITS = 1024;
const MOST_ABREAST = 2 ** 16;
const FIRST_CAPACITY = 64;
/** Values remembered at most: four megabytes. */
const MOST_VALUES = 2 ** 18;
/** More than any index; a start is below 2^30, so that both fit the 53 bits of a number. */
const SHIFT = 2 ** 20;
