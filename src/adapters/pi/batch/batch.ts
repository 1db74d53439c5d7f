/** The calls of one assistant message: they share what is free, and are settled together once all their sizes are known. */
import type { Ledger } from "../../../budget/ledger.js";
import type { Free } from "../headroom.js";
import type { Allotment, Shown, Taken } from "../result/types.js";
import type { PiBlock } from "../types.js";

/** A call whose result came. */
export interface BatchCall {
  readonly taken: Taken;
  /** What pi has of it since. */
  readonly content: readonly PiBlock[];
  /** What it might take before its siblings were there, and what was made of it. */
  readonly allotment: Allotment;
  readonly shown: Shown;
  readonly toolName: string;
}

export interface Batch {
  readonly id: string;
  /** In the order of the message; `undefined` where nobody knows which calls there are. */
  readonly callIds: readonly string[] | undefined;
  /** The number of its first call within the session. */
  readonly firstSeq: number;
  readonly calls: Map<string, BatchCall>;
  /** What is free, as it was when the first result came that could be told. */
  free: Free | undefined;
  /** Once all are known: what each may take. */
  allotments: ReadonlyMap<string, Allotment> | undefined;
  /** Whether a result of it is in the session already. */
  hasEnded: boolean;
}

export function createBatch(id: string, callIds: readonly string[] | undefined, firstSeq: number): Batch {
  const rest = { calls: new Map(), free: undefined, allotments: undefined, hasEnded: false };
  return { id, callIds, firstSeq, ...rest };
}

/** The number of a call within the session: by its place in the message, so that no race decides it. */
export function seqOf({ callIds, firstSeq, calls }: Batch, callId: string): number {
  const place = callIds?.indexOf(callId) ?? -1;
  return firstSeq + (place === -1 ? calls.size : place);
}

/** Whether all results are there, and none of them is in the session yet. */
export function isComplete({ callIds, calls, hasEnded }: Batch): boolean {
  return callIds !== undefined && !hasEnded && callIds.every((id) => calls.has(id));
}

/** Whether what a later handler sees is still what was left to pi. */
export function isSame(first: readonly PiBlock[], second: unknown): boolean {
  if (!Array.isArray(second) || second.length !== first.length) return false;
  return first.every((block, index) => {
    const other: unknown = second[index];
    if (typeof other !== "object" || other === null || (other as PiBlock).type !== block.type) return false;
    // pi may have made an image smaller meanwhile.
    return block.type !== "text" || block.text === (other as { text?: unknown }).text;
  });
}

export function isSameAllotment(first: Allotment, second: Allotment): boolean {
  return (
    first.maxBytes === second.maxBytes &&
    first.tokens === second.tokens &&
    first.isCeiling === second.isCeiling &&
    first.free === second.free &&
    first.calls === second.calls
  );
}

/** What a call may take while its siblings are still at work. */
export function provisional(ledger: Ledger, batch: Batch, callId: string, floorBytes: number, taken: Taken): Allotment {
  const bound = ledger.boundFor(batch.id, callId);
  const share = bound.source === "floor" ? Math.min(bound.maxBytes, floorBytes) : bound.maxBytes;
  const maxBytes = Math.min(share, taken.ceilingBytes);
  return {
    maxBytes,
    tokens: maxBytes === bound.maxBytes ? bound.tokens : Math.ceil((bound.tokens * maxBytes) / (bound.maxBytes || 1)),
    isCeiling: bound.source === "ceiling" || bound.source === "blind" || maxBytes === taken.ceilingBytes,
    free: batch.free,
    calls: batch.callIds?.length,
  };
}
