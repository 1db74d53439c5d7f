import type { AbortSignalLike } from "../../../bound/types.js";
import { checkMethods, checkObject, checkString } from "../../../internal/check.js";
import type { ListShape } from "../selectable.js";
import { selectable } from "../selectable.js";

/** What a tool's function gets besides its arguments. @public */
export interface ToolCall {
  /** The call's number in the program, from 1. */
  readonly id: number;
  /** The bridge's own, where it has one. */
  readonly signal?: AbortSignalLike;
}

/** A function of the host that guests may call. @public */
export interface BridgeTool {
  /** Runs a call. What it gives is measured before it is encoded; what it throws reaches the guest as data. */
  execute(args: unknown, call: ToolCall): unknown;
  /** The group it is declared with, such as the server it comes from. @defaultValue "tools" */
  readonly namespace?: string | undefined;
  /** For the declaration. */
  readonly description?: string | undefined;
  /** JSON Schema of the argument, for the declaration: nothing is validated against it. */
  readonly inputSchema?: object | undefined;
  /** JSON Schema of the result, for the declaration. */
  readonly outputSchema?: object | undefined;
  /** The result is a list: the tool takes `fields`; see `selectable`. */
  readonly list?: ListShape | undefined;
  /**
   * Fields of the result, or of what is thrown, that hold ids of what the tool itself keeps, such as `"runId"` or
   * `"rows.*.id"`. An error names them; a text that only looks like an id is never named.
   *
   * @defaultValue none
   */
  readonly provenance?: readonly string[] | undefined;
}

/** A tool that was looked at once. */
export interface ResolvedTool extends Omit<BridgeTool, "execute" | "provenance"> {
  readonly name: string;
  readonly provenance: readonly string[];
  execute(args: unknown, call: ToolCall): unknown;
}

/** @throws TypeError that names the tool and the field */
export function resolveTool(name: string, given: BridgeTool | BridgeTool["execute"]): ResolvedTool {
  const tool: BridgeTool = typeof given === "function" ? { execute: given } : given;
  checkMethods(`tools.${name}`, tool, ["execute"]);
  const { list, provenance = [] } = tool;
  if (!Array.isArray(provenance)) throw new TypeError(`tools.${name}.provenance must be an array`);
  for (const [index, field] of provenance.entries()) checkString(`tools.${name}.provenance[${index}]`, field);
  const execute = (args: unknown, call: ToolCall) => tool.execute(args, call);
  if (list === undefined) return { ...tool, name, provenance, execute };
  const { inputSchema = { type: "object" } } = tool;
  checkObject(`tools.${name}.inputSchema`, inputSchema);
  return { ...tool, name, provenance, inputSchema: withFields(inputSchema), execute: selectable(execute, list) };
}

/** The schema of a tool that lists, with `fields` among its properties. */
function withFields(schema: object): object {
  const { properties } = schema as { properties?: object };
  return { ...schema, properties: { ...properties, fields: { type: "array", items: { type: "string" } } } };
}
