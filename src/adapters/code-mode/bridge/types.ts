/** The seam between a host and one program in a guest. */
import type { AbortSignalLike } from "../../../bound/types.js";
import type { Layers } from "../../../json/types.js";
import type { RegexEngine } from "../../../spill/request.js";
import type { SpillMeta, SpillSink } from "../../../spill/types.js";
import type { BridgeLimits, TransportLimit } from "../limits.js";
import type { ScriptOutput } from "../output/createScriptOutput.js";
import type { ScriptStore } from "../store.js";
import type { Outcome } from "../types.js";
import type { GuestText } from "./guestText.js";
import type { CallRecord } from "./records.js";
import type { BridgeTool } from "./tool.js";

/** Options of `createBridge`. @public */
export interface BridgeOptions {
  /** The tools that the guest may call, by name; a function is one of which nothing is known but `execute`. */
  readonly tools: Readonly<Record<string, BridgeTool | BridgeTool["execute"]>>;
  /** What may cross. */
  readonly limits?: BridgeLimits | undefined;
  /** Where results are kept that may not cross. Without it they are lost, and the error says so. */
  readonly spill?: SpillSink | undefined;
  /** Where the program came from; with a session, the guest may read all Spills of it, else those of its own bridge. */
  readonly meta?: SpillMeta | undefined;
  /** The tool that the bridge adds where there is a `spill`, for the guest to read Spills. @defaultValue "read_result" */
  readonly readTool?: string | undefined;
  /** Compiles regular expressions for searches in Spills. @defaultValue none: searches are for literal text */
  readonly regex?: RegexEngine | undefined;
  /** How often the engine encodes a reply: 2 where the JSON is put as a string into other JSON. @defaultValue 1 */
  readonly layers?: Layers | undefined;
  /** Takes what the guest prints. @defaultValue none: it may print nothing */
  readonly output?: ScriptOutput | undefined;
  /** Takes what the guest stores. @defaultValue none: it may store nothing */
  readonly store?: ScriptStore | undefined;
  /** Milliseconds, for the records. @defaultValue none: the records tell no times */
  readonly now?: (() => number) | undefined;
  /** Handed to each tool. */
  readonly signal?: AbortSignalLike | undefined;
}

/** What stands between a host and one program in a guest. @public */
export interface Bridge {
  /**
   * Calls a tool, JSON text to JSON text: for engines that the guest's half of the bridge runs in (`prelude`). Never rejects;
   * a failure is a reply too.
   *
   * @param args - the JSON of the argument; absent or empty for none
   * @param deliver - hands the reply over; where it throws or rejects, the record says that nobody got it
   */
  call(tool: string, args?: GuestText, deliver?: (reply: string) => unknown): Promise<string>;
  /**
   * Calls a tool, value to value: for engines that encode by themselves. The value given is a copy, plain
   * data. Never rejects. The record says delivered when it resolves: what the engine makes of it is not known here.
   */
  invoke(tool: string, args?: unknown): Promise<Outcome>;
  /** Takes what the guest prints or stores, and answers at once: JSON text to JSON text. Never throws. */
  emit(what: string, text: GuestText): string;
  /**
   * Takes the reply in which the guest's half wraps what the program returned or threw. What is too large is refused by its
   * length, before it is copied out. Never rejects.
   */
  finish(reply: GuestText): Promise<Outcome>;
  /** The guest's half: a program that evaluates to a function; see `docs/code-mode.md`. */
  readonly prelude: string;
  /** Names and descriptions of the tools, the bridge's own included, for `fitDeclarations`. */
  readonly tools: readonly ({ readonly name: string } & Omit<BridgeTool, "execute">)[];
  /** Every boundary of this bridge, for a reference or a help call. */
  readonly transportLimits: readonly TransportLimit[];
  /** What became of each call so far. */
  records(): CallRecord[];
  /** The program is over: calls that have no answer are cancelled, and new ones refused. */
  close(): void;
}
