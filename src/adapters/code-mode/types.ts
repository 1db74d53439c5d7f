/** What went wrong between a host and a guest, as data that both can read. */
import type { UnsupportedKind } from "../../json/types.js";

/** The boundary at which something failed; `"tool"` is the tool itself, `"script"` the guest's program. @public */
export type Scope =
  | "tool-arguments"
  | "tool-result"
  | "return-value"
  | "script-output"
  | "script-store"
  | "calls"
  | "tool"
  | "script";

/** What a limit counts. @public */
export type Unit = "bytes" | "chars" | "items" | "calls";

/** A failure, told to the guest or to the model. Plain data: it survives JSON, and is bounded. @public */
export interface ProjectedError {
  /**
   * `"capacity"`: too large for a boundary, so that asking for less helps; `"unsupported"`: a value that JSON does not have,
   * so that asking for less does not; `"failed"`: anything else.
   */
  readonly kind: "unsupported" | "capacity" | "failed";
  /** What was done: a tool's name, or a function of the guest. */
  readonly operation: string;
  /** Where it failed. */
  readonly scope: Scope;
  /** What happened, in words. For `"failed"`, those of the error that was thrown. */
  readonly message: string;
  /** The thrown error's name, if it is one. */
  readonly name?: string;
  /** The thrown error's stack, where the context asks for it. */
  readonly stack?: string;
  /** For `"capacity"`: the size that was found, in `unit`. */
  readonly measured?: number;
  /** Counting stopped at `measured`: it is at least that much. */
  readonly measuredIsLowerBound?: boolean;
  /** For `"capacity"`: the size that is allowed, in `unit`. */
  readonly limit?: number;
  /** What `measured` and `limit` count. */
  readonly unit?: Unit;
  /** For `"unsupported"`: what it is, and where, as a JSON Pointer. */
  readonly unsupported?: { readonly kind: UnsupportedKind; readonly pointer: string };
  /** What is kept of it. */
  readonly evidence: readonly Evidence[];
  /** Calls that get on from here, the most frugal first. */
  readonly recover: readonly Recovery[];
  /** Fields of this error that were shortened or left out for its own limit. */
  readonly omitted?: readonly string[];
}

/** Names something that is kept: by an id that was declared to be one, never by a text that looks like it. @public */
export interface Evidence {
  /** The id. */
  readonly id: string;
  /** The declared field that it was read from; `"spill"` for what the bridge kept itself. */
  readonly field: string;
  /** Of a Spill: its bytes. */
  readonly bytes?: number;
  /** Of a Spill: `application/json`, or `text/plain` for a string. */
  readonly mediaType?: string;
}

/** A call that the guest can make in the same program. @public */
export interface Recovery {
  /** What it gives. */
  readonly gives: string;
  /** The tool to call. */
  readonly tool: string;
  /** Its arguments. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What happened to a call: a value, or a failure as data. @public */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ProjectedError };
