/** What a program returned or threw, as the guest's half of the bridge wraps it: nothing in it is to be trusted. */
import type { JsonRefusal, UnsupportedKind } from "../../../json/types.js";
import { type ErrorContext, projectError, projectExcess, projectRefusal } from "../errors/projectError.js";
import { dataOf } from "../errors/read.js";
import type { ResolvedLimits } from "../limits.js";
import type { ScriptOutput } from "../output/createScriptOutput.js";
import type { Outcome, ProjectedError } from "../types.js";
import { copyOut, type GuestText } from "./guestText.js";

export interface ReturnSetting {
  readonly limits: ResolvedLimits;
  readonly output: ScriptOutput | undefined;
  /** The error that this bridge gave to a call. */
  readonly rememberedError: (call: unknown) => ProjectedError | undefined;
}

/** Never throws. */
export function takeReturn(reply: GuestText, { limits, output, rememberedError }: ReturnSetting): Outcome {
  const { maxReturnBytes, maxErrorBytes } = limits;
  const context: ErrorContext = { operation: "return", scope: "return-value", maxBytes: maxErrorBytes };
  const failed = (error: ProjectedError): Outcome => ({ ok: false, error });
  try {
    // A program that printed too much is over, whatever it did with the error.
    if (output?.error !== undefined) return failed(output.error);
    const copied = copyOut(reply, Math.max(maxReturnBytes + ENVELOPE_BYTES, mostErrorBytes(maxErrorBytes)));
    if ("excess" in copied) {
      const measured = copied.excess.measured - ENVELOPE_BYTES;
      return failed(projectExcess({ ...copied.excess, measured, limit: maxReturnBytes }, context));
    }
    const parsed: unknown = JSON.parse(copied.text);
    const refusal = readRefusal(dataOf(parsed, "refusal"));
    if (refusal !== undefined) return failed(projectRefusal(refusal, maxReturnBytes, context));
    if (dataOf(parsed, "ok") !== true) return failed(thrownBy(parsed));
    if (copied.bytes - ENVELOPE_BYTES <= maxReturnBytes) return { ok: true, value: dataOf(parsed, "value") };
    const excess = { measured: copied.bytes - ENVELOPE_BYTES, limit: maxReturnBytes, unit: "bytes" } as const;
    return failed(projectExcess(excess, context));
  } catch {
    return failed(projectError("the guest gave no reply that can be read", { ...context, scope: "script" }));
  }

  function thrownBy(parsed: unknown): ProjectedError {
    const own = rememberedError(dataOf(parsed, "call"));
    if (own !== undefined) return own;
    const thrown = dataOf(parsed, "thrown");
    const error = projectError(thrown, { operation: "script", scope: "script", maxBytes: maxErrorBytes, stack: true });
    const isCut = dataOf(thrown, "cut") === true;
    return isCut ? { ...error, omitted: [...new Set([...(error.omitted ?? []), "message"])] } : error;
  }
}

/** A refusal that the guest found: its words are the host's, its facts the guest's own. */
export function readRefusal(refusal: unknown): JsonRefusal | undefined {
  const reason = dataOf(refusal, "reason");
  const atLeast = dataOf(refusal, "atLeast");
  if (typeof atLeast !== "number" || !Number.isSafeInteger(atLeast) || atLeast < 0) return undefined;
  if (reason === "capacity") return { ok: false, reason, atLeast };
  const kind = dataOf(refusal, "kind");
  const pointer = dataOf(refusal, "pointer");
  const isKnown = reason === "unsupported" && KINDS.some((known) => known === kind) && typeof pointer === "string";
  return isKnown ? { ok: false, reason, kind: kind as UnsupportedKind, pointer, atLeast } : undefined;
}

/** Name, message and stack, of which each unit can take six bytes. */
function mostErrorBytes(maxErrorBytes: number): number {
  return 13 * maxErrorBytes + 1024;
}

/** `{"ok":true,"value":}` */
const ENVELOPE_BYTES = 20;
const KINDS: readonly UnsupportedKind[] = ["accessor", "proxy", "cycle", "bigint", "toJSON", "boxed", "absent"];
