/** The account of one assistant message, and what it lets each result take. */
import { headroom, type Usage } from "../../budget/headroom.js";
import { createLedger } from "../../budget/ledger.js";
import { resolvePolicy } from "../../budget/policy.js";
import { checkCount, checkObject } from "../../internal/check.js";
import { limitsOf, resolveCounter, resolveLimits } from "../../text/limits.js";
import { utf8Length } from "../../text/size.js";
import { boundResult } from "../boundResult.js";
import type { BounderBatch, BounderOptions } from "../createBounder.js";
import { minimum } from "../room.js";
import type { BoundOptions } from "../types.js";
import { boundTogether } from "./boundTogether.js";
import { overlaid } from "./plan.js";
import type { Shares } from "./rooms.js";

export interface OpenBatch extends BounderBatch {
  /** Says how many calls there are, now that it is known. */
  expect(calls: number): void;
}

/** @throws TypeError or RangeError that names the option */
export function batchOpener(
  shared: Omit<BounderOptions, "usage">,
  usage: BounderOptions["usage"],
): (calls: number | undefined) => OpenBatch {
  const own = resolveLimits(shared.limits ?? {});
  const policy = resolvePolicy({ ...shared, maxLines: undefined });

  /** What a View costs, in bytes: with limited tokens, as many as have its tokens. */
  const costOf = (text: string, options: Pick<BoundOptions, "countTokens">): number => {
    if (policy.enforce === "bytes") return utf8Length(text);
    return Math.max(utf8Length(text), Math.ceil(policy.inBytes(resolveCounter(options)(text))));
  };

  return (calls) => {
    const ledger = createLedger({ ...shared, maxLines: undefined });
    const free = readHeadroom(usage);
    ledger.open(BATCH, { calls, headroom: free });
    let count = 0;
    let chargedBytes = 0;
    /** What calls may still take that are being bounded. */
    let pendingBytes = 0;

    const expect = (known: number) => ledger.open(BATCH, { calls: known + (chargedBytes > 0 ? 1 : 0) });
    const sharesNow = (): Shares | undefined => {
      const { leftBytes, spentBytes } = ledger.status(BATCH);
      if (free === undefined || leftBytes === undefined) return undefined;
      return { allowanceBytes: leftBytes, freeBytes: Math.max(0, policy.inBytes(free) - spentBytes - pendingBytes) };
    };

    return {
      expect,
      async bound(result, call = {}) {
        checkObject("call", call);
        const name = String(count++);
        const given = resolveLimits(ledger.boundFor(BATCH, name));
        let bytes = 0;
        const mostBytes = Math.min(given.bytes, Number.MAX_SAFE_INTEGER / 2 ** 10);
        pendingBytes += mostBytes;
        try {
          const options = overlaid<Partial<BoundOptions>>(shared, call);
          const room = minimum(minimum(given, own), resolveLimits(call.limits ?? {}));
          const bounded = await boundResult(result, { ...options, limits: limitsOf(room) });
          bytes = costOf(bounded.text, options);
          return bounded;
        } finally {
          pendingBytes -= mostBytes;
          ledger.settle(BATCH, name, bytes);
        }
      },
      async boundAll(results) {
        let names: string[] = [];
        let costs: number[] = [];
        const settle = () => names.forEach((name, index) => void ledger.settle(BATCH, name, costs[index] ?? 0));
        const reserve = (bytes: readonly number[]) => {
          names = bytes.map(() => String(count++));
          costs = bytes.map((one) => Math.min(one, Number.MAX_SAFE_INTEGER));
          if (free !== undefined) settle();
        };
        try {
          const views = await boundTogether(results, shared, policy, { shares: sharesNow, reserve });
          costs = views.map(({ text }, index) =>
            costOf(text, overlaid<Partial<BoundOptions>>(shared, results[index] ?? {})),
          );
          return views;
        } catch (error) {
          costs = [];
          throw error;
        } finally {
          settle();
        }
      },
      charge(bytes) {
        const { calls: known } = ledger.status(BATCH);
        // What is charged is nobody's part of the allowance.
        if (chargedBytes === 0 && checkCount("bytes", bytes) > 0 && known !== undefined) {
          ledger.open(BATCH, { calls: known + 1 });
        }
        chargedBytes += checkCount("bytes", bytes);
        if (chargedBytes > 0) ledger.settle(BATCH, CHARGED, chargedBytes);
      },
      get leftBytes() {
        return ledger.status(BATCH).leftBytes;
      },
    };
  };
}

/** A harness whose usage cannot be read is blind. */
function readHeadroom(usage: BounderOptions["usage"]): number | undefined {
  let known: Usage | undefined;
  try {
    known = usage?.();
  } catch {
    return undefined;
  }
  if (known === undefined) return undefined;
  if ("then" in checkObject("usage()", known)) throw new TypeError("usage() must be what is known now, got a promise");
  return headroom(known);
}

/** Each batch has an account of its own, which is gone when nobody holds it any more. */
const BATCH = "batch";
const CHARGED = "charged";
