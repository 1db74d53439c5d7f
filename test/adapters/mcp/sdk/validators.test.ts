/** What the clients of the SDKs take: the facts that the policies for output schemas rest on. */
import { Client as ClientV2, InMemoryTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { boundTransport, type McpConnectionOptions } from "spillway/mcp";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { type AnyClient, LOG } from "./servers.js";

const INFO = { name: "test", version: "1" };
const SCHEMA = {
  type: "object",
  properties: { content: { type: "string", maxLength: 90 } },
  required: ["content"],
  additionalProperties: false,
};
const TEXT = { content: [{ type: "text", text: "a" }] };
const BOUNDED = { bounded: { preview: "a" } };
const LOOSENED = {
  type: "object",
  anyOf: [SCHEMA, { type: "object", properties: { bounded: { type: "object" } }, required: ["bounded"] }],
};

/** A server that says exactly this. */
async function asked(
  client: "v1" | "v2",
  tool: object,
  result: object,
  options?: McpConnectionOptions,
): Promise<"ok" | "throws"> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const wire = options === undefined ? far : boundTransport(far, options);
  const answers: Record<string, object> = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: INFO },
    "tools/list": { tools: [{ name: "t", inputSchema: { type: "object" }, ...tool }] },
    "tools/call": result,
  };
  wire.onmessage = (message: object) => {
    const { id, method } = message as { id?: number; method: string };
    if (id !== undefined) void wire.send({ jsonrpc: "2.0", id, result: { ...answers[method] } });
  };
  await wire.start();
  const made = (client === "v1" ? new ClientV1(INFO) : new ClientV2(INFO)) as unknown as AnyClient & {
    connect(to: unknown): Promise<void>;
  };
  await made.connect(near);
  await made.listTools();
  const outcome = await made.callTool({ name: "t" }).then(
    () => "ok" as const,
    () => "throws" as const,
  );
  await made.close();
  return outcome;
}

describe("clients", () => {
  it.each([
    ["a schema without structured content", { outputSchema: SCHEMA }, TEXT, "throws", "throws"],
    ["no schema, no structured content", {}, TEXT, "ok", "ok"],
    ["structured content without a schema", {}, { ...TEXT, structuredContent: { content: "a" } }, "ok", "ok"],
    [
      "a field that the schema does not have",
      { outputSchema: SCHEMA },
      { ...TEXT, structuredContent: { content: "a", more: 1 } },
      "throws",
      "throws",
    ],
    [
      "a marker under the schema",
      { outputSchema: SCHEMA },
      { ...TEXT, structuredContent: BOUNDED },
      "throws",
      "throws",
    ],
    [
      "a marker under the loosened schema",
      { outputSchema: LOOSENED },
      { ...TEXT, structuredContent: BOUNDED },
      "ok",
      "ok",
    ],
    [
      "nonsense under the loosened schema",
      { outputSchema: LOOSENED },
      { ...TEXT, structuredContent: { content: 1 } },
      "throws",
      "throws",
    ],
    ["an error without structured content", { outputSchema: SCHEMA }, { ...TEXT, isError: true }, "ok", "ok"],
    [
      "an error with structured content of another form",
      { outputSchema: SCHEMA },
      { ...TEXT, isError: true, structuredContent: { a: 1 } },
      "throws",
      "ok",
    ],
    ["structured content that is null", {}, { ...TEXT, structuredContent: null }, "throws", "throws"],
    [
      "base64 that was cut",
      {},
      { content: [{ type: "image", data: "QUJDQ", mimeType: "image/png" }] },
      "throws",
      "throws",
    ],
    ["a link without a name", {}, { content: [{ type: "resource_link", uri: "a://b" }] }, "throws", "throws"],
    ["fields that it does not know", {}, { ...TEXT, more: 1, _meta: { "dev.a/b": 1 } }, "ok", "ok"],
  ] as const)("should take or refuse %s", async (_name, tool, result, v1, v2) => {
    expect([await asked("v1", tool, result), await asked("v2", tool, result)]).toEqual([v1, v2]);
  });

  it.each(["strip", "loosen", "error"] as const)("should take whatever is bounded: %s", async (outputSchema) => {
    for (const schema of [
      SCHEMA,
      {
        type: "object",
        $defs: { c: { type: "string" } },
        properties: { content: { $ref: "#/$defs/c" }, self: { $ref: "#" } },
      },
    ]) {
      for (const content of [
        [{ type: "text", text: LOG }],
        [{ type: "image", data: "QUJD".repeat(9000), mimeType: "image/png" }],
        [],
      ]) {
        for (const more of [{}, { isError: true }]) {
          const result = { content, structuredContent: { content: LOG.slice(0, 50_000) }, ...more };
          for (const maxEncodedBytes of [64, 300, 2000, 16_384]) {
            const options = { outputSchema, maxEncodedBytes, spill: memorySpill() };
            expect(await asked("v1", { outputSchema: schema }, result, options)).toBe("ok");
            expect(await asked("v2", { outputSchema: schema }, result, options)).toBe("ok");
          }
        }
      }
    }
  });
});
