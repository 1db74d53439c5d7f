/** An MCP server over stdio: `rows` gives structured content, and the same as text; `mixed` an image between texts. */
import { createInterface } from "node:readline";

const rows = (count) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `row number ${index + 1}`, tags: ["a", "b"] }));

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "rows", version: "1.0.0" },
  }),
  "tools/list": () => ({
    tools: [
      {
        name: "rows",
        description: "Rows of a table.",
        inputSchema: { type: "object", properties: { count: { type: "number" } }, required: ["count"] },
        outputSchema: { type: "object", properties: { rows: { type: "array" } }, required: ["rows"] },
      },
      { name: "mixed", description: "Text around an image.", inputSchema: { type: "object" } },
    ],
  }),
  "tools/call": ({ name, arguments: { count } }) => {
    if (name === "mixed") {
      const text = (word) => ({ type: "text", text: `${word} `.repeat(count) });
      return { content: [text("before"), { type: "image", data: PIXEL, mimeType: "image/png" }, text("after")] };
    }
    const structuredContent = { rows: rows(count) };
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  },
  ping: () => ({}),
};

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const body = answer ? { result: answer(params ?? {}) } : { error: { code: -32601, message: "no such method" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
}
