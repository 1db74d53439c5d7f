/** What is kept of a value: stretches of the source and words of our own, in order. */

import type { Span } from "./members.js";
import type { JsonElision } from "./types.js";

export type Part = string | Span | Piece;

export interface Piece {
  /** UTF-16 units of all parts. */
  readonly units: number;
  readonly parts: readonly Part[];
  readonly elision?: JsonElision;
}

export function piece(parts: readonly Part[], elision?: JsonElision): Piece {
  const units = parts.reduce((sum, part) => sum + unitsOf(part), 0);
  return elision === undefined ? { units, parts } : { units, parts, elision };
}

export function unitsOf(part: Part): number {
  if (typeof part === "string") return part.length;
  return "parts" in part ? part.units : part.end - part.start;
}

/** The parts of the parts, in order, at any depth; what each piece left out, the outer ones first. */
export function flatten(root: Piece): { parts: (string | Span)[]; elisions: JsonElision[] } {
  const parts: (string | Span)[] = [];
  const elisions: JsonElision[] = [];
  const rest: Part[] = [root];
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    if (typeof part === "string" || !("parts" in part)) {
      parts.push(part);
      continue;
    }
    if (part.elision !== undefined) elisions.push(part.elision);
    for (let index = part.parts.length - 1; index >= 0; index--) rest.push(part.parts[index] as Part);
  }
  return { parts, elisions };
}
