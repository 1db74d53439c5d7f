/** What a program may print, and how much of it a model sees. */
import { resolveView } from "../../../bound/options.js";
import type { NoticeOptions } from "../../../bound/types.js";
import { checkCount, checkLimit, checkMethods, checkObject } from "../../../internal/check.js";
import { checkMeta } from "../../../spill/arguments.js";
import type { SpillMeta, SpillSink } from "../../../spill/types.js";
import { resolveCounter, type TokenCounter } from "../../../text/limits.js";

/** Options of `createScriptOutput`. @public */
export interface ScriptOutputOptions {
  /** UTF-16 units of text and of base64 that a program may print before it dies. @defaultValue 16_777_216 */
  readonly maxChars?: number | undefined;
  /** Prints that a program may make before it dies, empty ones included. @defaultValue 100_000 */
  readonly maxItems?: number | undefined;
  /** Tokens that a model sees of the output, the return value and the error together. @defaultValue 10_000 */
  readonly maxOutputTokens?: number | undefined;
  /** What the model asked for in place of `maxOutputTokens`; what is no integer ≥ 0 is passed over. @defaultValue nothing */
  readonly requestedTokens?: unknown;
  /** The most that a model gets, whatever it asks for. @defaultValue 26_000 */
  readonly ceiling?: number | undefined;
  /** UTF-16 units of base64 of the images that a model gets; further ones go to the Spill. @defaultValue 1_048_576 */
  readonly maxImageChars?: number | undefined;
  /** Where complete outputs and return values are kept. @defaultValue none: what is cut is lost, and the View says so */
  readonly spill?: SpillSink | undefined;
  /** Where the program came from; names its Spills. */
  readonly meta?: SpillMeta | undefined;
  /** Counts tokens. @defaultValue estimateTokens */
  readonly countTokens?: TokenCounter | undefined;
  /** How the notice is worded. */
  readonly notice?: NoticeOptions | undefined;
}

export interface ResolvedOutput {
  readonly maxChars: number;
  readonly maxItems: number;
  readonly maxImageChars: number;
  /** Tokens that the model gets at most. */
  readonly maxTokens: number;
  readonly countTokens: TokenCounter;
  readonly spill: SpillSink | undefined;
  readonly meta: SpillMeta;
  readonly notice: NoticeOptions | undefined;
}

/** @throws TypeError or RangeError that names the option */
export function resolveOutput(options: ScriptOutputOptions): ResolvedOutput {
  checkObject("options", options);
  const { maxChars = 2 ** 24, maxItems = 100_000, maxImageChars = 2 ** 20, meta = {}, spill, notice } = options;
  const { maxOutputTokens = 10_000, requestedTokens, ceiling = 26_000 } = options;
  if (spill !== undefined) checkMethods("spill", spill, ["create"]);
  checkCount("ceiling", ceiling);
  resolveView({}, { notice }); // now, and not when the program has run
  const usual = checkCount("maxOutputTokens", maxOutputTokens);
  const isRequest =
    typeof requestedTokens === "number" && Number.isSafeInteger(requestedTokens) && requestedTokens >= 0;
  return {
    maxChars: checkLimit("maxChars", maxChars),
    maxItems: checkLimit("maxItems", maxItems),
    maxImageChars: checkLimit("maxImageChars", maxImageChars),
    maxTokens: Math.min(isRequest ? requestedTokens : usual, ceiling),
    countTokens: resolveCounter(options),
    spill,
    meta: checkMeta(meta),
    notice,
  };
}
