/** The words that stand in a View for what the tool did not say. */
import type { TextSize } from "./size.js";

/** Says whose words these are. */
export function frame(words: string): string {
  return `[spillway: ${words}]`;
}

/** Stands in the place of omitted text. */
export function elisionMarker({ lines, bytes }: TextSize): string {
  return frame(`… ${lines > 0 ? `${amount(lines, "line")}, ` : ""}${amount(bytes, "byte")} omitted …`);
}

/** The shortest marker. */
export const BARE_MARKER = "[…]";

export function amount(count: number, unit: string): string {
  return `${digits(count)} ${unit}${count === 1 ? "" : "s"}`;
}

/** Groups of three, the same everywhere: a View does not depend on a locale. */
export function digits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
