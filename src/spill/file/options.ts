/** The options of the store in files. */
import { resolve } from "node:path";
import { checkChoice, checkObject, checkString } from "../../internal/check.js";
import { type QuotaOptions, resolveQuota } from "../quota.js";
import { flatLayout, isFilePrefix, type Layout, sessionLayout } from "./layout.js";

/** Options of {@link fileSpill}. @public */
export interface FileSpillOptions {
  /**
   * Where the store lives. Made, private, when the first Spill is written; a relative path counts from the working
   * directory at the time of the call. Give each user his own.
   */
  readonly directory: string;
  /** `<session>/<seq>-<tool>-<hash>.log`, or flat `<prefix>-<pid>-<id>.txt`. Either reads both. @defaultValue "session" */
  readonly layout?: "session" | "flat" | undefined;
  /** How flat files' names begin: 1 to 64 of `A-Z a-z 0-9 . _ -`, no dot first. @defaultValue "spill" */
  readonly prefix?: string | undefined;
  /** Bytes kept of one Spill; `Infinity` for no cap. @defaultValue 1_073_741_824 (1 GiB) */
  readonly maxBytes?: number | undefined;
  /** Bytes kept of all Spills together that this sink wrote, whatever else the directory holds. @defaultValue Infinity */
  readonly maxTotalBytes?: number | undefined;
  /** At a cap: keep what fits as a partial Spill, or reject with `quota` and keep nothing. @defaultValue "partial" */
  readonly overQuota?: "partial" | "fail" | undefined;
  /** Wait until the medium has the bytes (fsync) before a Spill is published. @defaultValue false */
  readonly sync?: boolean | undefined;
}

export interface ResolvedOptions extends QuotaOptions {
  readonly directory: string;
  readonly layout: Layout;
  readonly sync: boolean;
}

/** @throws TypeError, RangeError naming the option. */
export function resolveOptions(options: FileSpillOptions): ResolvedOptions {
  checkObject("options", options);
  const { layout = "session", prefix = "spill", sync = false } = options;
  const { maxBytes = 1_073_741_824, maxTotalBytes = Number.POSITIVE_INFINITY, overQuota = "partial" } = options;
  const directory = checkString("directory", options.directory);
  if (directory === "" || directory.includes("\0")) throw new RangeError("directory must be a path, not empty");
  if (typeof sync !== "boolean") throw new TypeError("sync must be a boolean");
  if (!isFilePrefix(checkString("prefix", prefix))) {
    const rule = "1 to 64 of A-Z a-z 0-9 . _ -, no dot first";
    throw new RangeError(`prefix must be ${rule}, got ${JSON.stringify(prefix.slice(0, MAX_SHOWN_UNITS))}`);
  }
  const flat = checkChoice("layout", layout, ["session", "flat"]) === "flat";
  return {
    directory: resolve(directory),
    layout: flat ? flatLayout(prefix) : sessionLayout(),
    sync,
    ...resolveQuota({ maxBytes, maxTotalBytes, overQuota }),
  };
}

/** UTF-16 units of an option's value that a message repeats. */
const MAX_SHOWN_UNITS = 40;
