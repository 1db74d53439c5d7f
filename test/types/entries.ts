// The declarations as they ship, for a consumer with neither Node's types nor the DOM's.
import {
  type Bound,
  type Bounded,
  type Bounder,
  boundBatch,
  boundContent,
  boundResult,
  boundText,
  computeBound,
  createBounder,
  createLedger,
  ERROR_LINES,
  headroom,
  isSpillError,
  mergeStreams,
  type Pin,
  type SpillState,
  type TextBlock,
} from "spillway";
import {
  type Bridge,
  createBridge,
  createScriptOutput,
  createScriptStore,
  fitDeclarations,
  type Outcome,
  projectError,
  selectable,
  transportLimits,
} from "spillway/code-mode";
import { createDecoder, type DetectedEncoding, detectBinary, type detectEncoding } from "spillway/encoding";
import { admitJson, createJsonStringMeter, type JsonMeasure, measureJson, type UnsupportedKind } from "spillway/json";
import { boundCallToolResult, boundClient, clientPreset, createMessageBounder } from "spillway/mcp";
import extension, { createPiExtension, type PiApi, type PiSettings } from "spillway/pi";
import { memorySpill, readSpill, type SpillRequest, type SpillSink, scoped, sweep } from "spillway/spill";
import { type FileSpill, fileSpill } from "spillway/spill/file";
import { type S3ClientLike, type S3Spill, s3Spill } from "spillway/spill/s3";
import { type SpillSinkCheck, spillSinkChecks } from "spillway/testing";
import { type Cut, type CutText, createCollector, cut, type Limits } from "spillway/text";
import { createTokenMeter, estimateTokens } from "spillway/tokens";

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function expectType<A, B>(_same: Equals<A, B>): void {}

expectType<ReturnType<typeof headroom>, number | undefined>(true);
expectType<ReturnType<typeof computeBound>, Bound>(true);

// A Bound is accepted wherever Limits are.
const limits: Limits = computeBound({ headroom: headroom({ contextWindow: 128_000, usedTokens: null }) });
expectType<typeof limits.maxTokens, number | undefined>(true);

const whole = cut("text", limits);
expectType<typeof whole, Cut>(true);
const bare = cut("text", { maxBytes: 3 }, { keep: "head", counts: false });
expectType<typeof bare, CutText>(true);
// @ts-expect-error: without counts there are no sizes
bare.total;
// @ts-expect-error: a union, not any word
cut("text", limits, { keep: "middle" });

const collector = createCollector({ limits });
collector.write(new Uint8Array(0), "stdout");
createTokenMeter({ bias: "expected" }).write("a");
const tokens: number = estimateTokens("a", { profile: "generic" });

const measured: JsonMeasure = measureJson({ a: 1 }, { maxBytes: 100, space: "\t", layers: 2 });
if (measured.ok) expectType<typeof measured.bytes, number>(true);
else if (measured.reason === "unsupported") expectType<typeof measured.kind, UnsupportedKind>(true);
else expectType<keyof typeof measured, "ok" | "reason" | "atLeast">(true);
const admitted = admitJson([], { trusted: true });
const json: string = admitted.ok ? admitted.text : admitted.reason;
createJsonStringMeter().write(json);
// @ts-expect-error: there are two layers
measureJson(1, { layers: 3 });

const sink: SpillSink = memorySpill({ overQuota: "fail" });
const files: FileSpill = fileSpill({ directory: "/tmp/x", layout: "flat" });
const asSink: SpillSink = files;
const ownSink: SpillSink = scoped(files, { sessionId: "s", ids: new Set<string>() });
const swept: Promise<number> = sweep(ownSink, { maxAgeDays: 7, retain: ["a"] }).then((report) => report.swept);

const objects: S3Spill = s3Spill({ client: {} as S3ClientLike, bucket: "b", prefix: "p/", key: new Uint8Array(32) });
const stillSink: SpillSink = objects;
// @ts-expect-error: a client that has no methods but send
s3Spill({ client: { send: async () => stillSink }, bucket: "b" });

// A store as such, one that is disposed of, one that takes its time, and one that takes quotas.
const checks: readonly SpillSinkCheck[] = spillSinkChecks(() => memorySpill());
spillSinkChecks(() => ({ sink: memorySpill(), dispose: () => undefined }));
spillSinkChecks(async () => ({ sink: memorySpill(), dispose: () => swept.then(() => undefined) }), { races: false });
spillSinkChecks((quotas) => memorySpill(quotas), { quotas: true });
spillSinkChecks(memorySpill);
// @ts-expect-error: no store
spillSinkChecks(() => ({ dispose: () => undefined }));
checks.map(({ name, run }) => run().then(() => name));

