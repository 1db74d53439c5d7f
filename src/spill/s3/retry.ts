/** Asks again, a little later each time. */
import { isTransient } from "./errors.js";

/** What `work` gives, at the first time or one of the next. @throws What it threw last, or what is worth no other try. */
export async function withRetries<T>(attempts: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      // Anywhere within the span, so that a fleet which was told to slow down does not come back as one.
      await pause(Math.random() * Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** attempt));
    }
  }
}

/** A runtime without timers does not wait. */
function pause(milliseconds: number): Promise<void> {
  const { setTimeout } = globalThis as { setTimeout?: (run: () => void, milliseconds: number) => unknown };
  return new Promise((resolve) => (setTimeout === undefined ? resolve() : void setTimeout(resolve, milliseconds)));
}

/** Half of the first span. */
const FIRST_MILLISECONDS = 100;
const LONGEST_MILLISECONDS = 5_000;
