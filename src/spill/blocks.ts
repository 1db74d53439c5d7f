/** Bytes that arrive in chunks of any size, copied and kept in memory in proportion to their number. */

export interface Blocks {
  /** Appends a copy of `bytes`. */
  append(bytes: Uint8Array): void;
  /** Everything appended, in one new array. */
  join(): Uint8Array;
}

/**
 * Small chunks share a block: an object for each of a million one-byte chunks would cost a hundred times what it holds.
 */
export function createBlocks(): Blocks {
  const blocks: Uint8Array[] = [];
  let totalBytes = 0;
  let room = new Uint8Array(0); // what is left of the last block

  return {
    append(bytes) {
      totalBytes += bytes.length;
      const first = Math.min(bytes.length, room.length);
      room.set(bytes.subarray(0, first));
      room = room.subarray(first);
      if (first === bytes.length) return;
      const rest = bytes.subarray(first);
      const block = new Uint8Array(Math.max(rest.length, Math.min(totalBytes, MAX_BLOCK_BYTES)));
      block.set(rest);
      blocks.push(block);
      room = block.subarray(rest.length);
    },
    join() {
      const whole = new Uint8Array(totalBytes);
      let at = 0;
      for (const block of blocks) {
        const used = block.subarray(0, totalBytes - at); // only the last block can have room left
        whole.set(used, at);
        at += used.length;
      }
      return whole;
    },
  };
}

/** Blocks grow with what they hold (so a short result costs little) up to 64 KiB, past which a block costs nothing. */
const MAX_BLOCK_BYTES = 65_536;
