import { isSpillError } from "../../../spill/error.js";
import { boundFields } from "../boundCallToolResult.js";
import { fitsEncoded } from "../encoded.js";
import { type Fields, isFields } from "../types.js";
import { cacheable, clientNameOf, type Era, eraOf, INTERNAL_ERROR, METHOD_NOT_FOUND, metaOf } from "./era.js";
import { boundError, LEAST_ERROR_BYTES } from "./errors.js";
import { createLimits } from "./limits.js";
import { type McpConnectionOptions, resolveConnection } from "./options.js";
import { callOwn, LEAST_TOOL_BYTES, listed, toolsFor } from "./ownTools.js";
import { boundTask, type CallFacts, createPending, type Pending } from "./pending.js";
import { isSpillUri, readResource, SPILL_TEMPLATE } from "./resources.js";
import { createToolList } from "./toolList.js";

/** What becomes of a message of the client. Of a batch, a part can be either. @public */
export interface FromClient {
  /** For the server: the same object where nothing was taken out of it. Absent if nothing is left for it. */
  readonly forward?: unknown;
  /** For the client, when it is there: never rejects. Absent if nothing is answered here. */
  readonly answer?: Promise<unknown>;
}

/** Bounds what passes between a client and a server. @public */
export interface MessageBounder {
  /** Takes a message of the client, at once: messages stay in their order. */
  fromClient(message: unknown): FromClient;
  /**
   * Takes a message of the server: the same object, at once, where nothing has to change (then the original bytes can go on),
   * else the message to send in its place, or a promise of it, which never rejects: with `onSpillFailure: "throw"`, a failure
   * of the store becomes an error of JSON-RPC.
   */
  fromServer(message: unknown): unknown;
}

/**
 * Bounds a connection message by message: what `boundTransport` and `spillway mcp` are made of. It reads and writes nothing
 * but the Spill; messages are parsed JSON, in either era of the protocol, batches included. One for each connection.
 *
 * - A message of the client: send `forward`, if there is one, to the server; send what `answer` resolves to, if there is one,
 *   to the client. Calls of the added tools and reads of `spill://` are answered here.
 * - A message of the server: send what `await fromServer(message)` gives to the client. If it is the same object, send the
 *   bytes that came. Do not let a promise hold up the messages behind it; responses may pass each other.
 *
 * Changed are: results of `tools/call`, also of tasks (`tasks/result`, `tasks/get`, `notifications/tasks`), texts of errors,
 * the listings of tools and resource templates, and the capabilities of a server with tools. Nothing else is.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * const bounder = createMessageBounder({ spill });
 * const { forward, answer } = bounder.fromClient(JSON.parse(line));
 * if (forward !== undefined) toServer(line);
 * answer?.then(toClient);
 * ```
 * @public
 */
