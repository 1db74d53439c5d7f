import { findEarlier } from "../../bound/trust/earlier.js";
import type { SpillState } from "../../bound/types.js";
import { checkObject } from "../../internal/check.js";
import { measureJson } from "../../json/measure.js";
import { measureText, utf8Length } from "../../text/size.js";
import { wholeSource } from "../../text/source.js";
import { asPlainData, fitsEncoded } from "./encoded.js";
import { type McpBoundOptions, type ResolvedOptions, resolveOptions } from "./options.js";
import { composeResult, NOTICE_BYTES } from "./result/compose.js";
import { keep } from "./result/keep.js";
import { planResult } from "./result/plan.js";
import { wholeOf } from "./result/whole.js";
import type { BoundedCallToolResult, CallToolResultLike } from "./types.js";

/**
 * Bounds the result of a tool call as it is sent: text, structured content, media, `_meta` and all escaping together take
 * at most `maxEncodedBytes` as JSON. A result inside the limit is returned as it is, the same object.
 *
 * Else the first text block begins with a notice; text follows, cut at lines from either end, or JSON cut record by record;
 * a `resource_link` names the Spill with the complete result. Base64, links and pages of apps stay whole or are left out.
 * Structured content that repeats the text goes first, any other is shown as JSON text in the room that it is due. `isError`
 * and `resultType` stay.
 *
 * @param result - of either SDK; not changed
 * @throws TypeError or RangeError that names the option; SpillError with `onSpillFailure: "throw"`. Never for content
 * @example
 * ```ts
 * const { result, spill } = await boundCallToolResult(await client.callTool(params), { spill: memorySpill() });
 * ```
 * @public
 */
export async function boundCallToolResult<R extends CallToolResultLike>(
  result: R,
  options: McpBoundOptions = {},
): Promise<BoundedCallToolResult<R>> {
  const resolved = resolveOptions(options);
  checkObject("result", result);
  const bounded = await boundFields(result, resolved);
  // The fields that its type has are those of any result of a tool call: what is left is one, too.
  return bounded as BoundedCallToolResult<R>;
}

/** The same with options that were checked. */
export async function boundFields(
  given: CallToolResultLike,
  options: ResolvedOptions,
): Promise<BoundedCallToolResult<CallToolResultLike>> {
  const { maxBytes, spill: sink, outputSchema, onSpillFailure } = options;
  if (measureJson(given, { maxBytes }).ok) return { result: given, truncated: false };
  const { plain, altered } = asPlainData(given);
  if (fitsEncoded(plain, maxBytes)) return { result: altered ? plain : given, truncated: false };

  const { structuredContent, ...others } = plain;
  const plan = planResult(plain, maxBytes, Math.min(2 * NOTICE_BYTES, Math.floor(maxBytes / 4)));
  const isRepeated = structuredContent !== undefined && plan.structured === undefined;
  if (isRepeated && outputSchema === "strip" && fitsEncoded(others, maxBytes))
    return { result: others, truncated: false };

  const whole = wholeOf(plain, plan, maxBytes);
  const earlier =
    whole.kind === "text" ? await findEarlier(wholeSource(whole.text, measureText(whole.text)), sink) : undefined;
  const info = earlier?.info;
  const spill: SpillState = info === undefined ? await keep(whole, options) : { state: "kept", ref: info };
  if (spill.state === "failed" && onSpillFailure === "pass") return { result: given, truncated: false };

  const result = composeResult({
    plan,
    spill,
    wholeBytes: info === undefined ? utf8Length(whole.text) : undefined,
    pointer: whole.pointer,
    earlier: info === undefined ? undefined : earlier,
    isError: typeof plain.isError === "boolean" ? plain.isError : undefined,
    hasStructured: structuredContent !== undefined,
    isLoosened: structuredContent !== undefined && outputSchema === "loosen",
    options,
  });
  return { result, truncated: true, ...(spill.state === "kept" ? { spill: refOf(spill.ref) } : {}) };
}

/** What of a Spill's description names it. */
function refOf(ref: Extract<SpillState, { state: "kept" }>["ref"]) {
  const { id, uri, path, bytes, sha256, complete, totalBytes, mediaType, encoding } = ref;
  return {
    ...{ id, uri, bytes, sha256, complete, totalBytes },
    ...(path === undefined ? {} : { path }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(encoding === undefined ? {} : { encoding }),
  };
}
