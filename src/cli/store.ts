/** Where the command keeps Spills. */
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { type FileSpill, fileSpill } from "spillway/spill/file";
import { UsageError } from "./usage.js";

export function openStore(flag: string | boolean | undefined): FileSpill {
  if (flag === "") throw new UsageError("--store must name a directory");
  const directory = typeof flag === "string" ? resolve(flag) : (fromEnvironment() ?? defaultDirectory());
  return fileSpill({ directory });
}

function fromEnvironment(): string | undefined {
  const { SPILLWAY_STORE: directory } = process.env;
  return directory === undefined || directory === "" ? undefined : resolve(directory);
}

/** The user's state directory: the XDG Base Directory Specification's, on Windows the local application data. */
function defaultDirectory(): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: localData } = process.env;
  if (process.platform === "win32" && localData !== undefined) return join(localData, "spillway", "spills");
  // The specification says to ignore a relative path.
  const base = state !== undefined && isAbsolute(state) ? state : join(homedir(), ".local", "state");
  return join(base, "spillway", "spills");
}
