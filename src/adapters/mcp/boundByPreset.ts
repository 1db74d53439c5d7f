import { boundResult } from "../../bound/boundResult.js";
import { checkCount, checkObject } from "../../internal/check.js";
import type { Preset } from "../../presets/types.js";
import type { SpillMeta, SpillSink } from "../../spill/types.js";
import { amount } from "../../text/words.js";
import { asPlainData, encodedBytes } from "./encoded.js";
import { checkSpill } from "./options.js";
import { jsonText } from "./result/keep.js";
import { partsOf } from "./result/parts.js";
import { repeats } from "./result/repeats.js";
import type { BoundedCallToolResult, CallToolResultLike, McpContentBlock } from "./types.js";

/** Options of `boundByPreset`. @public */
export interface PresetOptions {
  /** Where complete texts are kept; for the preset `daemon`, `fileSpill({ directory, prefix, ...presets.daemon.spill })`. */
  readonly spill?: SpillSink | undefined;
  /** Where the result came from; names its Spill. */
  readonly meta?: SpillMeta | undefined;
  /** Bytes of the JSON of all blocks but text, where there is no text beside them: an integer ≥ 0. @defaultValue 1_048_576 */
  readonly maxMediaBytes?: number | undefined;
  /** If the store fails, such as for its quota. @defaultValue "throw" */
  readonly onSpillFailure?: "cut" | "pass" | "throw" | undefined;
}

/**
 * Bounds the text of a result as another program does, figure for figure: by the characters, bytes or lines of a preset, its
 * notice and its marker. For programs that compare with that one; `boundCallToolResult` counts what is sent.
 *
 * Structured content counts as text, and a result that was cut has none any more. Blocks that are no text stay with the text
 * and are not kept with it; alone, they have a budget of their own, and what passes it becomes an error.
 *
 * @throws TypeError or RangeError that names the option; SpillError with `onSpillFailure: "throw"`
 * @example
 * ```ts
 * const spill = fileSpill({ directory: tmpdir(), prefix: "daemon", ...presets.daemon.spill });
 * const { result } = await boundByPreset(returned, presets.daemon, { spill });
 * ```
 * @public
 */
export async function boundByPreset<R extends CallToolResultLike>(
  result: R,
  preset: Preset,
  options: PresetOptions = {},
): Promise<BoundedCallToolResult<R>> {
  checkObject("result", result);
  const { limits, keep, headShare, boundary, notice, noticeAllowance } = checkObject("preset", preset) as Preset;
  const {
    spill,
    meta,
    maxMediaBytes = 1_048_576,
    onSpillFailure = "throw",
  } = checkObject("options", options) as PresetOptions;
  checkCount("maxMediaBytes", maxMediaBytes);

  const { plain } = asPlainData<CallToolResultLike>(result);
  const { structuredContent, ...others } = plain;
  const parts = partsOf(plain);
  const media = parts.flatMap((part) => (part.kind === "whole" ? [part.block] : []));
  const text = textOf(plain);
  if (text === undefined) return withinBudget(result, media, maxMediaBytes);

  const bounded = await boundResult(text, {
    ...{ limits, keep, headShare, boundary, notice, noticeAllowance, onSpillFailure },
    ...{ spill: checkSpill(spill), meta, isError: plain.isError === true },
  });
  if (!bounded.truncated) return { result, truncated: false };
  const content = [{ type: "text", text: bounded.text }, ...media];
  return {
    result: { ...others, content } as CallToolResultLike as R,
    truncated: true,
    ...(bounded.spill.state === "kept" ? { spill: bounded.spill.ref } : {}),
  };
}

/** All text, and the JSON of structured content where no text has it; `undefined` for a result without either. */
function textOf(result: CallToolResultLike): string | undefined {
  const { content, structuredContent } = result;
  const parts = partsOf(result);
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  const isOwn = structuredContent !== undefined && !repeats(structuredContent, parts, content ?? []);
  const all = [...texts, ...(isOwn ? [jsonText(structuredContent)] : [])];
  return all.length === 0 ? undefined : all.join("\n");
}

function withinBudget<R extends CallToolResultLike>(
  result: R,
  media: readonly McpContentBlock[],
  maxBytes: number,
): BoundedCallToolResult<R> {
  const bytes = encodedBytes(media);
  if (bytes <= maxBytes) return { result, truncated: false };
  const text = `The result has ${amount(bytes, "byte")} of media, more than ${amount(maxBytes, "byte")}: it is not shown.`;
  return { result: { content: [{ type: "text", text }], isError: true } as CallToolResultLike as R, truncated: true };
}
