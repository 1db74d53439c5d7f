/** Tells a listener what became of a result. */
import { type EventListener, emit } from "../spill/event.js";
import { utf8Length } from "../text/size.js";
import type { Bounded, SpillState } from "./types.js";

export function reportBounded(onEvent: EventListener | undefined, bounded: Bounded, milliseconds: number): void {
  if (onEvent === undefined) return;
  const { text, kind, truncated, altered, limitedBy, sourceBytes } = bounded;
  const limit = limitedBy === undefined ? {} : { limitedBy };
  const sizes = { sourceBytes, viewBytes: utf8Length(text) };
  emit(onEvent, { type: "bounded", kind, truncated, altered, ...limit, ...sizes, milliseconds });
}

/** Of a Spill that was written just now, or should have been. */
export function reportSpill(onEvent: EventListener | undefined, spill: SpillState): void {
  if (spill.state === "failed") emit(onEvent, { type: "failed", code: spill.code });
  if (spill.state !== "kept") return;
  const { bytes, totalBytes, complete } = spill.ref;
  emit(onEvent, { type: "spilled", bytes, totalBytes, complete });
}
