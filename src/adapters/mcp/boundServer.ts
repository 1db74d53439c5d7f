import { checkMethods } from "../../internal/check.js";
import { boundTransport } from "./boundTransport.js";
import { type McpConnectionOptions, resolveConnection } from "./messages/options.js";

/** A server of an SDK, version 1 or 2. @public */
export interface ServerLike {
  /** Serves whoever is at the other end of a transport. */
  // biome-ignore lint/suspicious/noExplicitAny: the transport of whichever SDK; only passed on
  connect(transport: any): Promise<void>;
}

/**
 * A server that connects through {@link boundTransport}, whoever connects it: what the factory of an HTTP handler returns
 * (`createMcpHandler` of SDK version 2), which makes its transports itself. All else is the server's own.
 *
 * A handler that makes a server for each request needs a `sessionId` that is the same for all requests of a user, and nobody
 * else's: by it the added tools find what an earlier request kept. Without one, each request is a session of its own.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * createMcpHandler(({ authInfo }) => boundServer(makeServer(), { spill, sessionId: authInfo?.clientId }));
 * ```
 * @public
 */
export function boundServer<S extends ServerLike>(server: S, options: McpConnectionOptions = {}): S {
  checkMethods("server", server, ["connect"]);
  resolveConnection(options); // a mistake is one now, not at the first request
  const connect: ServerLike["connect"] = (transport) => server.connect(boundTransport(transport, options));
  return new Proxy(server, {
    get(target, name) {
      if (name === "connect") return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" && !Object.hasOwn(target, name) ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
