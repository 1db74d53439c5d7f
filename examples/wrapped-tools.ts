// Tools of the Vercel AI SDK and of LangChain, bounded by wrapping them. The shapes are written down here as both document
// them, so that nothing has to be installed: they were not checked against the packages' own types.
import assert from "node:assert/strict";
import { type Bounder, boundContent, createBounder, type SpillSink } from "spillway";
import { memorySpill } from "spillway/spill";

/** A tool as `tool({ description, inputSchema, execute, toModelOutput })` of the AI SDK gives it back. */
interface AiTool<Input, Output> {
  description: string;
  inputSchema: unknown;
  execute(input: Input, options: { toolCallId: string; abortSignal?: AbortSignal }): Promise<Output>;
  toModelOutput?(result: { output: Output }): AiOutput;
}
type AiOutput =
  | { type: "text"; value: string }
  | { type: "json"; value: unknown }
  | { type: "content"; value: AiPart[] };
type AiPart = { type: "text"; text: string } | { type: "media"; data: string; mediaType: string };

/** A tool as `tool(run, { name, description, schema })` of LangChain gives it back; `responseFormat` keeps the whole apart. */
interface LangChainTool<Input> {
  name: string;
  description: string;
  invoke(input: Input, config?: { signal?: AbortSignal }): Promise<string>;
}

/** The program gets the whole output, the model its View. */
function boundAiTool<Input, Output>(
  tool: AiTool<Input, Output>,
  bounder: Bounder,
): AiTool<Input, { whole: Output; view: string }> {
  return {
    description: tool.description,
    inputSchema: tool.inputSchema,
    async execute(input, options) {
      let whole: Output | undefined;
      const run = bounder.tool(
        async () => {
          whole = await tool.execute(input, options);
          return typeof whole === "string" ? whole : { json: whole };
        },
        { meta: { callId: options.toolCallId } },
      );
      const view = await run();
      return { whole: whole as Output, view };
    },
    toModelOutput: ({ output }) => ({ type: "text", value: output.view }),
  };
}

/** The same for a tool whose output is parts of content: images stay, texts share what is left. */
function boundAiContent<Input>(tool: AiTool<Input, AiPart[]>, spill: SpillSink): AiTool<Input, AiPart[]> {
  return {
    ...tool,
    async execute(input, options) {
      const { content } = await boundContent(await tool.execute(input, options), { limits: { maxBytes: 8000 }, spill });
      return content as AiPart[];
    },
    toModelOutput: ({ output }) => ({ type: "content", value: output }),
  };
}

function boundLangChainTool<Input>(tool: LangChainTool<Input>, bounder: Bounder): LangChainTool<Input> {
  const run = bounder.tool((input: Input, config?: { signal?: AbortSignal }) => tool.invoke(input, config), {
    meta: { tool: tool.name },
  });
  return { ...tool, invoke: (input, config) => run(input, config) };
}

const spill = memorySpill();
const bounder = createBounder({ usage: () => ({ contextWindow: 32_000, usedTokens: 0 }), spill }); // 16,000 bytes a message
const options = { toolCallId: "call-1" };

const query = boundAiTool(
  {
    description: "Runs a query.",
    inputSchema: {},
    execute: async ({ count }: { count: number }) =>
      Array.from({ length: count }, (_, id) => ({ id, name: `row ${id}` })),
  },
  bounder,
);
const output = await query.execute({ count: 5000 }, options);
const shown = query.toModelOutput?.({ output });
assert.equal(output.whole.length, 5000);
assert.ok(shown?.type === "text" && Buffer.byteLength(shown.value) <= 16_000);
assert.match(output.view, /"row 4999"[\s\S]*\[spillway: .*complete output kept as spill:/);

const screenshot = boundAiContent(
  {
    description: "Shows a page.",
    inputSchema: {},
    execute: async () => [
      { type: "media", data: "iVBORw0KGgoAAAANSUhEUgAAAgAAAAIACAYAAAD0eNT6", mediaType: "image/png" }, // 512 × 512 pixels
      { type: "text", text: "a line of the page\n".repeat(2000) },
    ],
  },
  spill,
);
const [image, page] = await screenshot.execute({}, options);
assert.equal(image?.type, "media");
assert.ok(page?.type === "text" && Buffer.byteLength(page.text) <= 8000 && page.text.includes("at /content/1/text]"));

const grep = boundLangChainTool(
  { name: "grep", description: "Searches.", invoke: async (pattern: string) => `src/a.ts: ${pattern}\n`.repeat(3000) },
  bounder,
);
const views = await Promise.all([grep.invoke("one"), grep.invoke("two"), grep.invoke("three")]);
assert.ok(views.reduce((sum, view) => sum + Buffer.byteLength(view), 0) <= 16_000);
console.log(`3 tools: ${output.view.length}, ${page.text.length} and ${views.map(({ length }) => length)} chars`);
