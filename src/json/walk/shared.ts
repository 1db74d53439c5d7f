/**
 * Sizes of containers that were counted, for when a value refers to one again: a value of 40 objects, each of which refers
 * twice to the next, has 2^40 leaves. A size is kept where to count it again would be much work, ever more as sizes grow
 * many: to keep them is little beside the work, and they stay few beside the containers.
 */

/** What a container took where it was counted. */
export interface Counted {
  readonly bytes: number;
  /** Line ends inside of it, which an indent makes longer on another level. */
  readonly lines: number;
  readonly level: number;
}

export interface SharedSizes {
  /** `undefined` while none is kept: most values are small. */
  sizes: Map<object, Counted> | undefined;
  /** The work from which on a size is worth keeping, in bytes counted one by one. */
  leastWork: number;
  most: number;
}

export function createSharedSizes(): SharedSizes {
  return { sizes: undefined, leastWork: LEAST_WORK, most: MOST };
}

export function keepSize(shared: SharedSizes, container: object, counted: Counted): void {
  shared.sizes ??= new Map();
  if (shared.sizes.size === shared.most) {
    shared.sizes.clear();
    shared.leastWork *= 2;
    shared.most = Math.min(2 * shared.most, MOST_OF_ALL);
  }
  shared.sizes.set(container, counted);
}

/** Bytes: to count so many costs several times what it costs to keep a size. */
const LEAST_WORK = 256;
const MOST = 4096;
/** A map of V8 does not hold more than 2^24. */
const MOST_OF_ALL = 2 ** 20;
