/** Where complete results are kept: below pi's own folder, a folder for each session. */
import { lstat, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import { isSpillError, type SpillErrorCode } from "../../spill/error.js";
import { type FileSpill, fileSpill } from "../../spill/file/sink.js";
import type { SpillMeta } from "../../spill/types.js";

/** Where a complete result is. */
export type Kept =
  | { readonly state: "kept"; readonly path: string; readonly id?: string; readonly bytes: number }
  | { readonly state: "failed"; readonly code: SpillErrorCode };

export interface PiStore {
  readonly sink: FileSpill;
  /** Keeps a text. Never rejects. */
  keep(text: string, meta: SpillMeta): Promise<Kept>;
  /**
   * Moves a file of pi's own into the store. Never rejects; what may not be moved stays as it is.
   *
   * @param text - what of it is in memory: kept where the file is gone, or is not what pi left
   */
  adopt(path: string, text: string, meta: SpillMeta): Promise<Kept>;
  /** The bytes of a Spill, piece by piece. */
  read(id: string, bytes: number): AsyncIterable<Uint8Array>;
}

export function openStore(directory: string): PiStore {
  const sink = fileSpill({ directory, adoptFrom: [tmpdir()] });
  const keep: PiStore["keep"] = (text, meta) =>
    guarded(async () => {
      const writer = await sink.create(meta);
      try {
        await writer.write(Buffer.from(text));
        return keptAs(await writer.commit());
      } catch (error) {
        await writer.abort();
        throw error;
      }
    });

  return {
    sink,
    keep,
    async adopt(path, text, meta) {
      const adopted = await guarded(async () => {
        if (!isOutputFile(path)) return { state: "failed", code: "denied" };
        const ref = await sink.adopt(path, meta);
        if (ref.complete) return keptAs(ref);
        // The store's cap let in a part of it. pi's own file stayed, and has all.
        await sink.remove(ref.id);
        return { state: "kept", path, bytes: ref.totalBytes };
      });
      return adopted.state === "failed" && REFUSALS.has(adopted.code) ? keep(text, meta) : adopted;
    },
    async *read(id, bytes) {
      for (let start = 0; start < bytes; start += BLOCK_BYTES) {
        yield await sink.read(id, { start, end: Math.min(bytes, start + BLOCK_BYTES) });
      }
    },
  };
}

/**
 * Whether a path can be a file in which pi itself saved an output: in the temporary directory, named as pi names them. What
 * else a result says is a path of somebody's choosing.
 */
export function isOutputFile(path: string): boolean {
  return resolve(dirname(path)) === resolve(tmpdir()) && OUTPUT_FILE.test(basename(path));
}

/** Whether a file ends with a text, to whose bytes it must then belong. Never rejects, never follows a link. */
export async function endsWith(path: string, text: string): Promise<boolean> {
  try {
    const wanted = Buffer.from(text);
    const stats = await lstat(path);
    if (!stats.isFile() || stats.size < wanted.length) return false;
    const file = await open(path, "r");
    try {
      // pi leaves a final line break out of what it shows.
      const tail = Buffer.alloc(Math.min(stats.size, wanted.length + 1));
      await file.read(tail, 0, tail.length, stats.size - tail.length);
      return tail.subarray(-wanted.length).equals(wanted) || tail.subarray(0, wanted.length).equals(wanted);
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

function keptAs({ path, id, bytes }: { path?: string | undefined; id: string; bytes: number }): Kept {
  return path === undefined ? { state: "failed", code: "io" } : { state: "kept", path, id, bytes };
}

async function guarded(work: () => Promise<Kept>): Promise<Kept> {
  try {
    return await work();
  } catch (error) {
    return { state: "failed", code: isSpillError(error) ? error.code : "io" };
  }
}

/** Why a file cannot be moved, where the store itself may be well. */
const REFUSALS: ReadonlySet<SpillErrorCode> = new Set<SpillErrorCode>(["denied", "not_found", "busy"]);
const OUTPUT_FILE = /^pi-(?:bash|powershell|codemode|mcp)-[0-9a-f]{16}\.(?:log|txt)$/;
const BLOCK_BYTES = 262_144;
