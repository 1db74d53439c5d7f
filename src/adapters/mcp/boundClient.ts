import { checkMethods } from "../../internal/check.js";
import type { SpillRef } from "../../spill/types.js";
import { boundFields } from "./boundCallToolResult.js";
import { type McpBoundOptions, resolveOptions } from "./options.js";
import { type CallToolResultLike, type ClientLike, isFields } from "./types.js";

/** A result of a tool, for the model and for programs. @public */
export interface BoundedCall<R> {
  /** For the model: inside the limit. */
  readonly model: R;
  /** As the server returned it, for scripts and for the host itself. */
  readonly full: R;
  /** The complete result; absent where nothing was left out, or nothing could be kept. */
  readonly spill?: SpillRef;
}

/** What a client's calls give once it is bounded. @public */
export type BoundedClient<C extends ClientLike> = Omit<C, "callTool"> & {
  callTool(...args: Parameters<C["callTool"]>): Promise<BoundedCall<Awaited<ReturnType<C["callTool"]>>>>;
};

/**
 * A host's client, of SDK version 1 or 2, whose `callTool` gives the result twice: bounded for the model, and in full. All
 * arguments are passed on, all other members are those of the client, and the SDK has validated the result before it is cut:
 * output schemas are kept, and code mode has its types.
 *
 * The model reads the rest by tools of the host: `readTools(spill)` of `spillway`.
 *
 * @throws TypeError or RangeError that names the option; `callTool` rejects as the client does, and with a SpillError for
 * `onSpillFailure: "throw"`
 * @example
 * ```ts
 * const bounded = boundClient(client, { spill });
 * const { model, full } = await bounded.callTool({ name: "report", arguments: {} });
 * ```
 * @public
 */
export function boundClient<C extends ClientLike>(client: C, options: McpBoundOptions = {}): BoundedClient<C> {
  checkMethods("client", client, ["callTool"]);
  const resolved = resolveOptions(options);

  async function callTool(...args: Parameters<C["callTool"]>): Promise<BoundedCall<CallToolResultLike>> {
    const full = (await client.callTool(...(args as Parameters<ClientLike["callTool"]>))) as CallToolResultLike;
    if (!isFields(full)) return { model: full, full };
    const params: unknown = args[0];
    const tool = isFields(params) && typeof params["name"] === "string" ? { tool: params["name"] } : {};
    const { result: model, spill } = await boundFields(full, { ...resolved, meta: { ...tool, ...resolved.meta } });
    return { model, full, ...(spill === undefined ? {} : { spill }) };
  }

  return new Proxy(client as object, {
    get(target, name) {
      if (name === "callTool") return callTool;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" && !Object.hasOwn(target, name) ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  }) as BoundedClient<C>;
}
