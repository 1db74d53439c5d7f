/** Keeps an error inside its own limit: what happened stays, what explains it goes. */
import { boundText } from "../../../bound/boundText.js";
import { measureJson } from "../../../json/measure.js";
import type { ProjectedError } from "../types.js";

/**
 * Shortens the texts of an error, and leaves out what else is too large, until its JSON fits. Kind, operation, scope and
 * sizes always stay: a failure whose diagnostics are too large is still that failure.
 */
export function fitError(error: ProjectedError, maxBytes: number): ProjectedError {
  const omitted: string[] = [];
  let fitted = error;
  const excess = () => jsonBytes(fitted) - maxBytes;
  const apply = (field: string, change: Partial<ProjectedError>) => {
    omitted.push(field);
    fitted = { ...fitted, ...change, omitted: [...(error.omitted ?? []), ...omitted] };
  };

  if (excess() > 0 && error.stack !== undefined) apply("stack", { stack: "" });
  if (excess() > 0) apply("message", { message: shorten(error.message, LEAST_MESSAGE_BYTES) });
  if (excess() > 0) apply("recover", { recover: [] });
  if (excess() > 0) apply("evidence", { evidence: [] });
  if (excess() > 0) apply("message", { message: "" });
  // What had to be made small first may have room again, now that it is known what else stays.
  for (const field of ["message", "stack"] as const) {
    if (!omitted.includes(field) || fitted[field] === undefined) continue;
    fitted = { ...fitted, [field]: longestThatFits(error[field] ?? "", (text) => fits({ ...fitted, [field]: text })) };
  }
  return withoutEmptyStack({ ...fitted, ...(omitted.length > 0 ? { omitted: [...new Set(fitted.omitted)] } : {}) });

  function fits(candidate: ProjectedError): boolean {
    return jsonBytes(candidate) <= maxBytes;
  }
}

/** By halves: JSON escapes make the size of a text anything from one to six times its own. */
function longestThatFits(text: string, fits: (shorter: string) => boolean): string {
  let least = 0;
  let most = text.length * 3;
  while (least < most) {
    const bytes = Math.ceil((least + most) / 2);
    if (fits(shorten(text, bytes))) least = bytes;
    else most = bytes - 1;
  }
  return shorten(text, least);
}

function shorten(text: string, maxBytes: number): string {
  return boundText(text, { maxBytes }, { notice: false, boundary: "codePoint" }).text;
}

function withoutEmptyStack({ stack, ...error }: ProjectedError): ProjectedError {
  return stack === undefined || stack === "" ? error : { ...error, stack };
}

function jsonBytes(error: ProjectedError): number {
  const measured = measureJson(error, { trusted: true });
  return measured.ok ? measured.bytes : Number.POSITIVE_INFINITY;
}

const LEAST_MESSAGE_BYTES = 256;
