/** What became of each call: what was delivered, to whom, how large, and whether it was cut. */
import { cut } from "../../../text/cut.js";
import { toWellFormed } from "../../../text/wellFormed.js";
import type { ProjectedError } from "../types.js";

/** A call of a program. Plain data, without arguments or results. @public */
export interface CallRecord {
  /** Its number in the program, from 1. */
  readonly id: number;
  /** What was called, at most 200 bytes of it. */
  readonly tool: string;
  /**
   * `"pending"`: no answer yet; `"delivered"`: a value went to the recipient; `"refused"`: the value was not let through, an
   * error went there instead; `"failed"`: the tool failed, and its error went there; `"undelivered"`: there was an answer,
   * but the host failed to hand it over; `"cancelled"`: the program ended first.
   */
  readonly status: "pending" | "delivered" | "refused" | "failed" | "undelivered" | "cancelled";
  /** Who got the answer. */
  readonly recipient: "guest";
  /** UTF-8 bytes of the JSON of the arguments. */
  readonly argumentBytes: number;
  /** UTF-8 bytes of the JSON that went to the recipient: of the value, or of the error. */
  readonly deliveredBytes: number;
  /** UTF-8 bytes of the JSON of the result, where that was measured. */
  readonly resultBytes?: number;
  /** Whether the recipient got less than all of it. */
  readonly cut: boolean;
  /** Milliseconds, where the bridge has a clock. */
  readonly durationMs?: number;
  /** What kind of error it was, and the beginning of its words. */
  readonly error?: { readonly kind: ProjectedError["kind"]; readonly message: string };
  /** Ids of what is kept of it. */
  readonly evidence?: readonly string[];
}

/** A call that is being recorded. Each call settles once; what comes later changes nothing. */
export interface OpenRecord {
  readonly id: number;
  set(facts: Pick<CallRecord, "argumentBytes">): void;
  settle(facts: Partial<Pick<CallRecord, "deliveredBytes" | "resultBytes" | "error" | "evidence">> & Settlement): void;
}

interface Settlement {
  readonly status: Exclude<CallRecord["status"], "pending">;
}

export interface Records {
  open(tool: string): OpenRecord;
  /** Counts a call that is one too many: what a guest repeats without end leaves no records. */
  pass(): void;
  /** Calls so far. */
  readonly count: number;
  all(): CallRecord[];
  /** Settles what is pending. */
  cancel(): void;
}

export function createRecords(now: (() => number) | undefined): Records {
  const records: CallRecord[] = [];
  const open = new Set<OpenRecord>();
  let count = 0;
  return {
    open(tool) {
      const id = ++count;
      const start = now?.();
      let record: CallRecord = {
        id,
        tool: shortened(tool, MOST_TOOL_BYTES),
        status: "pending",
        recipient: "guest",
        argumentBytes: 0,
        deliveredBytes: 0,
        cut: false,
      };
      const index = records.push(record) - 1;
      const put = (facts: Partial<CallRecord>) => {
        record = { ...record, ...facts };
        records[index] = record;
      };
      const own: OpenRecord = {
        id,
        set: put,
        settle({ error, ...facts }) {
          if (!open.delete(own)) return;
          const isCut = facts.status !== "delivered" && (facts.resultBytes ?? 0) > 0;
          const words =
            error === undefined ? undefined : { ...error, message: shortened(error.message, MOST_ERROR_BYTES) };
          put({
            ...facts,
            cut: isCut,
            ...(words === undefined ? {} : { error: words }),
            ...(start === undefined ? {} : { durationMs: (now?.() ?? start) - start }),
          });
        },
      };
      open.add(own);
      return own;
    },
    pass() {
      count++;
    },
    get count() {
      return count;
    },
    all: () => [...records],
    cancel() {
      for (const own of [...open]) own.settle({ status: "cancelled" });
    },
  };
}

function shortened(text: string, maxBytes: number): string {
  return toWellFormed(cut(text, { maxBytes }, { keep: "head", counts: false }).head);
}

const MOST_TOOL_BYTES = 200;
const MOST_ERROR_BYTES = 500;
