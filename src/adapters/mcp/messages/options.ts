/** The options of what bounds a whole connection, and their one validator. */
import { randomBytes } from "#platform";
import { checkBoolean, checkChoice, checkObject, checkString } from "../../../internal/check.js";
import type { ClientPreset } from "../../../presets/clients.js";
import { scoped } from "../../../spill/scoped.js";
import type { SpillSink } from "../../../spill/types.js";
import {
  checkEncodedBytes,
  checkPolicy,
  checkSpill,
  checkToolName,
  DEFAULT_MAX_BYTES,
  type McpBoundOptions,
  type OutputSchemaPolicy,
} from "../options.js";
import type { Fields } from "../types.js";
import { clientPreset } from "./clients.js";
import { LEAST_TOOL_BYTES, type ToolNames } from "./ownTools.js";

/** A call of a tool, for `limitOf`. @public */
export interface McpCall {
  /** The tool's name; `undefined` where it is not known, as with a task of another connection. */
  readonly tool: string | undefined;
  /** The client's name as it says it. */
  readonly client: string | undefined;
  /** `_meta` of the request. */
  readonly meta: { readonly [key: string]: unknown } | undefined;
  /** What the other options come to. */
  readonly maxEncodedBytes: number;
}

/**
 * Options of `boundTransport`, `boundServer` and `createMessageBounder`. The limit holds for results of tools, answers of the
 * added tools, and errors; for the latter two, at least 1,280 and 1,024 bytes.
 *
 * @public
 */
export interface McpConnectionOptions extends Omit<McpBoundOptions, "readTool" | "outputSchema" | "meta"> {
  /**
   * What becomes of the output schemas of tools, since structured content may have to go: `"strip"` removes them,
   * `"loosen"` lets them take `{ bounded: … }` as well, `"error"` keeps them and marks a bounded result as an error, which
   * validators let pass. One for all, or by the tool's name: a record (without an entry: `"strip"`), or a function.
   *
   * @defaultValue "strip"
   */
  readonly outputSchema?:
    | OutputSchemaPolicy
    | Readonly<Record<string, OutputSchemaPolicy>>
    | ((tool: string) => OutputSchemaPolicy)
    | undefined;
  /**
   * Names of the tools that are added for the model to read what was cut; `false` adds none. Where the server has a tool of
   * that name, `spillway_` stands before both, and if that is taken too, there are none. None are added either without a
   * store, or below 1,280 bytes, where no window would fit.
   *
   * @defaultValue read_result and search_result
   */
  readonly tools?: { readonly read?: string | undefined; readonly search?: string | undefined } | false | undefined;
  /** Whether `spill://` can be read as a resource. @defaultValue true */
  readonly resources?: boolean | undefined;
  /**
   * Whose Spills these are: only those of the same session can be read. Give the same one to connections that are one
   * conversation, such as those of a client that starts its server again.
   *
   * @defaultValue 16 random bytes for each connection
   */
  readonly sessionId?: string | undefined;
  /**
   * Limits of clients by the name that they give: the smaller one holds. `false` asks nobody's name.
   * @defaultValue clientPreset, the table `clients` of spillway/presets
   */
  readonly clients?: ((name: string) => ClientPreset | undefined) | false | undefined;
  /**
   * How far a tool's own listing (`_meta["anthropic/maxResultSizeChars"]`) can raise its limit, in bytes, for a client that
   * honours it or is not known. Never lowers it. @defaultValue 65_536
   */
  readonly maxRaisedBytes?: number | undefined;
  /** The limit of one call, in bytes; `false` = none, `undefined` = as the other options have it. */
  readonly limitOf?: ((call: McpCall) => number | false | undefined) | undefined;
}

export interface ConnectionSettings {
  readonly maxBytes: number;
  readonly maxRaisedBytes: number;
  /** This session's part of the store. */
  readonly spill: SpillSink | undefined;
  readonly onSpillFailure: "cut" | "pass" | "throw";
  readonly namings: readonly ToolNames[];
  readonly resources: boolean;
  readonly clients: (name: string) => ClientPreset | undefined;
  readonly limitOf: (call: McpCall) => number | false | undefined;
  policyOf(tool: string | undefined): OutputSchemaPolicy;
}

/** @throws TypeError or RangeError that names the option */
export function resolveConnection(options: McpConnectionOptions): ConnectionSettings {
  checkObject("options", options);
  const { maxEncodedBytes = DEFAULT_MAX_BYTES, maxRaisedBytes = 65_536, resources = true, limitOf, clients } = options;
  const sessionId = checkString("sessionId", options.sessionId ?? newSession());
  const sink = checkSpill(options.spill);
  for (const [name, value] of Object.entries({ limitOf, clients: clients === false ? undefined : clients })) {
    if (value !== undefined && typeof value !== "function") throw new TypeError(`${name} must be a function`);
  }
  const maxBytes = checkEncodedBytes("maxEncodedBytes", maxEncodedBytes);
  const hasRoom = maxBytes >= LEAST_TOOL_BYTES;
  const namings = resolveNamings(options.tools);
  return {
    maxBytes,
    maxRaisedBytes: checkEncodedBytes("maxRaisedBytes", maxRaisedBytes),
    spill: sink === undefined ? undefined : scoped(sink, { sessionId }),
    onSpillFailure: checkChoice("onSpillFailure", options.onSpillFailure ?? "cut", ["cut", "pass", "throw"]),
    namings: sink === undefined || !hasRoom ? [] : namings,
    resources: checkBoolean("resources", resources) && sink !== undefined && hasRoom,
    clients: clients === false ? () => undefined : (clients ?? clientPreset),
    limitOf: limitOf ?? (() => undefined),
    policyOf: resolvePolicies(options.outputSchema),
  };
}

function resolveNamings(tools: McpConnectionOptions["tools"]): ToolNames[] {
  if (tools === false) return [];
  const { read = "read_result", search = "search_result" } = checkObject("tools", tools ?? {}) as Fields;
  const names = { read: checkToolName("tools.read", read), search: checkToolName("tools.search", search) };
  if (names.read === names.search) throw new RangeError("tools.read and tools.search must differ");
  return [names, { read: `spillway_${names.read}`, search: `spillway_${names.search}` }];
}

function resolvePolicies(given: McpConnectionOptions["outputSchema"] = "strip"): ConnectionSettings["policyOf"] {
  if (typeof given === "string") {
    const policy = checkPolicy("outputSchema", given);
    return () => policy;
  }
  if (typeof given === "function") return (tool) => checkPolicy("outputSchema()", given(tool ?? ""));
  const byTool = new Map(Object.entries(checkObject("outputSchema", given)));
  for (const [tool, policy] of byTool) checkPolicy(`outputSchema.${tool.slice(0, 40)}`, policy);
  return (tool) => (byTool.get(tool ?? "") as OutputSchemaPolicy | undefined) ?? "strip";
}

function newSession(): string {
  return `mcp-${Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