async function use(stdout: AsyncIterable<Uint8Array>): Promise<string> {
  const bounded: Bounded = await boundResult(mergeStreams({ stdout }), {
    limits,
    spill: sink,
    exitCode: Promise.resolve(1),
    notice: { canRead: "tool", toolName: "read_result" },
  });
  await boundResult("text", { limits, notice: false });
  expectType<Awaited<ReturnType<typeof boundBatch>>, Bounded[]>(true);
  await boundBatch(
    [
      { result: "text", isWindow: true },
      { result: mergeStreams({ stdout }), keep: "tail" },
    ],
    { headroom: 1 },
  );
  // @ts-expect-error -- a result is no text by itself
  await boundBatch(["text"]);

  const image = { type: "image", data: "AAAA", mimeType: "image/png" } as const;
  const { content } = await boundContent([image], { limits, priceMedia: ({ data }) => data.length });
  expectType<typeof content, readonly (typeof image | TextBlock)[]>(true);
  await boundContent([{ text: "Gemini" }, { inlineData: { data: "AAAA", mimeType: "image/png" } }], { limits });
  // @ts-expect-error -- no limits
  await boundContent([image], {});

  const bounder: Bounder = createBounder({ usage: () => ({ contextWindow: 1, usedTokens: null }) });
  const tool = bounder.tool(async (pattern: string, depth: number) => ({ json: { pattern, depth } }));
  expectType<typeof tool, (pattern: string, depth: number) => Promise<string>>(true);
  createLedger({ shareOfHeadroom: 0.5 }).open("message", { calls: 2, headroom: 10 });
  await boundResult({ json: { a: 1 } }, { limits });
  // @ts-expect-error: a number is no tool result
  await boundResult(1, { limits });
  const state: SpillState = bounded.spill;
  if (state.state !== "kept") return boundText("text", limits).text;
  let request: SpillRequest | undefined = {};
  while (request !== undefined) {
    const window = await readSpill(asSink, state.ref.id, request, limits);
    if ("gone" in window) return window.reason;
    request = window.next;
  }
  return state.ref.uri;
}

use({} as AsyncIterable<Uint8Array>).catch((error: unknown) => (isSpillError(error) ? error.code : tokens));

// A host of model-written programs, with neither Node nor an engine in sight.
const bridge: Bridge = createBridge({
  tools: { rows: { execute: async (args, { id }) => [args, id], list: { identity: ["id"], rows: "items" } } },
  output: createScriptOutput({ requestedTokens: "anything", spill: sink }),
  store: createScriptStore({ entries: [["a", "1"]] }),
  layers: 2,
});
bridge.call("rows", { length: 2, slice: () => "{}" }, (reply: string) => reply.length);
bridge.finish("{}").then((outcome: Outcome) => (outcome.ok ? outcome.value : outcome.error.recover[0]?.arguments));
fitDeclarations(bridge.tools, { previous: fitDeclarations([{ name: "a" }]) }).text.length;
const kind: "unsupported" | "capacity" | "failed" = projectError(1, { operation: "a" }).kind;
transportLimits.map(({ boundary, max = Infinity }) => `${boundary} ${max} ${kind}`);
selectable((args: { year: number }, user: string) => [args.year, user], { identity: [] })({ fields: [] }, "ada");
createBridge({ tools: { double: (args) => Number(args) * 2 } });
// @ts-expect-error: a tool is a function, or has one
createBridge({ tools: { a: 1 } });

async function host(): Promise<unknown> {
  const callTool = async (_params: { name: string }) => ({ content: [{ type: "text" as const, text: "a" }] });
  const { model } = await boundClient({ callTool }, { spill: sink }).callTool({ name: "a" });
  expectType<typeof model, { content: { type: "text"; text: string }[] }>(true);
  const clientBytes: number | undefined = clientPreset("claude-code")?.maxEncodedBytes;
  const told: unknown = createMessageBounder({ spill: sink }).fromServer({ method: String(clientBytes) });
  // @ts-expect-error: a result is an object
  return boundCallToolResult(told);
}

host().catch(() => undefined);

// Extensions of pi, for any pi that has its hooks.
const defaults: Partial<PiSettings> = { tools: ["bash", "mcp__*"] };
for (const install of [extension, createPiExtension({ defaults })])
  expectType<Parameters<typeof install>[0], PiApi>(true);
// @ts-expect-error: a share is a number
createPiExtension({ defaults: { shareOfHeadroom: "half" } });

// Lines to keep are told by any of three kinds of rules; a decoder is made for each stream.
const pin: Pin = ["FATAL", ERROR_LINES, { find: (line) => (line === "" ? undefined : { start: 0, end: 1 }) }];
expectType<ReturnType<typeof detectEncoding>, DetectedEncoding>(true);
detectBinary(new Uint8Array())?.mediaType.startsWith("image/");
export const pinned = boundResult("", { limits, pin, clean: { invisible: "show" }, decode: () => createDecoder() });
// @ts-expect-error: a number is no rule
boundText("", limits, { pin: 1 });
