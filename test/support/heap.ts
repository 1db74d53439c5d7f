import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of the heap in use after a full collection, strings included. */
export function heapInUse(): number {
  collect ??= exposeCollector();
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

function exposeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
let collect: (() => void) | undefined;

export const MEGABYTE = 1024 * 1024;
