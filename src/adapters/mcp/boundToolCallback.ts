import { boundFields } from "./boundCallToolResult.js";
import { fitsEncoded } from "./encoded.js";
import { type McpBoundOptions, resolveOptions } from "./options.js";
import { type CallToolResultLike, isFields } from "./types.js";

/**
 * A callback for `registerTool` whose results are bounded: for one tool of a server, or where neither its transport nor the
 * server itself can be wrapped. No tools are added. An SDK makes a result of what a callback throws, as long as it may be: a message that does not fit becomes
 * the result that it would have been, bounded; anything else is thrown on.
 *
 * An SDK validates what the callback returns: register the tool without `outputSchema`, or structured content that had to go
 * makes the result an error.
 *
 * @param callback - of a tool; its arguments are passed on as they are
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * server.registerTool("report", { inputSchema }, boundToolCallback(report, { spill, meta: { tool: "report" } }));
 * ```
 * @public
 */
export function boundToolCallback<A extends unknown[], R>(
  callback: (...args: A) => R,
  options: McpBoundOptions = {},
): (...args: A) => Promise<Awaited<R>> {
  if (typeof callback !== "function") throw new TypeError("callback must be a function");
  const resolved = resolveOptions(options);
  async function bounded(...args: A): Promise<unknown> {
    let result: Awaited<R>;
    try {
      result = await callback(...args);
    } catch (error) {
      const failure: CallToolResultLike = { content: [{ type: "text", text: messageOf(error) }], isError: true };
      if (fitsEncoded(failure, resolved.maxBytes)) throw error;
      return (await boundFields(failure, resolved)).result;
    }
    if (!isFields(result) || !Array.isArray(result["content"])) return result;
    return (await boundFields(result, resolved)).result;
  }
  // What is left of a result is one of the same kind.
  return bounded as (...args: A) => Promise<Awaited<R>>;
}

/** As the SDKs word it. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "the tool failed";
  }
}
