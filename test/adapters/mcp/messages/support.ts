/** A connection without a wire: messages go through the bounder as JSON, as they would over one. */
import { createMessageBounder, type McpConnectionOptions, type MessageBounder } from "spillway/mcp";
import { memorySpill } from "spillway/spill";

export type Message = Record<string, unknown> & {
  readonly result?: Record<string, unknown> & {
    readonly content?: { readonly type: string; readonly text?: string }[];
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

export interface Wire {
  readonly bounder: MessageBounder;
  /** Sends a request, lets `result` (or an error) be the server's answer, and gives what the client gets. */
  ask(method: string, params: object, body: object, id?: string | number): Promise<Message>;
  /** Sends a request that the bounder must answer itself. */
  askOwn(method: string, params: object, id?: string | number): Promise<Message>;
  /** Asks for the list of tools, and gives the names. */
  listTools(tools: readonly object[], params?: object): Promise<Message>;
}

export const LOG = Array.from({ length: 4000 }, (_, line) => `line ${line} of the "log"`).join("\n");

export const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export function textResult(text: string, more: object = {}): object {
  return { result: { content: [{ type: "text", text }], ...more } };
}

export function connect(options: McpConnectionOptions = {}): Wire {
  const bounder = createMessageBounder({ spill: memorySpill({ key: "test" }), sessionId: "s", ...options });
  let last = 0;
  const wire: Wire = {
    bounder,
    async ask(method, params, body, id = ++last) {
      const message = copy({ jsonrpc: "2.0", id, method, params });
      const { forward, answer } = bounder.fromClient(message);
      if (forward !== message || answer !== undefined) throw new Error(`${method} was not forwarded as it was`);
      return (await bounder.fromServer(copy({ jsonrpc: "2.0", id, ...body }))) as Message;
    },
    async askOwn(method, params, id = ++last) {
      const { forward, answer } = bounder.fromClient(copy({ jsonrpc: "2.0", id, method, params }));
      if (forward !== undefined || answer === undefined) throw new Error(`${method} was not answered`);
      return copy(await answer) as Message;
    },
    listTools: (tools, params = {}) => wire.ask("tools/list", params, { result: { tools } }),
  };
  return wire;
}

export function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

export function textOf(message: Message): string {
  return message.result?.content?.[0]?.text ?? "";
}

export function idIn(text: string): string {
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? "";
}
