/** Quotas of a store: one cap a Spill, one for all together. Bytes are reserved before they are kept. */
import { checkChoice, checkLimit } from "../internal/check.js";
import { SpillError } from "./error.js";

export interface QuotaOptions {
  readonly maxBytes: number;
  readonly maxTotalBytes: number;
  readonly overQuota: "partial" | "fail";
}

export interface Quota {
  /** An account for one writer. */
  open(): Lease;
  /** Gives back bytes of a Spill that was removed. */
  release(bytes: number): void;
}

/** What one writer may keep. */
export interface Lease {
  /** Bytes that came in. */
  readonly receivedBytes: number;
  /** Bytes reserved, a prefix of those. */
  readonly keptBytes: number;
  /**
   * Asks for room for the next `bytes`.
   *
   * @returns How many of them may be kept. Once this was too few, it is 0 for good: room that another writer gives back
   * must not let a Spill go on behind a gap.
   * @throws {@link SpillError} `quota` where the store was told to fail rather than keep a part; nothing is reserved.
   */
  reserve(bytes: number): number;
  /** Gives back everything reserved; again does nothing. */
  release(): void;
}

/** @throws TypeError, RangeError naming the option. */
export function resolveQuota(options: { readonly [Name in keyof QuotaOptions]: unknown }): QuotaOptions {
  return {
    maxBytes: checkLimit("maxBytes", options.maxBytes),
    maxTotalBytes: checkLimit("maxTotalBytes", options.maxTotalBytes),
    overQuota: checkChoice("overQuota", options.overQuota, ["partial", "fail"]),
  };
}

export function createQuota({ maxBytes, maxTotalBytes, overQuota }: QuotaOptions): Quota {
  let usedBytes = 0;

  function open(): Lease {
    let receivedBytes = 0;
    let keptBytes = 0;
    let full = false;
    return {
      get receivedBytes() {
        return receivedBytes;
      },
      get keptBytes() {
        return keptBytes;
      },
      reserve(bytes) {
        receivedBytes += bytes;
        const granted = full ? 0 : Math.min(bytes, maxBytes - keptBytes, maxTotalBytes - usedBytes);
        full ||= granted < bytes;
        if (full && overQuota === "fail") throw new SpillError("quota");
        keptBytes += granted;
        usedBytes += granted;
        return granted;
      },
      release() {
        usedBytes -= keptBytes;
        keptBytes = 0;
        full = true;
      },
    };
  }

  return {
    open,
    release: (bytes) => {
      usedBytes -= bytes;
    },
  };
}
