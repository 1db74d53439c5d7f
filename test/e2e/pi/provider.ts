/**
 * An extension for pi: a provider that answers by script, tools that pi has no limits for, and a record of each request. It
 * runs inside of pi.
 */
import { appendFileSync } from "node:fs";
import { fauxAssistantMessage, fauxProvider, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { ScriptedCall } from "./script.js";

export default function provider(pi: ExtensionAPI): void {
  const faux = fauxProvider({
    provider: "fake",
    models: [
      { id: "small", contextWindow: 40_000, maxTokens: 4096 },
      { id: "large", contextWindow: 1_000_000, maxTokens: 4096 },
    ],
  });
  pi.registerProvider(faux.provider);

  const turns: ScriptedCall[][] = [];
  let calls = 0;
  // A prompt is a script in JSON; the provider takes the next turn of it at each request.
  pi.on("input", (event) => {
    if (event.text.startsWith("[")) turns.push(...(JSON.parse(event.text) as ScriptedCall[][]));
    arm();
    return { action: "continue" };
  });

  function arm(): void {
    const answer = (context: { messages: readonly unknown[] }) => {
      appendFileSync(process.env["REQUEST_LOG"] ?? "requests.jsonl", `${JSON.stringify(context.messages)}\n`);
      const turn = turns.shift();
      faux.appendResponses([answer]);
      if (turn === undefined) return fauxAssistantMessage("done");
      const content = turn.map(({ name, args, id }) =>
        fauxToolCall(name, args as never, { id: id ?? `call_${++calls}` }),
      );
      return fauxAssistantMessage(content, { stopReason: "toolUse" });
    };
    faux.setResponses([answer]);
  }

  const parameters = { type: "object", properties: { size: { type: "number" } } } as never;
  pi.registerTool({
    name: "bulk",
    label: "bulk",
    description: "Prints lines.",
    parameters,
    async execute(_id, { size }: { size: number }) {
      const text = Array.from({ length: size }, (_, line) => `line ${line + 1} of the bulk tool`).join("\n");
      return { content: [{ type: "text", text }], details: { own: true } };
    },
  });
  pi.registerTool({
    name: "picture",
    label: "picture",
    description: "An image beside text.",
    parameters,
    executionMode: "sequential",
    async execute(_id, { size }: { size: number }) {
      const text = "caption\n".repeat(size);
      return {
        content: [
          { type: "text", text },
          { type: "image", data: PIXEL, mimeType: "image/png" },
          { type: "text", text: "end" },
        ],
        details: undefined,
      };
    },
  });
}

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
