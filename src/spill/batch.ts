/**
 * Gathers what is written into blocks of one size: the system is asked once for many chunks, and the few blocks are used
 * again and again, since new memory costs more than the copy into it.
 */

export interface Batch {
  /** Copies bytes; what fills a block is handed over. */
  append(bytes: Uint8Array): void;
  /** Hands over the block that is not full yet, unless it is empty. */
  flush(): void;
  /** Takes a block back that is no longer needed. */
  recycle(block: Uint8Array): void;
}

export interface BatchReceiver {
  /** Called with every byte once, in order, and each before it is handed over. */
  see(bytes: Uint8Array): void;
  /** Called with what a block holds; the bytes are the receiver's until he gives the block back. */
  take(bytes: Uint8Array): void;
}

export function createBatch({ see, take }: BatchReceiver): Batch {
  const spare: Uint8Array[] = [];
  let block: Uint8Array | undefined;
  let heldBytes = 0;
  let seenBytes = 0;
  let blockBytes = LEAST_BLOCK_BYTES;

  function newBlock(): Uint8Array {
    const found = spare.pop();
    if (found !== undefined) return found;
    const made = new Uint8Array(blockBytes);
    blockBytes = Math.min(4 * blockBytes, BLOCK_BYTES);
    return made;
  }

  function flush(): void {
    if (block === undefined || heldBytes === 0) return;
    const full = block;
    if (seenBytes < heldBytes) see(full.subarray(seenBytes, heldBytes));
    block = undefined;
    take(full.length === heldBytes ? full : full.subarray(0, heldBytes));
    heldBytes = 0;
    seenBytes = 0;
  }

  return {
    append(bytes) {
      for (let at = 0; at < bytes.length; ) {
        block ??= newBlock();
        const count = Math.min(bytes.length - at, block.length - heldBytes);
        block.set(count === bytes.length ? bytes : bytes.subarray(at, at + count), heldBytes);
        heldBytes += count;
        at += count;
        if (heldBytes === block.length) flush();
        else if (heldBytes - seenBytes >= SEEN_BYTES) {
          see(block.subarray(seenBytes, heldBytes));
          seenBytes = heldBytes;
        }
      }
    },
    flush,
    recycle(bytes) {
      if (bytes.length === BLOCK_BYTES && spare.length < MAX_SPARE) spare.push(bytes);
    },
  };
}

/** Blocks grow with what is written, so that a short result costs little. */
const LEAST_BLOCK_BYTES = 16_384;
const BLOCK_BYTES = 262_144;
/** One being filled, one being written, one waiting. */
const MAX_SPARE = 3;
/**
 * Bytes that are seen at a time, if so many come: enough to be worth the call. Not the whole block: a program that writes
 * to a pipe fills it (64 KiB) while we look at as much, and stands still while we look at more.
 */
const SEEN_BYTES = 16_384;
