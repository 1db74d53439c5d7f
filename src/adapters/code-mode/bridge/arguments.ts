/** Arguments on their way from the guest to a tool. */
import { measureJson } from "../../../json/measure.js";
import { type ErrorContext, projectError, projectExcess, projectRefusal } from "../errors/projectError.js";
import type { ResolvedLimits } from "../limits.js";
import type { ProjectedError } from "../types.js";
import { copyOut, type GuestText } from "./guestText.js";

export type Arguments = { readonly value: unknown; readonly bytes: number } | { readonly error: ProjectedError };

/** JSON text: its length is looked at before it is copied out. */
export function admitText(operation: string, text: GuestText | undefined, limits: ResolvedLimits): Arguments {
  const context = contextOf(operation, limits);
  try {
    if (text === undefined || text.length === 0) return { value: undefined, bytes: 0 };
    const copied = copyOut(text, limits.maxArgumentBytes);
    if ("excess" in copied) return { error: projectExcess(copied.excess, context) };
    return { value: JSON.parse(copied.text), bytes: copied.bytes };
  } catch {
    return { error: projectError(`${operation}: the arguments are not JSON`, context) };
  }
}

/** A value of an engine that decodes by itself. */
export function admitValue(operation: string, value: unknown, limits: ResolvedLimits): Arguments {
  if (value === undefined) return { value, bytes: 0 };
  const { maxArgumentBytes } = limits;
  const measured = measureJson(value, { maxBytes: maxArgumentBytes });
  if (measured.ok) return { value, bytes: measured.bytes };
  return { error: projectRefusal(measured, maxArgumentBytes, contextOf(operation, limits)) };
}

function contextOf(operation: string, { maxErrorBytes }: ResolvedLimits): ErrorContext {
  return { operation, scope: "tool-arguments", maxBytes: maxErrorBytes };
}
