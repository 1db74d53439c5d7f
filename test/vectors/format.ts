/** How the cases are written: what fits a line stays on it, and what a reader would not see is escaped. */
import { naiveWellFormed } from "./naive.js";
import type { Kept, TextInput } from "./types.js";

export function inputOf(text: string | TextInput): TextInput {
  if (typeof text !== "string") return text;
  return naiveWellFormed(text) === text ? { text } : { utf16: unitsOf(text) };
}

/** A kept part of an input: of a long one only its length, since it is a prefix or a suffix. */
export function keptOf(kept: string, input?: TextInput): Kept {
  if (input !== undefined && "repeat" in input) return { chars: kept.length };
  return naiveWellFormed(kept) === kept ? kept : { utf16: unitsOf(kept) };
}

function unitsOf(text: string): number[] {
  return text.split("").map((unit) => unit.charCodeAt(0));
}

/** A file of vectors. Names are unique in it. */
export function fileOf(subject: string, description: string, cases: readonly { readonly name: string }[]): string {
  if (new Set(cases.map(({ name }) => name)).size < cases.length) throw new Error(`a name comes twice in ${subject}`);
  return `${toJson({ subject, description, cases })}\n`;
}

/** JSON with two spaces of indent; values inside a case stay on one line where they fit it. */
export function toJson(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) return escaped(JSON.stringify(value));
  const inline = inlined(value);
  if (depth >= INLINE_FROM_DEPTH && inline.length + 2 * depth <= LINE_WIDTH) return inline;
  const indent = "  ".repeat(depth + 1);
  const close = "  ".repeat(depth);
  if (Array.isArray(value)) {
    const items = value.map((item) => indent + toJson(item, depth + 1));
    return `[\n${items.join(",\n")}\n${close}]`;
  }
  const fields = Object.entries(value).map(([key, field]) => `${indent}"${key}": ${toJson(field, depth + 1)}`);
  return `{\n${fields.join(",\n")}\n${close}}`;
}

function inlined(value: unknown): string {
  if (typeof value !== "object" || value === null) return escaped(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map(inlined).join(", ")}]`;
  const fields = Object.entries(value).map(([key, field]) => `"${key}": ${inlined(field)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function escaped(json: string): string {
  return json.replace(UNSEEN, (unseen) =>
    unseen
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** Controls, formats, marks, odd spaces, and what joins with its neighbours: conjoining jamo, halves of flags. */
const UNSEEN = /[\p{C}\p{M}\u1100-\u11ff\u{1f1e6}-\u{1f1ff}]|(?! )\p{Z}/gu;
/** The depth of what is inside a case. */
const INLINE_FROM_DEPTH = 3;
const LINE_WIDTH = 120;
