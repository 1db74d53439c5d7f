/** A result on its way into the session. */
import type { Free } from "../headroom.js";
import type { Kept } from "../store.js";
import type { PiBlock } from "../types.js";

/** How much of a result may be shown, and why. */
export interface Allotment {
  readonly maxBytes: number;
  readonly tokens: number;
  /** Whether the outer ceiling decided. */
  readonly isCeiling: boolean;
  readonly free: Free | undefined;
  /** Calls of the message, if known. */
  readonly calls: number | undefined;
}

/** What is made of a result. */
export interface Shown {
  readonly content: PiBlock[];
  readonly details: unknown;
  /** What all of it takes, images included. */
  readonly bytes: number;
  /**
   * `whole`: as pi made it. `pointed`: what pi cut, with the place where all of it is kept. `capped`: cut by us. `passed`: as
   * pi made it, because the complete result could not be kept.
   */
  readonly state: "whole" | "pointed" | "capped" | "passed";
  /** Whether it was cut all the same, because nobody else limits it, and the rest is in no file. */
  readonly isLost?: boolean;
}

/** A result of which all is known but how much of it may be shown. */
export interface Taken {
  /** What it takes as pi made it, images included. */
  readonly bytes: number;
  /** What it may take at most, whatever is free. */
  readonly ceilingBytes: number;
  /** Whether it stays as it is, whatever it may take. */
  readonly isFixed?: boolean;
  /** Keeps the complete result, once; `undefined` where it need not be kept. Never rejects. */
  keep(): Promise<Kept | undefined>;
  /** Makes the View. The same allotment gives the same View. */
  show(allotment: Allotment): Promise<Shown>;
}
