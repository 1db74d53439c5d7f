/** Where the command keeps Spills. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { type FileSpill, fileSpill } from "spillway/spill/file";
import type { S3Spill } from "spillway/spill/s3";
import { openBucket } from "./bucket.js";
import { UsageError } from "./usage.js";

/** A store that the command can open. */
export type Store = FileSpill | S3Spill;

/** @param flag - A directory, or `s3://bucket/prefix`. */
export function openStore(flag: string | boolean | undefined): Store {
  if (flag === "") throw new UsageError("--store must name a directory, or s3://BUCKET/PREFIX");
  const { SPILLWAY_STORE: variable } = process.env;
  const place = typeof flag === "string" ? flag : variable === "" ? undefined : variable;
  if (place?.startsWith("s3://")) return openBucket(place);
  return fileSpill({ directory: place === undefined ? defaultDirectory() : resolve(place) });
}

/** The user's state directory: the XDG Base Directory Specification's, on Windows the local application data. */
function defaultDirectory(): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: localData } = process.env;
  if (process.platform === "win32" && localData !== undefined) return join(localData, "spillway", "spills");
  // The specification says to ignore a relative path.
  const base = state !== undefined && isAbsolute(state) ? state : join(homedir(), ".local", "state");
  return join(base, "spillway", "spills");
}
