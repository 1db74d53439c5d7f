// An agent loop whose model asks for several calls at once: their results share one allowance, the small ones stay whole.
import assert from "node:assert/strict";
import { type BatchResult, createBounder } from "spillway";
import { memorySpill } from "spillway/spill";

type Call = { id: string; name: string; args: Record<string, unknown> };
type Message =
  | { role: "user" | "assistant"; content: string; calls?: Call[] }
  | { role: "tool"; id: string; content: string };

const messages: Message[] = [{ role: "user", content: "Which of the four checks failed, and why?" }];
const usedTokens = () => Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
const bounder = createBounder({
  usage: () => ({ contextWindow: 40_000, reserveTokens: 8000, usedTokens: usedTokens() }),
  spill: memorySpill(),
  notice: { canRead: "tool" },
});

const log = (name: string, lines: number) =>
  Array.from({ length: lines }, (_, i) => `${name}: file ${i} … ok\n`).join("");
const checks: Record<string, string> = {
  format: "all files are formatted\n",
  lint: log("lint", 400),
  types: `${log("types", 5000)}types: file 5000: error TS2322\n${log("types", 5000)}`,
  test: log("test", 20_000),
};
const readers = bounder.readTools();

/** Runs the calls of one message at the same time, and bounds their results together. */
async function answer(calls: readonly Call[]): Promise<Message[]> {
  const batch = bounder.batch(calls.length);
  const results = await Promise.all(
    calls.map(async ({ id, name, args }): Promise<BatchResult> => {
      const reader = readers.find((tool) => tool.name === name);
      if (reader !== undefined) return { result: (await reader.handler(args)).text, isWindow: true };
      return { result: checks[name] ?? `no check ${name}`, meta: { tool: name, callId: id } };
    }),
  );
  const views = await batch.boundAll(results);
  return calls.map(({ id }, index) => ({ role: "tool", id, content: views[index]?.text ?? "" }));
}

/** Stands for the model: it knows what is in the messages, and nothing else. */
function model(): Message {
  const seen = messages.map(({ content }) => content).join("\n");
  if (messages.length === 1) {
    const calls = Object.keys(checks).map((name) => ({ id: `call-${name}`, name, args: {} }));
    return { role: "assistant", content: "", calls };
  }
  const error = /types: file \d+: error TS\d+/.exec(seen)?.[0];
  if (error !== undefined) return { role: "assistant", content: `The types: ${error}.` };
  const ids = [...seen.matchAll(/through read_result \{"id":"([^"]+)"\}/g)].map(([, id]) => id);
  const calls = ids.map((id, at) => ({ id: `search-${at}`, name: "search_result", args: { id, query: "error" } }));
  return { role: "assistant", content: "", calls };
}

for (;;) {
  const reply = model();
  messages.push(reply);
  if (reply.role !== "assistant" || reply.calls === undefined) break;
  messages.push(...(await answer(reply.calls)));
}

const [, , format, lint, types, test] = messages.map(({ content }) => content) as string[];
assert.equal(format, checks["format"]); // small: whole
assert.ok(Math.abs(Buffer.byteLength(types ?? "") - Buffer.byteLength(test ?? "")) < 100); // large: cut alike
const together = [format, lint, types, test].reduce((sum, text = "") => sum + Buffer.byteLength(text), 0);
assert.ok(together <= 16_000); // a quarter of 32,000 tokens, at 2 bytes a token
assert.equal(messages.at(-1)?.content, "The types: types: file 5000: error TS2322.");
console.log(`4 results in ${together} bytes; then ${messages.length - 8} searches: ${messages.at(-1)?.content}`);
