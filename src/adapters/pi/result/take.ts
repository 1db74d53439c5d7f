/** A result, taken by the rules of its tool. */
import type { PiToolResult } from "../types.js";
import type { TakeContext } from "./context.js";
import { isText, takeOther } from "./other.js";
import { takeRead } from "./read.js";
import { takeRows } from "./rows.js";
import { takeShell } from "./shell.js";
import type { Taken } from "./types.js";

/** Pi's own tools give one text; what they throw, and what another extension made of it, is as any other content. */
export async function takeToolResult(event: PiToolResult, context: TakeContext): Promise<Taken> {
  const { kind } = context.rule;
  const [only, ...more] = event.content;
  if (only === undefined || more.length > 0 || !isText(only)) return takeOther(event, context);
  if (kind === "shell") return takeShell(event, only, context);
  if (kind === "read" && !event.isError) return takeRead(event, only, context);
  if (kind === "rows" && !event.isError) return takeRows(event, only, context);
  return takeOther(event, context);
}
