/** The running account of what the calls of one assistant message spend of their allowance. */
import { checkCount, checkObject, checkString } from "../internal/check.js";
import { checkCalls, checkHeadroom } from "./computeBound.js";
import {
  allowanceOf,
  type Bound,
  type BoundPolicy,
  blindBound,
  boundOf,
  type ResolvedPolicy,
  resolvePolicy,
} from "./policy.js";
import { tokensOfBytes } from "./tokenMath.js";

/** What is known of a batch when it is opened. @public */
export interface LedgerBatch {
  /** Calls that the assistant message asked for, an integer ≥ 1; absent = unknown. */
  readonly calls?: number | undefined;
  /** Tokens free in the context window before any result of the batch, ≥ 0; absent = blind. */
  readonly headroom?: number | undefined;
}

/** Where a batch stands. Plain data. @public */
export interface LedgerStatus {
  /** Calls that are known of. */
  readonly calls?: number;
  /** Calls that are settled. */
  readonly settled: number;
  /** Bytes that settled calls took. */
  readonly spentBytes: number;
  /** Bytes that are neither spent nor reserved, ≥ 0; absent while the batch is blind. */
  readonly leftBytes?: number;
}

/** The accounts of all open batches. @public */
export interface Ledger {
  /**
   * Opens the batch of an assistant message. Opening it again adds what was not known: the first Headroom stays the
   * baseline, and the larger number of calls counts.
   *
   * @throws TypeError or RangeError that names the option
   */
  open(batchId: string, batch?: LedgerBatch): void;
  /**
   * The Bound of one call, reserved until it is settled: what is left of the allowance, divided by the calls that have not
   * asked yet. Where their number is unknown, each may have all that is left. A call that asks again gives back what it had.
   *
   * @throws RangeError for a batch that is not open
   */
  boundFor(batchId: string, callId: string): Bound;
  /**
   * Says how many bytes a call really took; the rest of its reservation passes on to the others. Without a reservation it
   * counts all the same. A call that ends when its batch is closed counts for nobody.
   *
   * @param bytes - an integer ≥ 0
   */
  settle(batchId: string, callId: string, bytes: number): void;
  /**
   * Where a batch stands.
   *
   * @throws RangeError for a batch that is not open
   */
  status(batchId: string): LedgerStatus;
  /** Forgets a batch; one that is not open is no mistake. */
  close(batchId: string): void;
}

/**
 * Makes an account of batches: the calls of one assistant message share one allowance, `shareOfHeadroom` of the Headroom that
 * there was before them, since a usage that is read meanwhile cannot contain results that are not finished.
 *
 * What calls admit together is never more than the allowance, unless their floors forbid it. A blind batch has no allowance
 * until it is opened with a Headroom; what passed before counts then.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * const ledger = createLedger();
 * ledger.open("message 7", { calls: 4, headroom: 40_000 });
 * const bound = ledger.boundFor("message 7", "call 1"); // 5,000 bytes: a fourth of a quarter of 40,000 tokens
 * ledger.settle("message 7", "call 1", 1200); // what it did not need is for the other three
 * ```
 * @public
 */
export function createLedger(policy: BoundPolicy = {}): Ledger {
  checkObject("policy", policy);
  const resolved = resolvePolicy(policy);
  const batches = new Map<string, Batch>();

  const find = (batchId: string): Batch => {
    const batch = batches.get(checkString("batchId", batchId));
    if (batch === undefined) throw new RangeError("batchId must name an open batch");
    return batch;
  };

  return {
    open(batchId, batch = {}) {
      checkString("batchId", batchId);
      const { calls, headroom } = checkObject("batch", batch) as LedgerBatch;
      if (calls !== undefined) checkCalls(calls);
      checkHeadroom(headroom);
      const known = batches.get(batchId);
      if (known === undefined) batches.set(batchId, { calls, headroom, reserved: new Account(), spent: new Account() });
      else {
        known.calls = Math.max(known.calls ?? 0, calls ?? 0) || undefined;
        known.headroom ??= headroom;
      }
    },
    boundFor(batchId, callId) {
      const batch = find(batchId);
      checkString("callId", callId);
      batch.spent.remove(callId);
      batch.reserved.remove(callId);
      const bound = boundIn(batch, resolved);
      batch.reserved.set(callId, Math.min(bound.maxBytes, MOST_RESERVED_BYTES));
      return bound;
    },
    settle(batchId, callId, bytes) {
      const batch = batches.get(checkString("batchId", batchId));
      checkString("callId", callId);
      checkCount("bytes", bytes);
      batch?.reserved.remove(callId);
      batch?.spent.set(callId, bytes);
    },
    status(batchId) {
      const { calls, headroom, spent, reserved } = find(batchId);
      const left = headroom === undefined ? undefined : resolved.inBytes(allowanceOf(headroom, resolved));
      return {
        ...(calls === undefined ? {} : { calls }),
        settled: spent.calls,
        spentBytes: spent.bytes,
        ...(left === undefined ? {} : { leftBytes: Math.max(0, left - spent.bytes - reserved.bytes) }),
      };
    },
    close(batchId) {
      batches.delete(checkString("batchId", batchId));
    },
  };
}

interface Batch {
  calls: number | undefined;
  headroom: number | undefined;
  /** What calls may still take. */
  readonly reserved: Account;
  /** What calls took. */
  readonly spent: Account;
}

/** Bytes by call, and their sum. */
class Account {
  readonly #bytesOf = new Map<string, number>();
  bytes = 0;

  get calls(): number {
    return this.#bytesOf.size;
  }

  set(callId: string, bytes: number): void {
    this.remove(callId);
    this.#bytesOf.set(callId, bytes);
    this.bytes += bytes;
  }

  remove(callId: string): void {
    this.bytes -= this.#bytesOf.get(callId) ?? 0;
    this.#bytesOf.delete(callId);
  }
}

/** The Bound of one more call. */
function boundIn({ calls = 0, headroom, reserved, spent }: Batch, policy: ResolvedPolicy): Bound {
  if (headroom === undefined) return blindBound(policy);
  const callsLeft = Math.max(1, calls - reserved.calls - spent.calls);
  const takenTokens = tokensOfBytes(reserved.bytes + spent.bytes, policy);
  const shareOf = (tokens: number) => Math.max(0, tokens - takenTokens) / callsLeft;

  const { floorPolicy, minOutputBytes, inBytes } = policy;
  const floorBytes = floorPolicy === "shared" ? Math.min(minOutputBytes, inBytes(shareOf(headroom))) : minOutputBytes;
  return boundOf(Math.floor(shareOf(allowanceOf(headroom, policy))), floorBytes, policy);
}

/** Sums stay exact where a call has no ceiling: what it reserves is more than any allowance. */
const MOST_RESERVED_BYTES = 2 ** 50;
