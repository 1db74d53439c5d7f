/** Structured content that says what the blocks say already, as most servers have it. */
import { isSame } from "../../../json/same.js";
import { isFields } from "../types.js";
import type { Part } from "./parts.js";

/**
 * Whether structured content adds nothing: it is the JSON that the text has, or an object with one field that is the text,
 * its JSON, or the blocks themselves.
 */
export function repeats(structured: unknown, parts: readonly Part[], content: readonly unknown[]): boolean {
  const text = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
  const keys = isFields(structured) ? Object.keys(structured) : [];
  const only = isFields(structured) && keys.length === 1 ? structured[keys[0] as string] : undefined;
  if (only === text && text !== "") return true;
  if (Array.isArray(only) && isSame(only, content)) return true;
  const parsed = parse(text);
  return (
    parsed !== undefined && (isSame(parsed.value, structured) || (only !== undefined && isSame(parsed.value, only)))
  );
}

function parse(text: string): { readonly value: unknown } | undefined {
  if (text === "") return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
