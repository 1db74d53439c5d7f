/** `{ "$spill": "ID" }` as an argument of a tool: the model passes on what it was not shown. */
import { isSpillError, type SpillSink } from "spillway/spill";
import type { Log } from "./log.js";
import { type Fields, isFields } from "./message.js";
import type { McpSettings } from "./settings.js";

export interface Handles {
  /** The message with its handles replaced, the same object where there are none; or the answer to it. */
  fill(message: unknown): Promise<{ readonly message: unknown } | { readonly answer: Fields }>;
  /** A tool as it is listed, with handles among what its arguments can be. */
  describe(tool: unknown): unknown;
}

/** @param sink - of this session: nothing else can be passed on */
export function createHandles({ handles, maxArgument }: McpSettings, sink: SpillSink, log: Log): Handles | undefined {
  if (handles.size === 0) return undefined;

  /** @throws Refusal, with what to tell the model */
  async function contentOf(id: string): Promise<string> {
    const bare = id.startsWith("spill://") ? id.slice("spill://".length) : id;
    try {
      const info = await sink.stat(bare);
      if (info === undefined || "gone" in info) throw new Refusal("no such Spill, or it is gone");
      if (!info.complete) throw new Refusal("only a part of that result was kept");
      if (info.bytes > maxArgument)
        throw new Refusal(`it has ${info.bytes} bytes, and an argument can take ${maxArgument}`);
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await sink.read(bare));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(isSpillError(error) ? "it cannot be read" : "it is not text");
    }
  }

  return {
    async fill(message) {
      const { method, id, params } = isFields(message) ? message : ({} as Fields);
      if (method !== "tools/call" || !isFields(params) || !isFields(params["arguments"])) return { message };
      const tool = String(params["name"]);
      const given = Object.entries(params["arguments"]);
      const asked = given.filter(([name, value]) => handles.get(tool)?.has(name) && idIn(value) !== undefined);
      if (asked.length === 0) return { message };
      const filled = { ...params["arguments"] };
      for (const [argument, value] of asked) {
        try {
          const content = await contentOf(idIn(value) as string);
          log({ type: "argument", tool, argument, bytes: Buffer.byteLength(content) });
          filled[argument] = content;
        } catch (error) {
          const text = `The argument ${JSON.stringify(argument)} cannot be filled from a Spill: ${(error as Error).message}.`;
          const result = { content: [{ type: "text", text }], isError: true, ...resultTypeFor(params) };
          return { answer: { jsonrpc: "2.0", id, result } };
        }
      }
      return { message: { ...(message as Fields), params: { ...params, arguments: filled } } };
    },
    describe(tool) {
      if (!isFields(tool) || !isFields(tool["inputSchema"])) return tool;
      const { properties } = tool["inputSchema"];
      const allowed = handles.get(String(tool["name"]));
      if (allowed === undefined || !isFields(properties)) return tool;
      const widened = Object.entries(properties).map(([name, schema]) => [
        name,
        allowed.has(name) ? { anyOf: [schema, HANDLE_SCHEMA] } : schema,
      ]);
      return { ...tool, inputSchema: { ...tool["inputSchema"], properties: Object.fromEntries(widened) } };
    },
  };
}

class Refusal extends Error {}

function idIn(value: unknown): string | undefined {
  if (!isFields(value) || Object.keys(value).length !== 1) return undefined;
  return typeof value["$spill"] === "string" ? value["$spill"] : undefined;
}

/** Results of the newer protocol say that they are complete. */
function resultTypeFor({ _meta }: Fields): Fields {
  const version = isFields(_meta) ? _meta["io.modelcontextprotocol/protocolVersion"] : undefined;
  return typeof version === "string" ? { resultType: "complete" } : {};
}

const HANDLE_SCHEMA = {
  type: "object",
  description: "The complete content of a kept tool result, by the id in its notice",
  properties: { $spill: { type: "string" } },
  required: ["$spill"],
  additionalProperties: false,
};
