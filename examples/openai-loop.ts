// An agent loop with OpenAI's message shapes: the model goes through a 5 MB JSON result by pointer, through tools alone.
import assert from "node:assert/strict";
import { boundResult, readTools } from "spillway";
import { memorySpill, scoped } from "spillway/spill";

type ToolCall = { id: string; type: "function"; function: { name: string; arguments: string } };
type Message =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: ToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

const sink = memorySpill();
const sessionId = "demo";
const limits = { maxBytes: 8192 };
const rows = Array.from({ length: 90_000 }, (_, i) => ({
  sku: `sku-${i}`,
  name: `part number ${i}`,
  stock: (i * 7919) % 1000,
}));

const inventory = {
  name: "inventory",
  description: "Everything in stock.",
  inputSchema: { type: "object", properties: {} },
  async handler() {
    const notice = { canRead: "tool" } as const;
    const meta = { tool: "inventory", sessionId };
    const { text } = await boundResult({ json: { rows } }, { limits, spill: sink, meta, notice });
    return { text };
  },
};
const tools = [inventory, ...readTools(scoped(sink, { sessionId }), { limits })];
const declared = tools.map(({ name, description, inputSchema: parameters }) => ({
  type: "function" as const,
  function: { name, description, parameters },
}));

async function run(question: string): Promise<Message[]> {
  const messages: Message[] = [{ role: "user", content: question }];
  for (;;) {
    const reply = model(messages, declared);
    messages.push(reply);
    if (reply.role !== "assistant" || reply.tool_calls === undefined) return messages;
    for (const { id, function: call } of reply.tool_calls) {
      const tool = tools.find(({ name }) => name === call.name);
      const { text } = (await tool?.handler(JSON.parse(call.arguments))) ?? { text: `no tool ${call.name}` };
      messages.push({ role: "tool", tool_call_id: id, content: text });
    }
  }
}

/** Stands for the model: it knows what is in the messages, and nothing else. */
function model(messages: readonly Message[], tools: typeof declared): Message {
  const use = (name: string, args: object): Message => {
    assert.ok(tools.some((tool) => tool.function.name === name));
    const call = { name, arguments: JSON.stringify(args) };
    return {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `call_${messages.length}`, type: "function", function: call }],
    };
  };
  const seen = messages.at(-1)?.content ?? "";
  if (messages.length === 1) return use("inventory", {});
  const id = /"id":"([^"]+)"/.exec(seen)?.[1] ?? ""; // from the notice, then from the first line of an answer
  if (messages.length === 3) return use("read_result", { id, pointer: "/rows", from: 29_950 });
  const [line = "", json = "[]"] = seen.split("\n");
  const found = (JSON.parse(json) as typeof rows).find(({ name }) => name === "part number 30123");
  if (found !== undefined) return { role: "assistant", content: `There are ${found.stock} of part number 30123.` };
  return use("read_result", JSON.parse(line.slice(line.indexOf("{"))) as object); // it goes on where the line says
}

const messages = await run("How many of part number 30123 are there?");
const answer = messages.at(-1)?.content;
console.log(answer);
assert.ok(Buffer.byteLength(JSON.stringify({ rows })) > 5_000_000);
assert.equal(answer, `There are ${(30_123 * 7919) % 1000} of part number 30123.`);
assert.ok(messages.filter(({ role }) => role === "tool").length > 2);
for (const message of messages) if (message.role === "tool") assert.ok(Buffer.byteLength(message.content) <= 8192);
