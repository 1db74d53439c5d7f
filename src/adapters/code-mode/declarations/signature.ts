/** A tool's line in the declarations. */
import { cut } from "../../../text/cut.js";
import { toWellFormed } from "../../../text/wellFormed.js";
import type { DeclaredTool } from "./fitDeclarations.js";
import { propertyKey, schemaType } from "./schemaType.js";

/** @param key - by which a program finds it */
export function signatureOf(key: string, { inputSchema, outputSchema }: DeclaredTool): string {
  const result = outputSchema === undefined ? "unknown" : schemaType(outputSchema, MOST_TYPE_UNITS);
  const args = inputSchema === undefined ? "args?: unknown" : `args: ${schemaType(inputSchema, MOST_TYPE_UNITS)}`;
  return oneLine(`${propertyKey(key)}(${args}): Promise<${result}>;`);
}

/** Fit for a comment: one line that does not end it. */
export function firstLineOf(description: unknown): string {
  if (typeof description !== "string") return "";
  const [line = ""] = cut(
    description.trimStart(),
    { maxChars: MOST_COMMENT_UNITS },
    { keep: "head", counts: false },
  ).head.split(/[\r\n\u2028\u2029]/);
  return oneLine(line.replaceAll("*/", "*\\/")).trim();
}

/** Names and enums come from strangers: whatever they contain, it ends no line and no string. */
function oneLine(text: string): string {
  return toWellFormed(text).replace(/[\p{Cc}\u2028\u2029]/gu, " ");
}

const MOST_TYPE_UNITS = 2000;
const MOST_COMMENT_UNITS = 200;
