// An agent loop with Anthropic's message shapes: the model answers from the middle of a 5 MB result, through tools alone.
import assert from "node:assert/strict";
import { boundResult, readTools } from "spillway";
import { linearRegex } from "spillway/regex";
import { memorySpill, scoped } from "spillway/spill";

type ToolUse = { type: "tool_use"; id: string; name: string; input: object };
type ToolResult = { type: "tool_result"; tool_use_id: string; content: string; is_error?: boolean };
type Text = { type: "text"; text: string };
type Message = { role: "user" | "assistant"; content: string | (ToolUse | ToolResult | Text)[] };

const sink = memorySpill();
const sessionId = "demo";
const limits = { maxBytes: 8192 };
const log = Array.from({ length: 130_000 }, (_, i) =>
  i === 45_678
    ? "deploy 45678 FAILED: certificate of db-7 expired"
    : `deploy ${i} finished: all ${i % 97} checks passed`,
).join("\n");

const deployLog = {
  name: "deploy_log",
  description: "The log of all deployments.",
  inputSchema: { type: "object" },
  // A tool of the harness: its result is bounded before the model sees it.
  async handler() {
    const notice = { canRead: "tool" } as const;
    const { text } = await boundResult(log, { limits, spill: sink, meta: { tool: "deploy_log", sessionId }, notice });
    return { text, isError: false };
  },
};
// The tools of spillway bound their own answers; they see this session's results alone.
const tools = [deployLog, ...readTools(scoped(sink, { sessionId }), { limits, regex: linearRegex })];
const declared = tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));

async function run(question: string): Promise<Message[]> {
  const messages: Message[] = [{ role: "user", content: question }];
  for (;;) {
    const content = model(messages, declared);
    messages.push({ role: "assistant", content });
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return messages;
    const results: ToolResult[] = [];
    for (const { id, name, input } of calls) {
      const tool = tools.find((tool) => tool.name === name);
      const { text, isError } = (await tool?.handler(input)) ?? { text: `no tool ${name}`, isError: true };
      results.push({ type: "tool_result", tool_use_id: id, content: text, is_error: isError });
    }
    messages.push({ role: "user", content: results });
  }
}

/** Stands for the model: it knows what is in the messages, and nothing else. */
function model(messages: readonly Message[], tools: readonly { name: string }[]): (ToolUse | Text)[] {
  const use = (name: string, input: object): ToolUse[] => {
    assert.ok(tools.some((tool) => tool.name === name));
    return [{ type: "tool_use", id: `toolu_${messages.length}`, name, input }];
  };
  const last = messages.at(-1)?.content;
  const seen = typeof last === "object" && last[0]?.type === "tool_result" ? last[0].content : "";
  if (messages.length === 1) return use("deploy_log", {});
  const id = /"id":"([^"]+)"/.exec(seen)?.[1]; // from the notice
  if (messages.length === 3) return use("search_result", { id, query: "FAILED|ERROR", regex: true });
  const [, cause] = /FAILED: (.*)/.exec(seen) ?? [];
  return [{ type: "text", text: `It failed because the ${cause}.` }];
}

const messages = await run("Why did a deployment fail?");
const answer = messages.at(-1)?.content;
console.log(JSON.stringify(answer));
assert.ok(Buffer.byteLength(log) > 5_000_000);
assert.deepEqual(answer, [{ type: "text", text: "It failed because the certificate of db-7 expired." }]);
for (const { content } of messages.filter(({ role }) => role === "user").slice(1)) {
  for (const block of content)
    assert.ok(typeof block === "object" && "content" in block && Buffer.byteLength(block.content) <= 8192);
}
