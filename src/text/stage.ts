/** Bytes copied end to end into one buffer, so that many small chunks do not become many small arrays. */
export class Stage {
  private length = 0;
  private readonly buffer: Uint8Array;

  /** @param capacity - bytes that it can hold */
  constructor(capacity: number) {
    this.buffer = new Uint8Array(capacity);
  }

  get capacity(): number {
    return this.buffer.length;
  }

  hasRoom(bytes: number): boolean {
    return this.length + bytes <= this.buffer.length;
  }

  /** The caller has asked whether there is room. */
  append(bytes: Uint8Array): void {
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** What it holds: a view, until `clear`. */
  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}

/**
 * Stages to copy bytes into: small ones for a short text, and for a long one the same few again and again, since new memory
 * costs more than the copy into it.
 */
export class Stages {
  private readonly spare: Stage[] = [];
  private taken = 0;

  /** @param bytes - that it must have room for, at most `STAGE_BYTES` */
  take(bytes: number): Stage {
    const spare = this.spare.pop();
    if (spare !== undefined) return spare;
    const stage = new Stage(Math.min(Math.max(bytes, this.taken, LEAST_STAGE_BYTES), STAGE_BYTES));
    this.taken += stage.capacity;
    return stage;
  }

  giveBack(stage: Stage): void {
    if (stage.capacity < STAGE_BYTES || this.spare.length >= MOST_SPARE) return;
    stage.clear();
    this.spare.push(stage);
  }
}

/** Bytes of the largest stage: what a pipe gives at most, so that a chunk is copied once. */
export const STAGE_BYTES = 65_536;
const LEAST_STAGE_BYTES = 1024;
const MOST_SPARE = 8;
