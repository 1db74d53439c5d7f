/** What the conformance suite asks a server to have: its tools, resources and prompts, by their names. */
import type { ServerContext } from "@modelcontextprotocol/server";

export type Json = Record<string, unknown>;
export type Answer = Json | Promise<Json>;

/** A call, of a tool or of a prompt. */
export interface Call {
  readonly args: Json;
  readonly params: Json;
  readonly context: ServerContext;
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const STATE = "signed-by-the-fixture";

const text = (words: string): Json => ({ type: "text", text: words });
const image = { type: "image", data: PNG, mimeType: "image/png" };
const says = (...content: Json[]): Json => ({ content });
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
const form = (properties: Json, required: string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});

const elicit = (message: string, properties: Json) => ({
  method: "elicitation/create",
  params: { message, requestedSchema: form(properties) },
});
const sample = (words: string, maxTokens: number) => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: text(words) }], maxTokens },
});
const NAME = { name: { type: "string" } };
const ROOTS = { method: "roots/list", params: {} };

/** Asks until all is answered. */
const asks = (inputRequests: Json, requestState?: string): Json => ({
  resultType: "input_required",
  inputRequests,
  ...(requestState === undefined ? {} : { requestState }),
});
const answersOf = ({ params }: Call): Json | undefined => params["inputResponses"] as Json | undefined;
const has = (call: Call, ...names: string[]) => names.every((name) => answersOf(call)?.[name] !== undefined);

class Refused extends Error {
  readonly code: number;
  readonly data: Json;

  constructor(message: string, code = -32_602, data: Json = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

function capabilitiesOf(params: Json): Json {
  const meta = (params["_meta"] ?? {}) as Json;
  return (meta["io.modelcontextprotocol/clientCapabilities"] ?? {}) as Json;
}

export const TOOLS: Readonly<Record<string, (call: Call) => Answer>> = {
  test_simple_text: () => says(text("This is a simple text response for testing.")),
  test_image_content: () => says(image),
  test_audio_content: () => says({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: () =>
    says({
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    }),
  test_multiple_content_types: () =>
    says(text("Multiple content types test:"), image, {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: '{"test":"data","value":123}',
      },
    }),
  test_error_handling: () => ({ ...says(text("This tool intentionally returns an error for testing")), isError: true }),
  async test_tool_with_logging({ context }) {
    for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await context.mcpReq.log("info", words);
      await pause();
    }
    return says(text("logged"));
  },
  async test_tool_with_progress({ context, params }) {
    const { progressToken } = (params["_meta"] ?? {}) as { progressToken?: string | number };
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await context.mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      }
      await pause();
    }
    return says(text(String(progressToken)));
  },
  async test_sampling({ args, context }) {
    const { params } = sample(String(args["prompt"]), 100);
    const { content } = await context.mcpReq.requestSampling(params as never);
    return says(text(`LLM response: ${JSON.stringify(content)}`));
  },
  async test_elicitation({ args, context }) {
    const requestedSchema = form({ username: { type: "string" }, email: { type: "string" } });
    const { action, content } = await context.mcpReq.elicitInput({
      message: String(args["message"]),
      requestedSchema,
    } as never);
    return says(text(`User response: action=${action}, content=${JSON.stringify(content)}`));
  },
  test_elicitation_sep1034_defaults: ({ context }) =>
    elicited(context, {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    }),
  test_elicitation_sep1330_enums: ({ context }) => {
    const titled = (names: string[]) => names.map((name, index) => ({ const: `value${index + 1}`, title: name }));
    const titles = ["First Option", "Second Option", "Third Option"];
    const options = ["option1", "option2", "option3"];
    return elicited(context, {
      untitledSingle: { type: "string", enum: options },
      titledSingle: { type: "string", oneOf: titled(titles) },
      legacyEnum: {
        type: "string",
        enum: ["opt1", "opt2", "opt3"],
        enumNames: ["Option One", "Option Two", "Option Three"],
      },
      untitledMulti: { type: "array", items: { type: "string", enum: options } },
      titledMulti: { type: "array", items: { anyOf: titled(["First Choice", "Second Choice", "Third Choice"]) } },
    });
  },
  test_missing_capability: ({ params }) => {
    if (capabilitiesOf(params)["sampling"] !== undefined) return says(text("declared"));
    throw new Refused("sampling is not declared", -32_021, { requiredCapabilities: { sampling: {} } });
  },
  test_streaming_elicitation: (call) =>
    has(call, "user_name") ? says(text("done")) : asks({ user_name: elicit("What is your name?", NAME) }),
  async test_logging_tool({ context }) {
    await context.mcpReq.log("info", "working");
    return says(text("logged"));
  },
  test_input_required_result_elicitation: (call) =>
    has(call, "user_name") ? says(text("Hello, Alice!")) : asks({ user_name: elicit("What is your name?", NAME) }),
  test_input_required_result_sampling: (call) =>
    has(call, "capital_question")
      ? says(text(JSON.stringify(answersOf(call))))
      : asks({ capital_question: sample("What is the capital of France?", 100) }),
  test_input_required_result_list_roots: (call) =>
    has(call, "client_roots") ? says(text(JSON.stringify(answersOf(call)))) : asks({ client_roots: ROOTS }),
  test_input_required_result_request_state: (call) =>
    has(call, "confirm") && call.params["requestState"] === STATE
      ? says(text("state-ok"))
      : asks({ confirm: elicit("Please confirm", { ok: { type: "boolean" } }) }, STATE),
  test_input_required_result_multiple_inputs: (call) =>
    has(call, "user_name", "greeting", "client_roots")
      ? says(text(JSON.stringify(answersOf(call))))
      : asks(
          {
            user_name: elicit("What is your name?", NAME),
            greeting: sample("Generate a greeting", 50),
            client_roots: ROOTS,
          },
          STATE,
        ),
  test_input_required_result_multi_round(call) {
    if (has(call, "step2")) return says(text(JSON.stringify(answersOf(call))));
    if (has(call, "step1"))
      return asks(
        { step2: elicit("Step 2: What is your favorite color?", { color: { type: "string" } }) },
        `${STATE}-2`,
      );
    return asks({ step1: elicit("Step 1: What is your name?", NAME) }, STATE);
  },
  test_input_required_result_tampered_state(call) {
    const { requestState } = call.params;
    if (requestState === undefined)
      return asks({ confirm: elicit("Please confirm", { ok: { type: "boolean" } }) }, STATE);
    if (requestState !== STATE) throw new Refused("requestState is not the one that was given out");
    return says(text("state-ok"));
  },
  test_input_required_result_capabilities({ params }) {
    const capabilities = capabilitiesOf(params);
    return asks({
      ...(capabilities["elicitation"] === undefined ? {} : { user_name: elicit("What is your name?", NAME) }),
      ...(capabilities["sampling"] === undefined ? {} : { greeting: sample("Generate a greeting", 50) }),
    });
  },
};

