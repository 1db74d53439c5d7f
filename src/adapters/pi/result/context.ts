/** What all results are taken with. */
import type { SpillMeta } from "../../../spill/types.js";
import type { PiStore } from "../store.js";
import type { ToolRule } from "./rules.js";

export interface TakeContext {
  readonly store: PiStore;
  readonly meta: SpillMeta;
  readonly rule: ToolRule;
  readonly limits: ResultLimits;
}

/** What a result may take, whatever is free. */
export interface ResultLimits {
  readonly ceilingBytes: number;
  /** Lines of what pi made, its own words set aside. */
  readonly maxLines: number;
  /** Lines of the content of a View: where the user sets `maxLines`, the words around it are inside. */
  contentLines(status: string): number;
}
