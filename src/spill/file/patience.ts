/** A sweep that is about to take a file away may put it back: what is missing is looked for again before it is given up. */
import { setTimeout } from "node:timers/promises";

/** What `look` finds, at the first time or a few milliseconds later. @param attempts - How often to look. */
export async function patiently<T>(
  look: () => Promise<T | undefined>,
  attempts: number = MAX_ATTEMPTS,
): Promise<T | undefined> {
  for (let attempt = 1; ; attempt++) {
    const found = await look();
    if (found !== undefined || attempt === attempts) return found;
    await setTimeout(WAIT_MILLISECONDS);
  }
}

const MAX_ATTEMPTS = 4;
/** For two system calls, which take microseconds. */
const WAIT_MILLISECONDS = 5;