async function elicited(context: ServerContext, properties: Json): Promise<Json> {
  const requestedSchema = form(properties, []);
  const { action, content } = await context.mcpReq.elicitInput({ message: "Please fill in", requestedSchema } as never);
  return says(text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`));
}

export const RESOURCES: Readonly<Record<string, Json>> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
  "test://watched-resource": { mimeType: "text/plain", text: "watched" },
};

export function templateResource(uri: string): Json | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  return { mimeType: "application/json", text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
}

const user = (content: Json): Json => ({ role: "user", content });

export const PROMPTS: Readonly<Record<string, { readonly args: readonly string[]; get(call: Call): Json }>> = {
  test_simple_prompt: { args: [], get: () => ({ messages: [user(text("This is a simple prompt for testing."))] }) },
  test_prompt_with_arguments: {
    args: ["arg1", "arg2"],
    get: ({ args }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${String(args["arg1"])}', arg2='${String(args["arg2"])}'`))],
    }),
  },
  test_prompt_with_embedded_resource: {
    args: ["resourceUri"],
    get: ({ args }) => ({
      messages: [
        user({
          type: "resource",
          resource: {
            uri: args["resourceUri"],
            mimeType: "text/plain",
            text: "Embedded resource content for testing.",
          },
        }),
        user(text("Please process the embedded resource above.")),
      ],
    }),
  },
  test_prompt_with_image: {
    args: [],
    get: () => ({ messages: [user(image), user(text("Please analyze the image above."))] }),
  },
  test_input_required_result_prompt: {
    args: [],
    get: (call) =>
      has(call, "user_context")
        ? { messages: [user(text(JSON.stringify(answersOf(call))))] }
        : asks({ user_context: elicit("What context should the prompt use?", { context: { type: "string" } }) }),
  },
};
