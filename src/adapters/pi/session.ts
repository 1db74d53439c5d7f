/** What one session of pi needs: its settings, its store, the batch at work, and what was done so far. */
import { join } from "node:path";
import { createLedger, type Ledger } from "../../budget/ledger.js";
import { type Batch, createBatch, isComplete, isSame, isSameAllotment, provisional, seqOf } from "./batch/batch.js";
import { bytesIn, floorOf, settleBatch } from "./batch/settle.js";
import { type Free, freeOf, readUsage } from "./headroom.js";
import type { ResultLimits } from "./result/context.js";
import { takeOther } from "./result/other.js";
import { isPiTool, matches, ruleOf, type ToolRule } from "./result/rules.js";
import { takeToolResult } from "./result/take.js";
import type { Allotment, Shown, Taken } from "./result/types.js";
import type { PiSettings } from "./settings/keys.js";
import { openStore, type PiStore } from "./store.js";
import type { PiContext, PiToolResult } from "./types.js";

/** What was done in a session, for `/output-limits status`. */
export interface Counts {
  capped: number;
  /** Cuts of pi's own tools where the outer ceiling decided: pi itself lets through no more, so there should be none. */
  atCeiling: number;
  /** Results of which the whole could not be kept. */
  unsaved: number;
}

export interface Session {
  readonly id: string;
  readonly settings: PiSettings;
  /** All of pi's settings, for its reserve. */
  readonly piSettings: unknown;
  readonly store: PiStore;
  readonly counts: Counts;
  /** Whether results are bounded now. */
  isOn(): boolean;
  /** A message of the model that asks for calls. */
  begin(callIds: readonly string[]): void;
  /** What is free now, and what is known of it. */
  free(ctx: PiContext): Free | undefined;
  /**
   * A result that came, as it may be shown for now.
   *
   * @param isFinal - pi goes on with what it has: what is made of the result is known for when its message comes
   */
  take(event: PiToolResult, ctx: PiContext, isFinal: boolean): Promise<Shown>;
  /** Whether a result came, and pi still has what was left to it then. */
  knows(callId: string, content: unknown): boolean;
  /** The View for the session file, of a result that came before. */
  settle(callId: string): Promise<Shown | undefined>;
}

export interface SessionOptions {
  readonly id: string;
  readonly settings: PiSettings;
  /** All of pi's settings, for its reserve. */
  readonly piSettings: unknown;
  readonly agentDirectory: string;
  /** Results that the session had before. */
  readonly seq: number;
  /** Told of a result that could not be kept. */
  readonly onUnsaved: () => void;
}

export function createSession(options: SessionOptions): Session {
  const { id, settings, piSettings } = options;
  const store = openStore(join(options.agentDirectory, "output-limits"));
  const ledger: Ledger = createLedger({ ...settings, maxLines: undefined });
  const ceiling = bytesIn(settings.maxOutputTokens, settings);
  const counts: Counts = { capped: 0, atCeiling: 0, unsaved: 0 };
  let seq = options.seq;
  let batches = 0;
  let batch: Batch | undefined;

  const open = (callIds: readonly string[] | undefined): Batch => {
    if (batch !== undefined) ledger.close(batch.id);
    batch = createBatch(`batch ${++batches}`, callIds, seq);
    ledger.open(batch.id, callIds === undefined ? {} : { calls: callIds.length });
    return batch;
  };

  /** A call of which no message told: those share one batch, so that what they take adds up. */
  const batchOf = (callId: string): Batch =>
    batch === undefined || (batch.callIds !== undefined && !batch.callIds.includes(callId)) ? open(undefined) : batch;

  const free = (ctx: PiContext) => freeOf(readUsage(ctx, piSettings));

  const finish = (own: Batch, callId: string, shown: Shown) => {
    ledger.settle(own.id, callId, shown.bytes);
    if (shown.state === "passed" || shown.isLost) options.onUnsaved();
  };

  const count = (toolName: string, shown: Shown, allotment: Allotment) => {
    if (shown.state === "passed" || shown.isLost) counts.unsaved++;
    if (shown.state !== "capped") return;
    counts.capped++;
    if (allotment.isCeiling && isPiTool(toolName)) counts.atCeiling++;
  };

  return {
    id,
    settings,
    piSettings,
    store,
    counts,
    free,
    isOn: () => settings.enabled && process.env["PI_OUTPUT_LIMITS"]?.trim().toLowerCase() !== "off",
    begin(callIds) {
      open(callIds);
      seq += callIds.length;
    },
    async take(event, ctx, isFinal) {
      const { toolCallId: callId, toolName: tool } = event;
      const own = batchOf(callId);
      const rule = ruleOf(tool);
      const meta = { tool, callId, sessionId: id, seq: seqOf(own, callId) };
      if (own.callIds === undefined) seq++;
      const limits = limitsOf(rule, ceiling, settings.maxLines);
      const context = { store, meta, rule, limits };
      const taken = matches(tool, settings.tools)
        ? await takeToolResult(event, context)
        : untouched(event, takeOther(event, context));
      own.free ??= free(ctx);
      ledger.open(own.id, own.free === undefined ? {} : { headroom: own.free.headroom });
      const floorBytes = floorOf(own.free?.windowTokens ?? Infinity, own.callIds?.length ?? 1, settings);
      const allotment = provisional(ledger, own, callId, floorBytes, taken);
      const shown = await taken.show(allotment);
      const content = isFinal ? event.content : shown.content;
      own.calls.set(callId, { taken, content, allotment, shown, toolName: tool });
      finish(own, callId, shown);
      return shown;
    },
    async settle(callId) {
      const own = batch;
      const call = own?.calls.get(callId);
      if (own === undefined || call === undefined) return undefined;
      if (own.allotments === undefined && isComplete(own)) {
        own.allotments = await settleBatch(own, settings);
      }
      own.hasEnded = true;
      const allotment = own.allotments?.get(callId) ?? call.allotment;
      const shown = isSameAllotment(allotment, call.allotment) ? call.shown : await call.taken.show(allotment);
      finish(own, callId, shown);
      count(call.toolName, shown, allotment);
      return shown;
    },
    knows(callId, content) {
      const call = batch?.calls.get(callId);
      return call !== undefined && isSame(call.content, content);
    },
  };
}

function limitsOf(rule: ToolRule, ceiling: number, maxLines: number | undefined): ResultLimits {
  return {
    ceilingBytes: Math.min(ceiling, rule.maxBytes),
    maxLines: maxLines ?? rule.maxLines,
    // Lines that pi allows are of content alone; those that the user allows are of all.
    contentLines: (status) =>
      maxLines === undefined ? rule.maxLines : Math.max(1, maxLines - WORD_LINES - (status === "" ? 0 : STATUS_LINES)),
  };
}

/** A result that counts, and stays as it is. */
function untouched({ content, details }: PiToolResult, { bytes }: Taken): Taken {
  const shown: Shown = { content, details, bytes, state: "whole" };
  return { bytes, ceilingBytes: bytes, isFixed: true, keep: async () => undefined, show: async () => shown };
}

/** Our line before the content, and pi's behind it with an empty one between. */
const WORD_LINES = 3;
/** How a command ended, with an empty line before it. */
const STATUS_LINES = 2;
