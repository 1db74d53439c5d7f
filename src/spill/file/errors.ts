/** Failures of the file system as failures of the store: a code from a fixed list, the original as `cause` only. */
import { isSpillError, SpillError, type SpillErrorCode } from "../error.js";

/** Runs one public operation; whatever it throws comes out as a {@link SpillError}. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toSpillError(error);
  }
}

export function toSpillError(error: unknown): SpillError {
  if (isSpillError(error)) return error;
  return new SpillError(CODES[errnoOf(error) ?? ""] ?? "io", { cause: error });
}

/** The system's name of an error (`ENOENT`), if it has one. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** `undefined` in place of the error that says that there is no such file. */
export async function orAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const CODES: Readonly<Record<string, SpillErrorCode>> = {
  ENOSPC: "no_space",
  EDQUOT: "no_space",
  EFBIG: "no_space", // the process or the file system allows no larger file
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ELOOP: "denied", // what O_NOFOLLOW says of a link
  EMLINK: "denied", // the same, on FreeBSD
  ENOTDIR: "denied",
};
