/** Why a store could not do what it was asked. @public */
export type SpillErrorCode =
  /** No Spill has this id here, or the id is not well formed. */
  | "not_found"
  /** The Spill was removed. */
  | "gone"
  /** The disk or the store is full. */
  | "no_space"
  /** Permission was refused, the place is read-only, or a link stood where a file or directory belongs. */
  | "denied"
  /** The store's own cap was reached. */
  | "quota"
  /** The writer was already committed or aborted. */
  | "closed"
  /** A file that is to be adopted is still being written: later it can be. */
  | "busy"
  /** What is kept is not what was written. */
  | "corrupt"
  /** Any other failure of the medium. */
  | "io";

/**
 * A failure of a store. Its message is a fixed text: never a path, content, or the words of another error (`cause` has
 * that one).
 *
 * @public
 */
export class SpillError extends Error {
  /** Why, for programs. */
  readonly code: SpillErrorCode;

  constructor(code: SpillErrorCode, options?: { readonly cause?: unknown }) {
    super(SPILL_ERROR_TEXT[code], options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SpillError";
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Whether a value is a {@link SpillError}, also one that another copy of spillway threw: the ESM and the CommonJS build
 * are two copies, and `instanceof` tells them apart. Never throws, whatever the value.
 *
 * @public
 */
export function isSpillError(value: unknown): value is SpillError {
  try {
    if (!(value instanceof Error && BRAND in value && "code" in value)) return false;
    // Anybody can write the brand; a code that is none would be a stranger's words.
    return typeof value.code === "string" && Object.hasOwn(SPILL_ERROR_TEXT, value.code);
  } catch {
    return false; // a proxy
  }
}

/** One phrase a code, fit for a View. */
export const SPILL_ERROR_TEXT: Readonly<Record<SpillErrorCode, string>> = {
  not_found: "no such Spill",
  gone: "the Spill was removed",
  no_space: "no space left in the store",
  denied: "the store refused access",
  quota: "the store's quota is used up",
  closed: "the Spill was already closed",
  busy: "the file was still being written",
  corrupt: "the store did not keep what was written",
  io: "the store failed",
};

const BRAND: symbol = Symbol.for("spillway.SpillError");
