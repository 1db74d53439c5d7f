import { checkMethods } from "../../internal/check.js";
import { createMessageBounder } from "./messages/bounder.js";
import type { McpConnectionOptions } from "./messages/options.js";
import { isFields, type TransportLike } from "./types.js";

/**
 * A transport for a server, of SDK version 1 or 2 and for either era, whose results are bounded on their way out: hand it to
 * `server.connect`, or to `serveStdio`. The tools `read_result` and `search_result`, and `spill://` as resources, are added and
 * answered here; the server does not see their calls. See {@link createMessageBounder} for what is changed: nothing else is.
 *
 * Everything else of the transport is there: what the SDK sets on it or calls goes to the one that was given. One connection,
 * one call: the transport of an HTTP session is that session's alone. The HTTP handler of version 2 (`createMcpHandler`) makes
 * its transports itself: give it a {@link boundServer}.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * await server.connect(boundTransport(new StdioServerTransport(), { spill: fileSpill({ directory }) }));
 * ```
 * @public
 */
export function boundTransport<T extends TransportLike>(transport: T, options: McpConnectionOptions = {}): T {
  checkMethods("transport", transport, ["start", "send", "close"]);
  const bounder = createMessageBounder(options);
  let handler: TransportLike["onmessage"];

  async function send(message: unknown, sendOptions?: unknown): Promise<void> {
    const bounded = bounder.fromServer(message);
    // Not a turn later than without us, where nothing has to change.
    return transport.send(bounded instanceof Promise ? await bounded : bounded, sendOptions);
  }

  function receive(message: unknown, extra?: unknown): void {
    const { forward, answer } = bounder.fromClient(message);
    if (forward !== undefined) handler?.(forward, extra);
    answer?.then(reply).catch((error: unknown) => {
      const { onerror } = transport as { onerror?: (error: unknown) => void };
      onerror?.(error); // the connection is gone
    });
  }

  async function reply(answer: unknown): Promise<void> {
    for (const message of Array.isArray(answer) ? answer : [answer]) {
      await transport.send(message, isFields(message) ? { relatedRequestId: message["id"] } : undefined);
    }
  }

  return new Proxy(transport, {
    get(target, name) {
      if (name === "send") return send;
      if (name === "onmessage") return handler;
      const value: unknown = Reflect.get(target, name, target);
      // A method of a class may reach for private fields, which a proxy has not.
      return typeof value === "function" && !Object.hasOwn(target, name) ? value.bind(target) : value;
    },
    set(target, name, value) {
      if (name !== "onmessage") return Reflect.set(target, name, value, target);
      handler = value;
      return Reflect.set(target, name, value === undefined ? undefined : receive, target);
    },
  });
}
