import { checkMethods, checkObject, checkString } from "../../../internal/check.js";
import type { Layers } from "../../../json/types.js";
import { checkMeta } from "../../../spill/arguments.js";
import { scoped } from "../../../spill/scoped.js";
import type { SpillMeta, SpillSink } from "../../../spill/types.js";
import { describeLimits, resolveBridgeLimits } from "../limits.js";
import { preludeOf } from "../prelude/prelude.js";
import { type Arguments, admitText, admitValue } from "./arguments.js";
import { createEmitter } from "./emit.js";
import { createErrors } from "./errors.js";
import { readTool } from "./readTool.js";
import { createRecords, type OpenRecord } from "./records.js";
import { factsOf, replyOf } from "./reply.js";
import { type Answer, type CallSetting, runCall } from "./runCall.js";
import { takeReturn } from "./takeReturn.js";
import { type ResolvedTool, resolveTool } from "./tool.js";
import type { Bridge, BridgeOptions } from "./types.js";

/**
 * Creates a {@link Bridge}: what crosses between a host and a program in a sandbox is JSON text, measured before it is
 * encoded or copied, and what is too large comes back as an error that says how to get on in the same program.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * const bridge = createBridge({ tools: { rows: { execute: () => rows, list: { identity: ["id"] } } }, spill });
 * const { ok, value, error } = JSON.parse(await bridge.call("rows", '{"fields":["id"]}'));
 * ```
 * @public
 */
export function createBridge(options: BridgeOptions): Bridge {
  checkObject("options", options);
  checkFunctions(options);
  const { meta = {}, readTool: readName = "read_result", layers = 1, signal, now, output, store } = options;
  const limits = resolveBridgeLimits(options.limits);
  const spill = options.spill === undefined ? undefined : ownSpills(options.spill, meta);
  const tools = resolveTools(options, checkString("readTool", readName), spill, limits.maxResultBytes);
  const records = createRecords(now);
  const errors = createErrors(limits.maxErrorBytes);
  const budget = { leftBytes: limits.maxTotalBytes };
  const setting: CallSetting = {
    limits,
    budget,
    layers: checkLayers(layers),
    spill,
    readTool: readName,
    meta: checkMeta(meta),
    signal,
  };
  let isClosed = false;

  async function answer(operation: string, admit: () => Arguments): Promise<{ answer: Answer; record?: OpenRecord }> {
    if (isClosed || records.count >= limits.maxCalls) {
      records.pass();
      const error = isClosed
        ? errors.isOver(operation)
        : errors.tooManyCalls(operation, records.count, limits.maxCalls);
      return { answer: { ok: false, isRefusal: true, error } };
    }
    const record = records.open(operation);
    const args = admit();
    if ("error" in args) return { answer: { ok: false, isRefusal: true, error: args.error }, record };
    record.set({ argumentBytes: args.bytes });
    const tool = tools.get(operation);
    if (tool !== undefined) return { answer: await runCall(tool, args.value, record.id, setting), record };
    const error = errors.unknownTool(operation, [...tools.keys()]);
    return { answer: { ok: false, isRefusal: false, error }, record };
  }

  return {
    async call(tool, args, deliver) {
      const operation = String(tool);
      const { answer: given, record } = await answer(operation, () => admitText(operation, args, limits));
      const reply = replyOf(given, record?.id);
      if (!given.ok && record !== undefined) errors.remember(record.id, given.error);
      try {
        await deliver?.(reply);
        record?.settle(factsOf(given));
      } catch {
        record?.settle({ ...factsOf(given), status: "undelivered", deliveredBytes: 0 });
      }
      return reply;
    },
    async invoke(tool, args) {
      const operation = String(tool);
      const { answer: given, record } = await answer(operation, () => admitValue(operation, args, limits));
      record?.settle(factsOf(given));
      if (!given.ok) return { ok: false, error: given.error };
      return { ok: true, value: given.text === undefined ? undefined : JSON.parse(given.text) };
    },
    emit: createEmitter({ output, store, maxErrorBytes: limits.maxErrorBytes }),
    finish: async (reply) => takeReturn(reply, { limits, output, rememberedError: errors.recall }),
    prelude: preludeOf([...tools.keys()], limits, { output, store }),
    tools: [...tools.values()].map(({ execute, ...tool }) => tool),
    transportLimits: describeLimits(
      limits,
      { output, store },
      options.limits === undefined ? "spillway/code-mode" : "of this host",
      layers,
    ),
    records: () => records.all(),
    close() {
      isClosed = true;
      records.cancel();
    },
  };
}

function resolveTools(
  { tools, regex }: BridgeOptions,
  readName: string,
  spill: SpillSink | undefined,
  maxBytes: number,
): ReadonlyMap<string, ResolvedTool> {
  const entries = Object.entries(checkObject("tools", tools) as BridgeOptions["tools"]);
  const resolved = new Map(entries.map(([name, tool]) => [name, resolveTool(name, tool)]));
  if (spill === undefined) return resolved;
  if (resolved.has(readName)) throw new TypeError(`tools must not have ${readName}, which is the name of readTool`);
  return resolved.set(readName, resolveTool(readName, readTool(spill, maxBytes, regex)));
}

/** The guest reads what is its own: the Spills of its session, or else those of its bridge. */
function ownSpills(spill: SpillSink, { sessionId }: SpillMeta): SpillSink {
  checkMethods("spill", spill, ["create", "stat", "read", "remove", "list"]);
  return scoped(spill, sessionId === undefined ? { ids: [] } : { sessionId });
}

function checkFunctions({ regex, now }: BridgeOptions): void {
  for (const [name, value] of Object.entries({ regex, now })) {
    if (value !== undefined && typeof value !== "function") throw new TypeError(`${name} must be a function`);
  }
}

function checkLayers(layers: unknown): Layers {
  if (layers === 1 || layers === 2) return layers;
  throw new RangeError(`layers must be 1 or 2`);
}
