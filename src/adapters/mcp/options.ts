/** The options of all that bounds tool results here, and their one validator. */
import type { NoticeOptions } from "../../bound/types.js";
import { checkChoice, checkMethods, checkObject, checkString } from "../../internal/check.js";
import { checkMeta } from "../../spill/arguments.js";
import type { SpillMeta, SpillSink } from "../../spill/types.js";
import { toWellFormed } from "../../text/wellFormed.js";

/** What becomes of a tool's `outputSchema`, where its structured content may have to go. @public */
export type OutputSchemaPolicy = "strip" | "loosen" | "error";

/** Options of `boundCallToolResult`. @public */
export interface McpBoundOptions {
  /**
   * UTF-8 bytes of `JSON.stringify(result)`: text, structured content, media, `_meta` and all escaping. An integer ≥ 64.
   *
   * @defaultValue 16_384: below what the known clients cut at, but VS Code
   */
  readonly maxEncodedBytes?: number | undefined;
  /** Where complete results are kept. Without it, what is cut is lost, and the result says so. */
  readonly spill?: SpillSink | undefined;
  /** Where the result came from; names its Spill. */
  readonly meta?: SpillMeta | undefined;
  /**
   * How the model can get at a Spill, for the notice: by a tool of this name, or as a resource (`false`).
   * @defaultValue "read_result"
   */
  readonly readTool?: string | false | undefined;
  /**
   * What is left of structured content that does not fit: `"strip"` nothing, `"loosen"` an object `{ bounded: … }` that says
   * where the rest is, `"error"` nothing and `isError`, which validators let pass. Say what the tool's listing says.
   *
   * @defaultValue "strip"
   */
  readonly outputSchema?: OutputSchemaPolicy | undefined;
  /**
   * If the store fails: `"cut"` bounds the result all the same and says that the whole was not kept, `"pass"` lets it through
   * whole, `"throw"` rejects with the `SpillError`. @defaultValue "cut"
   */
  readonly onSpillFailure?: "cut" | "pass" | "throw" | undefined;
}

export interface ResolvedOptions {
  readonly maxBytes: number;
  readonly spill: SpillSink | undefined;
  readonly meta: SpillMeta;
  /** The way to a Spill that the notice names. */
  readonly reader: Pick<NoticeOptions, "canRead" | "toolName">;
  /** Whether a Spill can be read as a resource, so that a link leads somewhere. */
  readonly links: boolean;
  readonly outputSchema: OutputSchemaPolicy;
  readonly onSpillFailure: "cut" | "pass" | "throw";
}

/** @throws TypeError or RangeError that names the option */
export function resolveOptions(options: McpBoundOptions): ResolvedOptions {
  checkObject("options", options);
  const { spill, meta = {}, readTool = "read_result", outputSchema = "strip", onSpillFailure = "cut" } = options;
  return {
    maxBytes: checkEncodedBytes("maxEncodedBytes", options.maxEncodedBytes ?? DEFAULT_MAX_BYTES),
    spill: checkSpill(spill),
    meta: checkMeta(meta),
    reader:
      readTool === false ? { canRead: "resource" } : { canRead: "tool", toolName: checkToolName("readTool", readTool) },
    links: true,
    outputSchema: checkPolicy("outputSchema", outputSchema),
    onSpillFailure: checkChoice("onSpillFailure", onSpillFailure, ["cut", "pass", "throw"]),
  };
}

export function checkEncodedBytes(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= LEAST_BYTES) return value;
  const Kind = typeof value === "number" ? RangeError : TypeError;
  throw new Kind(
    `${name} must be an integer ≥ ${LEAST_BYTES}, got ${typeof value === "number" ? value : typeof value}`,
  );
}

export function checkSpill(spill: SpillSink | undefined): SpillSink | undefined {
  if (spill !== undefined) checkMethods("spill", spill, ["create", "stat", "read", "remove", "list"]);
  return spill;
}

export function checkPolicy(name: string, policy: unknown): OutputSchemaPolicy {
  return checkChoice(name, policy, ["strip", "loosen", "error"]);
}

export function checkToolName(name: string, value: unknown): string {
  const tool = checkString(name, value);
  if (tool === toWellFormed(tool) && /^[\w.-]{1,64}$/.test(tool)) return tool;
  throw new RangeError(`${name} must be 1 to 64 of letters, digits, _, - and .`);
}

export const DEFAULT_MAX_BYTES = 16_384;
/** `{"content":[],"isError":true}`, a `resultType` and a little more. */
const LEAST_BYTES = 64;
