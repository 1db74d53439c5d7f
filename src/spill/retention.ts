/** Which Spills a policy no longer wants: the rule that every sweep follows, whatever the store. */
import { checkAmount, checkLimit, checkObject } from "../internal/check.js";
import { checkRefs } from "./arguments.js";
import type { SweepPolicy } from "./types.js";

/** A checked policy, in the units of the clock. */
export interface Retention {
  readonly maxTotalBytes: number;
  readonly maxAgeMilliseconds: number;
  readonly graceMilliseconds: number;
  /** Ids that stay. */
  readonly retain: ReadonlySet<string>;
}

/** What the rule looks at. */
export interface Sweepable {
  readonly id: string;
  readonly bytes: number;
  readonly createdAt: number;
  readonly readAt?: number | undefined;
}

/** @throws TypeError, RangeError naming the option. */
export function resolvePolicy(policy: SweepPolicy): Retention {
  checkObject("policy", policy);
  const { maxTotalBytes = Number.POSITIVE_INFINITY, maxAgeDays = Number.POSITIVE_INFINITY } = policy;
  const { graceSeconds = DEFAULT_GRACE_SECONDS, retain = [] } = policy;
  return {
    maxTotalBytes: checkLimit("maxTotalBytes", maxTotalBytes),
    maxAgeMilliseconds: checkSpan("maxAgeDays", maxAgeDays) * MILLISECONDS_A_DAY,
    graceMilliseconds: checkSpan("graceSeconds", graceSeconds) * MILLISECONDS_A_SECOND,
    retain: checkRefs("retain", retain),
  };
}

/**
 * The Spills to remove, those first that have been left alone the longest. What is retained or young is never among them,
 * also where the rest is then larger than the cap.
 *
 * @param spills - Of those last used in the same millisecond, the first here is the first to go.
 * @param now - Milliseconds since 1970.
 */
export function chooseVictims<T extends Sweepable>(spills: Iterable<T>, retention: Retention, now: number): T[] {
  const { maxTotalBytes, maxAgeMilliseconds, graceMilliseconds, retain } = retention;
  const all = [...spills];
  const eldestFirst = all
    .filter((spill) => !retain.has(spill.id) && ageOf(spill, now) >= graceMilliseconds)
    .sort((a, b) => lastUse(a) - lastUse(b));

  let totalBytes = all.reduce((sum, spill) => sum + spill.bytes, 0);
  return eldestFirst.filter((spill) => {
    const goes = ageOf(spill, now) >= maxAgeMilliseconds || totalBytes > maxTotalBytes;
    if (goes) totalBytes -= spill.bytes;
    return goes;
  });
}

/** When a Spill was last read, or else written. */
export function lastUse({ createdAt, readAt = createdAt }: Pick<Sweepable, "createdAt" | "readAt">): number {
  return Math.max(createdAt, readAt); // kept again after it was removed: the read was of its former life
}

/** A time to come is a clock that was set back, or another machine's: its Spill is taken for new rather than for lost. */
function ageOf(spill: Sweepable, now: number): number {
  return Math.max(0, now - lastUse(spill));
}

function checkSpan(name: string, value: unknown): number {
  return value === Number.POSITIVE_INFINITY ? value : checkAmount(name, value);
}

/** Ten minutes: longer than it takes from a Spill's commit until its ref is in a conversation, and can be retained. */
const DEFAULT_GRACE_SECONDS = 600;
const MILLISECONDS_A_SECOND = 1000;
const MILLISECONDS_A_DAY = 86_400_000;
