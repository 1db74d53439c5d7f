/** What each result of a batch may take, once the sizes of all are known. */
import { allocate } from "../../budget/allocate.js";
import type { ResolvedPolicy } from "../../budget/policy.js";
import { tokensOfBytes } from "../../budget/tokenMath.js";
import type { Room } from "../../text/limits.js";
import { minimum } from "../room.js";
import type { TakenResult } from "../take.js";
import { NO_LIMIT, type Plan } from "./plan.js";

export interface Part extends Plan {
  readonly taken: TakenResult;
}

/** What all of them may take together. */
export interface Shares {
  readonly allowanceBytes: number;
  /** What is free in the context window: with `floorPolicy: "shared"`, no floors take more. */
  readonly freeBytes: number;
}

/** @param shares - `undefined` = blind */
export function roomsOf(parts: readonly Part[], policy: ResolvedPolicy, shares: Shares | undefined): Room[] {
  if (shares === undefined) return parts.map(({ ceiling }) => ceiling);
  const windowBytes = parts.reduce((sum, { isWindow, taken }) => sum + (isWindow ? taken.bytes : 0), 0);
  const beside = (bytes: number) => Math.max(0, bytes - windowBytes);
  const cut = parts.filter(({ isWindow }) => !isWindow);
  const floor = floorOf(policy, beside(shares.freeBytes), cut.length);
  const given = allocate(
    cut.map((part) => costOf(part, policy)),
    beside(shares.allowanceBytes),
    { floor },
  ).values();
  return parts.map(({ isWindow, ceiling }) =>
    isWindow ? ceiling : minimum(ceiling, roomOf(given.next().value ?? 0, policy)),
  );
}

function floorOf({ floorPolicy, minOutputBytes }: ResolvedPolicy, freeBytes: number, calls: number): number {
  if (floorPolicy === "strict" || calls === 0) return minOutputBytes;
  return Math.min(minOutputBytes, Math.floor(freeBytes / calls));
}

/** In bytes; where tokens are limited, as many as these have tokens for. */
function costOf({ taken, ceiling }: Part, { inflation, bytesPerChar }: ResolvedPolicy): number {
  const tokenBytes = Math.ceil((taken.tokens * bytesPerChar) / inflation);
  return Math.min(Math.max(taken.bytes, tokenBytes), ceiling.bytes);
}

function roomOf(bytes: number, policy: ResolvedPolicy): Room {
  if (policy.enforce === "bytes") return { ...NO_LIMIT, bytes };
  return { ...NO_LIMIT, bytes, tokens: Math.floor(tokensOfBytes(bytes, policy)) };
}
