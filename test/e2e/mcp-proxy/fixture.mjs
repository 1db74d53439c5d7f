/** A server of the handshake era that does, by hand, what SDK servers would not: `node fixture.mjs LOG`. */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , log = "", mode = ""] = process.argv;
const say = (message) => process.stdout.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
const asked = new Map();

if (mode === "stubborn") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1000);
}
if (mode === "bom") process.stdout.write("\ufeff");
process.stderr.write("fixture: ready\n");
if (log !== "") appendFileSync(log, `pid ${process.pid}\n`);

const TOOLS = ["text", "structured", "raw", "ask", "slow", "die", "late", "error", "save"].map((name) => ({
  name,
  description: name,
  inputSchema: { type: "object", properties: { big: { maximum: 12345678901234567000n }, content: { type: "string" } } },
  outputSchema: { type: "object", properties: { content: { type: "string" } } },
  "x-unknown": { kept: true },
  ...(name === "late" ? { _meta: { "anthropic/maxResultSizeChars": 40_000 } } : {}),
}));
const listing = (tools) =>
  JSON.stringify(tools, (_, value) => (typeof value === "bigint" ? "BIG" : value)).replaceAll(
    '"BIG"',
    "12345678901234567891",
  );

const calls = {
  text: (id, { line = "a line of text", count = 1 }) =>
    result(id, { content: [{ type: "text", text: `${line}\n`.repeat(count) }] }),
  structured: (id, { rows = 1 }) => {
    const row = (n) => `{"id":${1234567890123456000 + n * 1000}1,"name":"row ${n}"}`;
    say(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"structuredContent":{"rows":[${Array.from({ length: rows }, (_, n) => row(n))}]}}}`,
    );
  },
  /** Its own words, with ID in the place of the id. */
  raw: (id, { lines }) => {
    for (const line of lines) process.stdout.write(line.replaceAll("ID", JSON.stringify(id)));
  },
  ask: (id, { request }) => {
    asked.set(JSON.stringify(id), id);
    say({ jsonrpc: "2.0", id, ...request });
  },
  slow: (id, { ms, count = 1 }) => setTimeout(() => calls.text(id, { count }), ms),
  late: (id, args) => calls.text(id, args),
  die: () => process.kill(process.pid, "SIGKILL"),
  error: (id, { count = 1, data }) =>
    say({ jsonrpc: "2.0", id, error: { code: -32_000, message: "bad ".repeat(count), data } }),
  save: (id, { content }) =>
    result(id, { content: [{ type: "text", text: `${typeof content} ${Buffer.byteLength(String(content))}` }] }),
};

function result(id, fields) {
  say({ jsonrpc: "2.0", id, result: fields, ...(mode === "plain" ? {} : { "x-unknown": 1 }) });
}

function take(message) {
  const { id, method, params = {} } = message;
  if (method === undefined) {
    // An answer to a question of ours: it goes into the result of the call with the same id.
    result(id, { content: [{ type: "text", text: JSON.stringify(message) }] });
  } else if (method === "fixture/flood") {
    for (let n = 0; n < params.count; n++)
      say({ jsonrpc: "2.0", method: "notifications/message", params: { data: "x".repeat(params.bytes) } });
  } else if (method === "initialize")
    result(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "fixture", version: "1" },
    });
  else if (method === "tools/list") {
    const pages = [TOOLS.slice(0, 4), TOOLS.slice(4)];
    const page = mode === "pages" ? Number(params.cursor ?? 0) : undefined;
    const next = page === 0 ? ',"nextCursor":"1"' : "";
    say(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":${listing(page === undefined ? TOOLS : pages[page])}${next}}}`,
    );
  } else if (method === "tools/call")
    (calls[params.name] ?? (() => say({ jsonrpc: "2.0", id, error: { code: -32602, message: "unknown tool" } })))(
      id,
      params.arguments ?? {},
    );
  else if (method === "fixture/huge") calls.raw(id, params);
  else if (id !== undefined) say({ jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } });
}

createInterface({ input: process.stdin }).on("line", (line) => {
  if (log !== "") appendFileSync(log, `${line.length > 4096 ? `${line.length} units` : line}\n`);
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return say({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
  }
  if (Array.isArray(message)) for (const one of message) take(one);
  else take(message);
});
