/** Keeps what is too large for the bridge, so that the guest can read it in windows. */
import { utf8Tail } from "#platform";
import { boundResult } from "../../../bound/boundResult.js";
import type { SpillState } from "../../../bound/types.js";
import { canonicalJson } from "../../../json/canonical/canonicalJson.js";
import { SPILL_ERROR_TEXT } from "../../../spill/error.js";
import type { SpillMeta, SpillSink } from "../../../spill/types.js";
import { utf8Length } from "../../../text/size.js";
import { toWellFormed } from "../../../text/wellFormed.js";
import type { Evidence, Recovery } from "../types.js";

export interface Retained {
  readonly evidence: readonly Evidence[];
  readonly recover: readonly Recovery[];
  /** Why there is none, for the message. */
  readonly problem?: string;
}

/**
 * A string is kept as the text that it is, so that its lines and bytes can be asked for; anything else, and a string with a
 * lone surrogate, which only JSON keeps as it is, as JSON.
 *
 * @param readTool - by which the guest reads Spills
 */
export async function retain(
  value: unknown,
  { spill, meta, readTool }: { spill: SpillSink; meta: SpillMeta; readTool: string },
): Promise<Retained> {
  const isText = typeof value === "string" && toWellFormed(value) === value;
  const mediaType = isText ? "text/plain" : "application/json";
  const { spill: state } = await boundResult(isText ? value : { json: value }, {
    limits: { maxBytes: 0 },
    notice: false,
    spill,
    meta: { ...meta, mediaType },
    encodeJson: canonicalJson,
  });
  if (state.state !== "kept") return { evidence: [], recover: [], problem: problemOf(state) };
  const { id, bytes: kept } = state.ref;
  const evidence = [{ id, field: "spill", bytes: kept, mediaType }];
  const call = (gives: string, request: object): Recovery => ({ gives, tool: readTool, arguments: { id, ...request } });
  if (!isText) return { evidence, recover: [call("its members, from the first on", { pointer: "" })] };
  const tail = utf8Length(value.slice(utf8Tail(value, WINDOW_BYTES)));
  return {
    evidence,
    recover: [
      call("its beginning", { bytes: { from: 0, count: WINDOW_BYTES } }),
      call("its end", { bytes: { from: kept - tail } }),
    ],
  };
}

function problemOf(state: SpillState): string {
  return state.state === "failed" ? `it could not be kept: ${SPILL_ERROR_TEXT[state.code]}` : "it was not kept";
}

const WINDOW_BYTES = 65_536;
