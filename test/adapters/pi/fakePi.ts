/** pi as far as the extension sees it, for what a real one cannot be made to do. The real one is in test/e2e/pi. */
import type { PiApi, PiBlock, PiContext, PiToolResult, PiToolResultChange } from "../../../src/adapters/pi/types.js";

interface FakeContext {
  readonly cwd?: string;
  readonly sessionId?: string;
  readonly usage?: { readonly tokens: number | null; readonly contextWindow: number };
  readonly notes?: string[];
}

export function contextOf({ cwd = "/work", sessionId = "s1", usage, notes = [] }: FakeContext): PiContext {
  return {
    cwd,
    hasUI: true,
    model: { provider: "acme", id: "m" },
    ui: { notify: (message) => void notes.push(message) },
    sessionManager: { getSessionId: () => sessionId, getSessionFile: () => "/s.jsonl", getBranch: () => [] },
    getContextUsage: () => usage,
    isProjectTrusted: () => true,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a handler takes
type Handler = (event: any, ctx: PiContext) => Promise<any>;

export interface FakePi {
  /** The result as the next handler would get it. */
  result(event: Partial<PiToolResult> & { text?: string }): Promise<PiToolResult>;
  /** The messages of an assistant message's calls, after their results came in the order that is given. */
  batch(events: readonly (Partial<PiToolResult> & { text?: string })[], order?: readonly number[]): Promise<Message[]>;
  emit(name: string, event: object): Promise<unknown>;
  readonly notes: readonly string[];
}

export interface Message {
  readonly role: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: PiBlock[];
  readonly details?: unknown;
  readonly isError: boolean;
}

export function fakePi(
  extension: (pi: PiApi) => void,
  { settings = {}, ...context }: FakeContext & { settings?: object } = {},
): FakePi {
  const handlers = new Map<string, Handler>();
  const notes: string[] = [];
  const ctx = contextOf({ ...context, notes });
  extension({
    getSettings: () => settings,
    registerCommand: () => undefined,
    on: (name: string, handler: Handler) => handlers.set(name, handler),
  });
  const emit = async (name: string, event: object) => handlers.get(name)?.(event, ctx);

  async function result(partial: Partial<PiToolResult> & { text?: string }): Promise<PiToolResult> {
    const event = eventOf(partial);
    const change = (await emit("tool_result", event)) as PiToolResultChange | undefined;
    return { ...event, ...change };
  }

  return {
    notes,
    emit,
    result,
    async batch(events, order = events.map((_, index) => index)) {
      const all = events.map((event, index) => eventOf({ toolCallId: `call ${index}`, ...event }));
      const content = all.map(({ toolCallId: id }) => ({ type: "toolCall", id }));
      await emit("message_end", { message: { role: "assistant", content } });
      const finals: PiToolResult[] = [];
      for (const index of order) {
        const final = await result(all[index] as PiToolResult);
        finals[index] = final;
        await emit("tool_execution_end", { ...final, result: final });
      }
      const messages: Message[] = [];
      for (const { toolCallId, toolName, content, details, isError } of finals) {
        const message = { role: "toolResult", toolCallId, toolName, content, details, isError };
        const change = (await emit("message_end", { message })) as { message: Message } | undefined;
        messages.push(change?.message ?? message);
      }
      return messages;
    },
  };
}

function eventOf({ text, ...partial }: Partial<PiToolResult> & { text?: string }): PiToolResult {
  return {
    toolName: "bash",
    toolCallId: "call 0",
    input: {},
    content: [{ type: "text", text: text ?? "" }],
    details: undefined,
    isError: false,
    ...partial,
  };
}

export function textOf({ content }: { readonly content: readonly PiBlock[] }): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}
