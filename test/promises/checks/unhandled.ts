/** Rejections that nobody handles while something runs, kept from whoever else listens for them. */
export async function withoutUnhandled(work: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (reason) => void unhandled.push(reason));
  try {
    await work();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of others) process.on("unhandledRejection", listener);
  }
  return unhandled;
}