export function createMessageBounder(options: McpConnectionOptions = {}): MessageBounder {
  const settings = resolveConnection(options);
  const { spill } = settings;
  const pending = createPending();
  const limits = createLimits(settings);
  const tools = createToolList({
    namings: settings.namings,
    policyOf: settings.policyOf,
    listOwn: (names) => (spill === undefined ? [] : toolsFor(spill, names, LEAST_TOOL_BYTES).map(listed)),
  });
  const readsResources = settings.resources;

  function request(message: Fields, method: string, id: unknown): FromClient {
    const { params } = message;
    const fields = isFields(params) ? params : {};
    const era = eraOf(params);
    limits.note(clientNameOf(method, params));
    const own = ownAnswer(method, fields, era);
    if (own !== undefined) {
      const broken = { error: { code: INTERNAL_ERROR, message: "the store failed" } };
      return { answer: own.catch(() => broken).then((body) => ({ jsonrpc: "2.0", id, ...body })) };
    }
    const tool = typeof fields["name"] === "string" ? fields["name"] : undefined;
    const client = clientNameOf(method, params);
    pending.add(id, {
      method,
      era,
      params: fields,
      tool: method === "tools/call" ? tool : undefined,
      client,
      meta: metaOf(params),
      callId: String(id),
    });
    return { forward: message };
  }

  /** The answer to what is asked of us, not of the server. */
  function ownAnswer(method: string, params: Fields, era: Era): Promise<Fields> | undefined {
    if (spill === undefined) return undefined;
    const maxBytes = limits.ofOwn(params);
    const { names } = tools;
    if (
      method === "tools/call" &&
      names !== undefined &&
      (params["name"] === names.read || params["name"] === names.search)
    ) {
      const call = { name: params["name"], args: params["arguments"], era, maxBytes };
      return callOwn(spill, names, call).then((result) => ({ result }));
    }
    const { uri } = params;
    if (method !== "resources/read" || !readsResources || !isSpillUri(uri)) return undefined;
    return readResource(spill, names ?? ANY_NAMES, { uri, era, maxBytes });
  }

  function clientMessage(message: unknown): FromClient {
    if (!isFields(message) || typeof message["method"] !== "string") return { forward: message };
    const { method, id } = message;
    return id === undefined ? { forward: message } : request(message, method, id);
  }

  function clientBatch(messages: readonly unknown[]): FromClient {
    const parts = messages.map(clientMessage);
    const answers = parts.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
    if (answers.length === 0) return { forward: messages };
    const forward = parts.flatMap((part) => ("forward" in part ? [part.forward] : []));
    return { ...(forward.length > 0 ? { forward } : {}), answer: Promise.all(answers) };
  }

  function serverMessage(message: unknown): unknown {
    if (!isFields(message)) return message;
    if (typeof message["method"] === "string") return notification(message, message["method"]);
    const asked = pending.take(message["id"]);
    if (isFields(message["error"])) return failure(message, message["error"], asked);
    const { result } = message;
    if (asked === undefined || !isFields(result)) return message;
    return replaced(message, "result", result, rewrite(result, asked));
  }

  function notification(message: Fields, method: string): unknown {
    const { params } = message;
    if (method !== "notifications/tasks" || !isFields(params)) return message;
    return replaced(message, "params", params, boundTask(params, pending.callOf(params["taskId"]), bound));
  }

  function failure(message: Fields, error: Fields, asked: Pending | undefined): unknown {
    const list = readsResources && error["code"] === METHOD_NOT_FOUND && asked !== undefined ? asked : undefined;
    if (list?.method === "resources/list") return success(message, { resources: [] }, list.era);
    if (list?.method === "resources/templates/list")
      return success(message, { resourceTemplates: [SPILL_TEMPLATE] }, list.era);
    const given = limits.optionsFor(asked ?? NO_CALL, tools);
    const options = { ...given, maxBytes: Math.max(given.maxBytes, LEAST_ERROR_BYTES) };
    return fitsEncoded(error, options.maxBytes)
      ? message
      : boundError(error, options).then((bounded) => ({ ...message, error: bounded }));
  }

  /** What a result becomes; the same object where nothing does. */
  function rewrite(result: Fields, asked: Pending): Fields | Promise<Fields> {
    switch (asked.method) {
      case "initialize":
      case "server/discover":
        return withResources(result);
      case "tools/list":
        return tools.rewrite(result, asked.params["cursor"] === undefined);
      case "resources/templates/list":
        return withTemplate(result);
      case "tools/call":
        pending.noteTask(result, asked);
        return bound(result, asked);
      case "tasks/result":
        return bound(result, pending.callOf(asked.params["taskId"]) ?? asked);
      case "tasks/get":
        return boundTask(result, pending.callOf(asked.params["taskId"]) ?? asked, bound);
      default:
        return result;
    }
  }

  function bound(result: Fields, call: CallFacts): Fields | Promise<Fields> {
    // Not yet a result: a question to the client, or a task to ask for it.
    const { resultType } = result;
    if (resultType === "input_required" || resultType === "task") return result;
    if (isFields(result["task"]) && result["content"] === undefined) return result;
    const options = limits.optionsFor(call, tools);
    if (fitsEncoded(result, options.maxBytes)) return result;
    return boundFields(result, options).then((bounded) => bounded.result);
  }

  function withResources(result: Fields): Fields {
    const { capabilities } = result;
    if (!readsResources || !isFields(capabilities) || capabilities["tools"] === undefined) return result;
    if (capabilities["resources"] !== undefined) return result;
    return { ...result, capabilities: { ...capabilities, resources: {} } };
  }

  function withTemplate(result: Fields): Fields {
    const { resourceTemplates, nextCursor } = result;
    if (!readsResources || !Array.isArray(resourceTemplates) || nextCursor !== undefined) return result;
    return { ...result, resourceTemplates: [...resourceTemplates, SPILL_TEMPLATE] };
  }

  return {
    fromClient: (message) => (Array.isArray(message) ? clientBatch(message) : clientMessage(message)),
    fromServer(message) {
      if (!Array.isArray(message)) return serverMessage(message);
      const parts = message.map(serverMessage);
      if (parts.every((part, index) => part === message[index])) return message;
      return Promise.all(parts).then((all) => (all.every((part, index) => part === message[index]) ? message : all));
    },
  };
}

function success({ jsonrpc, id }: Fields, result: Fields, era: Era): Fields {
  return { jsonrpc, id, result: cacheable(result, era) };
}

/** The message with one field replaced, now or later; the same object where the field stays the same. */
function replaced(message: Fields, name: string, before: Fields, after: Fields | Promise<Fields>): unknown {
  const put = (value: Fields) => (value === before ? message : { ...message, [name]: value });
  return after instanceof Promise ? after.then(put, (error: unknown) => failed(message, error)) : put(after);
}

/** For `onSpillFailure: "throw"`: whoever waits for a response gets one. A task can be asked for again. */
function failed({ jsonrpc, id, method, params }: Fields, error: unknown): Fields {
  if (id === undefined) return { jsonrpc, method, params: { ...(params as Fields), result: undefined } };
  const message = isSpillError(error) ? error.message : "the store failed";
  return { jsonrpc, id, error: { code: INTERNAL_ERROR, message } };
}

/** A resource is read by its address; the names of tools are only in what is replaced by it. */
const ANY_NAMES = { read: "read_result", search: "search_result" };
const NO_CALL: CallFacts = { tool: undefined, client: undefined, meta: undefined, callId: "error" };
