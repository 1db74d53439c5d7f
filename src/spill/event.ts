/** What a host can count: sizes, durations and reasons, never content, ids or paths. */
import type { LimitedBy } from "../text/limits.js";
import type { SpillErrorCode } from "./error.js";
import type { SweepReport } from "./types.js";

/**
 * Something that was done. Durations are whole milliseconds by the system's clock. Plain data.
 *
 * @public
 */
export type SpillwayEvent =
  /** A View was made. */
  | {
      readonly type: "bounded";
      /** What the result was taken for. */
      readonly kind: "text" | "json" | "binary" | "content";
      readonly truncated: boolean;
      readonly altered: boolean;
      /** The limit that cut. */
      readonly limitedBy?: LimitedBy;
      /** Bytes that came. */
      readonly sourceBytes: number;
      /** Bytes of the View; of content, those of its text and structured content that are shown. */
      readonly viewBytes: number;
      /** From the call to the View: the time that the source took is in it. */
      readonly milliseconds: number;
    }
  /** A complete result, or what a quota or a broken source left of it, was kept. */
  | { readonly type: "spilled"; readonly bytes: number; readonly totalBytes: number; readonly complete: boolean }
  /** A result could not be kept. */
  | { readonly type: "failed"; readonly code: SpillErrorCode }
  /** A window was read back. */
  | {
      readonly type: "read";
      readonly request: "start" | "bytes" | "lines" | "search" | "pointer";
      /** Bytes of the window's text; 0 for a Spill that is gone. */
      readonly windowBytes: number;
      /** Bytes of the Spill. */
      readonly totalBytes: number;
      readonly gone: boolean;
      readonly milliseconds: number;
    }
  /** A store was swept. */
  | ({ readonly type: "swept"; readonly milliseconds: number } & SweepReport);

/** Told of what is done. What it throws is ignored, and it is not waited for. @public */
export type EventListener = (event: SpillwayEvent) => void;

/** Where events go. @public */
export interface Observed {
  /** Told of what is done, for counters: sizes, durations and reasons, no content. */
  readonly onEvent?: EventListener | undefined;
}

export function emit(onEvent: EventListener | undefined, event: SpillwayEvent): void {
  try {
    onEvent?.(event);
  } catch {
    // A counter that fails must not cost a result.
  }
}

/** @throws TypeError that names the option */
export function checkListener(onEvent: unknown): void {
  if (onEvent !== undefined && typeof onEvent !== "function") throw new TypeError("onEvent must be a function");
}

/** Starts a clock. */
export function stopwatch(): () => number {
  const start = Date.now();
  return () => Math.max(0, Date.now() - start);
}
