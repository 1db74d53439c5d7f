/** What a store is checked with. */
import type { SpillSink } from "../spill/types.js";

/** One promise of a store, as a check that any test runner can run. @public */
export interface SpillSinkCheck {
  /** What a store promises, as the end of a sentence that begins with "it". Unique. */
  readonly name: string;
  /**
   * Makes a store, and resolves if it keeps the promise. As often as wanted, and at the same time as others.
   *
   * @throws Error that says what was expected and what came; `cause` is the store's own error, if it threw one.
   */
  run(): Promise<void>;
}

/** The caps that a check asks for; each that is absent is as the store has it by default. @public */
export interface SpillQuotas {
  /** Bytes kept of one Spill. */
  readonly maxBytes?: number | undefined;
  /** Bytes kept of all Spills together. */
  readonly maxTotalBytes?: number | undefined;
  /** At a cap: a partial Spill, or a rejection with `quota`. */
  readonly overQuota?: "partial" | "fail" | undefined;
}

/** A store that nobody else uses, and how to be rid of it. @public */
export interface FreshSink {
  /** Empty. */
  readonly sink: SpillSink;
  /** Called once, when the check is over, however it ended. */
  dispose?(): void | Promise<void>;
}

/**
 * Makes a fresh store: empty, and without the tombstones of any other.
 *
 * @param quotas - Empty unless the option `quotas` is on.
 * @public
 */
export type SpillSinkFactory = (quotas: SpillQuotas) => SpillSink | FreshSink | Promise<SpillSink | FreshSink>;

/** Which of the checks a store is up for. @public */
export interface SpillSinkCheckOptions {
  /** The factory gives the store the quotas that it is asked for: adds the checks on those. @defaultValue false */
  readonly quotas?: boolean | undefined;
  /**
   * Of writers with the same call and content that finish at the same time, all get one Spill. A store whose medium cannot
   * create a name exclusively turns this off: it may then keep the content twice. @defaultValue true
   */
  readonly races?: boolean | undefined;
}

/** A check before it knows what to run on. */
export interface Check {
  readonly name: string;
  /** The option that has to be on. */
  readonly needs?: keyof SpillSinkCheckOptions;
  run(open: Open): Promise<void>;
}

/** Makes a fresh store, which goes when the check is over. */
export type Open = (quotas?: SpillQuotas) => Promise<SpillSink>;
