/** The options of the store in files. */
import { resolve } from "node:path";
import { checkAmount, checkBoolean, checkChoice, checkObject, checkString } from "../../internal/check.js";
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
  /**
   * How flat files' names begin: 1 to 64 of `A-Z a-z 0-9 . _ -`, no dot first, no device of Windows (`con`, `nul.x`).
   *
   * @defaultValue "spill"
   */
  readonly prefix?: string | undefined;
  /** Bytes kept of one Spill; `Infinity` for no cap. @defaultValue 1_073_741_824 (1 GiB) */
  readonly maxBytes?: number | undefined;
  /** Bytes kept of all Spills together that this sink wrote, whatever else the directory holds. @defaultValue Infinity */
  readonly maxTotalBytes?: number | undefined;
  /** At a cap: keep what fits as a partial Spill, or reject with `quota` and keep nothing. @defaultValue "partial" */
  readonly overQuota?: "partial" | "fail" | undefined;
  /** Wait until the medium has the bytes (fsync) before a Spill is published. @defaultValue false */
  readonly sync?: boolean | undefined;
  /** Days, fractions allowed, that is known of a Spill that it was removed. @defaultValue 30 */
  readonly tombstoneDays?: number | undefined;
  /**
   * Directories from which {@link FileSpill.adopt} may take files, at any depth; a relative path counts as `directory` does.
   * Name only those in which programs that you run leave their logs.
   *
   * @defaultValue none
   */
  readonly adoptFrom?: readonly string[] | undefined;
}

export interface ResolvedOptions extends QuotaOptions {
  readonly directory: string;
  readonly layout: Layout;
  readonly sync: boolean;
  readonly tombstoneMilliseconds: number;
  /** Absolute. */
  readonly adoptFrom: readonly string[];
}

/** @throws TypeError, RangeError naming the option. */
export function resolveOptions(options: FileSpillOptions): ResolvedOptions {
  checkObject("options", options);
  const { layout = "session", prefix = "spill", sync = false, tombstoneDays = 30, adoptFrom = [] } = options;
  const { maxBytes = 1_073_741_824, maxTotalBytes = Number.POSITIVE_INFINITY, overQuota = "partial" } = options;
  const flat = checkChoice("layout", layout, ["session", "flat"]) === "flat";
  checkPrefix(prefix);
  if (!Array.isArray(adoptFrom)) throw new TypeError("adoptFrom must be an array of paths");
  return {
    directory: checkPath("directory", options.directory),
    layout: flat ? flatLayout(prefix) : sessionLayout(),
    sync: checkBoolean("sync", sync),
    tombstoneMilliseconds: checkAmount("tombstoneDays", tombstoneDays) * MILLISECONDS_A_DAY,
    adoptFrom: adoptFrom.map((path) => checkPath("adoptFrom[]", path)),
    ...resolveQuota({ maxBytes, maxTotalBytes, overQuota }),
  };
}

function checkPath(name: string, value: unknown): string {
  const path = checkString(name, value);
  if (path === "" || path.includes("\0")) throw new RangeError(`${name} must be a path, not empty`);
  return resolve(path);
}

function checkPrefix(value: unknown): void {
  const prefix = checkString("prefix", value);
  if (isFilePrefix(prefix)) return;
  const rule = "1 to 64 of A-Z a-z 0-9 . _ -, no dot first, no device of Windows";
  throw new RangeError(`prefix must be ${rule}, got ${JSON.stringify(prefix.slice(0, MAX_SHOWN_UNITS))}`);
}

/** UTF-16 units of an option's value that a message repeats. */
const MAX_SHOWN_UNITS = 40;
const MILLISECONDS_A_DAY = 86_400_000;
