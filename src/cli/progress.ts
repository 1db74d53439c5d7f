/** A line on the terminal while a command runs long. */
import type { Chunk } from "spillway";
import { formatBytes } from "./print.js";

/** Passes chunks through and shows how much came, once a second has passed; only where stderr is a terminal. */
export async function* withProgress(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk, void, undefined> {
  let bytes = 0;
  const start = Date.now();
  let isShown = false;
  const show = () => {
    isShown = true;
    const seconds = Math.round((Date.now() - start) / 1000);
    process.stderr.write(`\r\u001b[Kspillway: ${formatBytes(bytes)} in ${seconds} s`);
  };
  const timer = process.stderr.isTTY ? setInterval(show, UPDATE_MS) : undefined;
  try {
    for await (const chunk of chunks) {
      bytes += sizeOf(chunk);
      yield chunk;
    }
  } finally {
    clearInterval(timer);
    if (isShown) process.stderr.write("\r\u001b[K");
  }
}

function sizeOf(chunk: Chunk): number {
  const data = typeof chunk === "object" && "data" in chunk ? chunk.data : chunk;
  return typeof data === "string" ? Buffer.byteLength(data) : data.length;
}

const UPDATE_MS = 1000;
