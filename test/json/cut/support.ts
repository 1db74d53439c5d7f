/** Shrinks the value of a text, for tests that look at one part of the work. */
import { locateJson } from "../../../src/json/cut/locate.js";
import { flatten } from "../../../src/json/cut/piece.js";
import { shrink } from "../../../src/json/cut/shrink.js";
import type { JsonElision, ShrinkOptions } from "../../../src/json/cut/types.js";

export interface Shrunk {
  readonly text: string;
  readonly elisions: readonly JsonElision[];
}

export function shrunk(text: string, room: number, options: Partial<ShrinkOptions> = {}): Shrunk | undefined {
  const located = locateJson(text);
  if (located === undefined) throw new Error("not JSON");
  const { source, start, end } = located;
  const job = { source, span: { start, end }, room, pointer: "" };
  const kept = shrink(job, { headShare: 0.5, marker: false, ...options });
  if (kept === undefined) return undefined;
  const { parts, elisions } = flatten(kept);
  const texts = parts.map((part) => (typeof part === "string" ? part : text.slice(part.start, part.end)));
  return { text: texts.join(""), elisions };
}
