import type { Usage } from "../budget/headroom.js";
import type { BoundPolicy } from "../budget/policy.js";
import { checkObject } from "../internal/check.js";
import { utf8Length } from "../text/size.js";
import type { BatchResult } from "./batch/boundTogether.js";
import { batchOpener, type OpenBatch } from "./batch/openBatch.js";
import { overlaid } from "./batch/plan.js";
import { resolveResult, resolveView } from "./options.js";
import { type ReadToolsOptions, readTools, type ToolDefinition } from "./readTools.js";
import { boundThrown } from "./thrown.js";
import type { Bounded, BoundOptions, ToolResult } from "./types.js";

/** Options of `createBounder`: how much results may take, and how their Views are made. @public */
export interface BounderOptions extends Omit<BoundPolicy, "maxLines">, Partial<BoundOptions> {
  /**
   * What is known of the context window now, not a promise of it: read when a batch begins, before any of its results.
   * Without it, and where it throws, calls are blind: each has the outer ceiling.
   */
  readonly usage?: (() => Usage) | undefined;
}

/** What is special about one call: its options win over those of the Bounder. @public */
export type CallOptions = Partial<BoundOptions>;

/** The results of one assistant message. @public */
export interface BounderBatch {
  /** Bounds a result as it comes: what the others leave, divided by the calls that are still to come. */
  bound(result: ToolResult, call?: CallOptions): Promise<Bounded>;
  /** Bounds results when all are there: small ones stay whole, the largest are cut alike. See `boundBatch`. */
  boundAll(results: readonly BatchResult[]): Promise<Bounded[]>;
  /** Counts something that the model gets besides and that is no call of the batch, such as a window read back; bytes. */
  charge(bytes: number): void;
  /** What is left of the allowance, in bytes; `undefined` = blind. */
  readonly leftBytes: number | undefined;
}

/** A harness's one place for results. @public */
export interface Bounder {
  /**
   * Begins the batch of one assistant message.
   *
   * @param calls - how many calls the message asks for; unknown if absent
   */
  batch(calls?: number): BounderBatch;
  /** Bounds the result of a message that asked for one call. */
  bound(result: ToolResult, call?: CallOptions): Promise<Bounded>;
  /**
   * A tool whose result is its View. Calls that run at the same time share one batch: where a tool runs on in the background
   * of other messages, `batch` tells better what belongs together. What the tool throws is thrown on; if its message is not
   * its own View, an error with the View is thrown, whose `cause` it is.
   */
  tool<A extends readonly unknown[]>(
    run: (...args: A) => ToolResult | Promise<ToolResult>,
    call?: CallOptions,
  ): (...args: A) => Promise<string>;
  /**
   * The tools that read what Views left out. Their answers are charged to the calls that run at the same time.
   *
   * @throws TypeError without a store
   */
  readTools(options?: ReadToolsOptions): [read: ToolDefinition, search: ToolDefinition];
}

/**
 * Joins what a harness needs: the Headroom is read when a message's calls begin, the calls share an allowance of it, each
 * result is bounded by its part, and what a View leaves out is kept and can be read back.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * const bounder = createBounder({ usage: () => ({ contextWindow: 200_000, usedTokens }), spill });
 * const grep = bounder.tool(async (pattern: string) => run("grep", ["-rn", pattern]));
 * ```
 * @public
 */
export function createBounder(options: BounderOptions = {}): Bounder {
  const { usage, ...shared } = checkObject("options", options) as BounderOptions;
  if (usage !== undefined && typeof usage !== "function") throw new TypeError("usage must be a function");
  const { spill, limits = {} } = shared;
  resolveView(limits, shared);
  resolveResult({ ...shared, limits });
  const openBatch = batchOpener(shared, usage);
  let running: { batch: OpenBatch; started: number; active: number } | undefined;

  return {
    batch: (calls) => openBatch(calls),
    bound: async (result, call) => openBatch(1).bound(result, call),
    tool(run, call = {}) {
      if (typeof run !== "function") throw new TypeError("run must be a function");
      checkObject("call", call);
      return async (...args) => {
        running ??= { batch: openBatch(undefined), started: 0, active: 0 };
        const together = running;
        together.started++;
        together.active++;
        // Those that began meanwhile are the calls that share.
        const bound = (result: ToolResult, more?: CallOptions) => {
          together.batch.expect(together.started);
          return together.batch.bound(result, overlaid(call, more ?? {}));
        };
        try {
          const result = await settled(() => run(...args));
          if ("thrown" in result) {
            throw (await boundThrown(result.thrown, (text) => bound(text, { isError: true }))).error;
          }
          return (await bound(result.value)).text;
        } finally {
          together.active--;
          if (together.active === 0) running = undefined;
        }
      };
    },
    readTools(toolOptions) {
      if (spill === undefined) throw new TypeError("spill must be an object, got undefined");
      const [read, search] = readTools(spill, toolOptions);
      return [charged(read), charged(search)];
    },
  };

  function charged(tool: ToolDefinition): ToolDefinition {
    return {
      ...tool,
      async handler(args) {
        const answer = await tool.handler(args);
        running?.batch.charge(utf8Length(answer.text));
        return answer;
      },
    };
  }
}

async function settled<T>(work: () => T | Promise<T>): Promise<{ value: T } | { thrown: unknown }> {
  try {
    return { value: await work() };
  } catch (thrown) {
    return { thrown };
  }
}
