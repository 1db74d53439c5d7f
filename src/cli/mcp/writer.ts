/** One stream to which several write, each its own lines, and which is waited for where it is slow. */
import type { Writable } from "node:stream";

export interface LineWriter {
  /** Writes one line; resolves when the stream takes more. Never rejects: a reader that is gone takes anything. */
  line(line: Uint8Array | string): Promise<void>;
  /** Keeps the others off until it is released: for a line that comes in pieces. */
  hold(): Promise<HeldWriter>;
}

export interface HeldWriter {
  write(piece: Uint8Array | string): Promise<void>;
  release(): void;
}

/** @param onGone - called once if nobody reads the stream any longer */
export function createLineWriter(stream: Writable, onGone: () => void): LineWriter {
  let last: Promise<unknown> = Promise.resolve();
  let isGone = false;
  function gone(): void {
    if (isGone) return;
    isGone = true;
    onGone();
  }
  stream.on("error", gone);
  stream.on("close", gone);

  function write(piece: Uint8Array | string): Promise<void> {
    if (isGone || stream.write(piece)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        stream.off("drain", done).off("close", done).off("error", done);
        resolve();
      };
      stream.on("drain", done).on("close", done).on("error", done);
    });
  }

  function inTurn<T>(perform: () => Promise<T>): Promise<T> {
    const turn = last.then(perform);
    last = turn;
    return turn;
  }

  return {
    line: (line) =>
      inTurn(async () => {
        if (typeof line === "string") return write(`${line}\n`);
        const isWaiting = write(line);
        stream.writable && !isGone ? await write("\n") : undefined;
        await isWaiting;
      }),
    hold: () =>
      new Promise((resolve) => {
        inTurn(() => new Promise<void>((release) => resolve({ write, release })));
      }),
  };
}
