/** One call of a tool: from admitted arguments to the JSON of its result, or to an error that leads on. */
import type { AbortSignalLike } from "../../../bound/types.js";
import { admitJson } from "../../../json/admit.js";
import { measureJson } from "../../../json/measure.js";
import type { JsonRefusal, Layers } from "../../../json/types.js";
import type { SpillMeta, SpillSink } from "../../../spill/types.js";
import { type ErrorContext, projectError, projectExcess, projectRefusal } from "../errors/projectError.js";
import { evidenceOf } from "../errors/provenance.js";
import { dataOf } from "../errors/read.js";
import type { ResolvedLimits } from "../limits.js";
import type { ProjectedError, Recovery } from "../types.js";
import { type Retained, retain } from "./retain.js";
import type { ResolvedTool } from "./tool.js";

/** What a call gave. Without `text`, it gave `undefined`, which JSON does not have. */
export type Answer =
  | { readonly ok: true; readonly text?: string; readonly bytes: number }
  | { readonly ok: false; readonly error: ProjectedError; readonly isRefusal: boolean; readonly bytes?: number };

export interface CallSetting {
  readonly limits: ResolvedLimits;
  /** Bytes that the program may still get; admitted ones are taken off in the same turn. */
  readonly budget: { leftBytes: number };
  readonly layers: Layers;
  /** Where results are kept that are too large; the tool that reads them is none that would have its own kept. */
  readonly spill: SpillSink | undefined;
  readonly readTool: string;
  readonly meta: SpillMeta;
  readonly signal: AbortSignalLike | undefined;
}

/** Never rejects. */
export async function runCall(tool: ResolvedTool, args: unknown, id: number, setting: CallSetting): Promise<Answer> {
  const { limits, signal, layers } = setting;
  const context = { operation: tool.name, maxBytes: limits.maxErrorBytes } as const;
  let value: unknown;
  try {
    value = tool.execute(args, { id, ...(signal === undefined ? {} : { signal }) });
    // To wait for a value is to ask it for `then`: only of what has one as data, so that no getter and no trap is run.
    if (typeof dataOf(value, "then") === "function") value = await value;
  } catch (thrown) {
    return { ok: false, isRefusal: false, error: projectError(thrown, { ...context, provenance: tool.provenance }) };
  }
  if (value === undefined) return { ok: true, bytes: 0 };
  const limit = Math.min(limits.maxResultBytes, setting.budget.leftBytes);
  const admitted = admitJson(value, { maxBytes: limit, layers });
  if (admitted.ok) {
    setting.budget.leftBytes -= admitted.bytes;
    return { ok: true, text: admitted.text, bytes: admitted.bytes };
  }
  return refuse(value, { refusal: admitted, limit, tool, args, id }, { ...context, scope: "tool-result" }, setting);
}

interface Refused {
  readonly refusal: JsonRefusal;
  readonly limit: number;
  readonly tool: ResolvedTool;
  readonly args: unknown;
  readonly id: number;
}

async function refuse(
  value: unknown,
  { refusal, limit, tool, args, id }: Refused,
  context: ErrorContext,
  { limits, layers, spill, readTool, meta }: CallSetting,
): Promise<Answer> {
  const declared = evidenceOf(value, tool.provenance);
  if (refusal.reason === "unsupported") {
    const error = projectRefusal(refusal, limit, { ...context, evidence: declared });
    return { ok: false, isRefusal: true, error, bytes: refusal.atLeast };
  }
  // How much too large it is helps to ask for less: counted to the end, as far as it could be kept.
  const whole = measureJson(value, { maxBytes: limits.maxRetainedBytes });
  const crossing = whole.ok && layers === 2 ? measureJson(value, { layers }) : whole;
  const measured = crossing.ok ? crossing.bytes : Math.max(refusal.atLeast, crossing.atLeast);
  const keeps = spill !== undefined && tool.name !== readTool;
  const kept: Retained =
    keeps && whole.ok
      ? await retain(value, { spill, readTool, meta: { ...meta, tool: tool.name, callId: String(id) } })
      : { evidence: [], recover: [], problem: whole.ok ? "it was not kept" : "it is too large to be kept" };
  const excess = { measured, limit, unit: "bytes", measuredIsLowerBound: !crossing.ok } as const;
  const error = projectExcess(excess, {
    ...context,
    evidence: [...kept.evidence, ...declared],
    recover: [...askForLess(tool, args), ...kept.recover],
    note: kept.problem,
  });
  return { ok: false, isRefusal: true, error, bytes: measured };
}

/** The same call without what is large in each row. Long arguments are left to the program, which has them. */
function askForLess(tool: ResolvedTool, args: unknown): Recovery[] {
  if (tool.list === undefined) return [];
  const isShort = typeof args === "object" && measureJson(args, { maxBytes: SHORT_ARGUMENTS_BYTES, trusted: true }).ok;
  const gives = "the identity of each row; name fields to get these too";
  if (isShort || args === undefined)
    return [{ gives, tool: tool.name, arguments: { ...(args as object), fields: [] } }];
  return [{ gives: `${gives}; add your other arguments`, tool: tool.name, arguments: { fields: [] } }];
}

const SHORT_ARGUMENTS_BYTES = 2048;
