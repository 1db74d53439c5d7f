/** A file under construction: beside its target, under a hidden name that nobody can foresee, private from its first byte. */
import { join } from "node:path";
import { randomBytes } from "#platform";
import { SpillError } from "../error.js";
import { CREATE_NEW, FILE_MODE, type FileSystem, type OpenFile } from "./file-system.js";
import { moveToNew, quietly } from "./publish.js";

export interface Stage {
  /** Where the file is now. */
  readonly path: string;
  /** Appends bytes; `onWritten` hears of each piece that the system took, also when a later one fails. */
  write(bytes: Uint8Array, onWritten?: (piece: Uint8Array) => void): Promise<void>;
  /** Checks that the file has every byte written, and closes it. */
  finish(sync: boolean): Promise<void>;
  /** Moves the finished file; `false` if the name is taken. `leftover` as in {@link moveToNew}. */
  moveTo(target: string, leftover: "fail" | "ignore"): Promise<boolean>;
  /** Moves the finished file over whatever has the name. */
  replace(target: string): Promise<void>;
  /** From here on the file belongs to its record: `discard` leaves it. */
  release(): void;
  /** Closes and deletes the file wherever it is now; never rejects. */
  discard(): Promise<void>;
}

/** Opens a stage in `directory`. @param stem - Part of its name, for people; must be safe. */
export async function openStage(fs: FileSystem, directory: string, stem: string): Promise<Stage> {
  let path = join(directory, `.${stem}.${process.pid}-${randomHex()}.part`);
  let owned = true;
  let file: OpenFile | undefined = await fs.open(path, CREATE_NEW, FILE_MODE);
  let writtenBytes = 0;

  async function close(): Promise<void> {
    const open = file;
    file = undefined; // closed once, also when closing fails
    await open?.close();
  }

  return {
    get path() {
      return path;
    },
    async write(bytes, onWritten) {
      for (let at = 0; at < bytes.length; ) {
        if (file === undefined) throw new SpillError("closed");
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at);
        if (bytesWritten <= 0) throw new SpillError("io"); // no progress and no error: never loop on it
        onWritten?.(bytes.subarray(at, at + bytesWritten));
        writtenBytes += bytesWritten;
        at += bytesWritten;
      }
    },
    async finish(sync) {
      if (file === undefined) throw new SpillError("closed");
      if (sync) await file.sync();
      const { size } = await file.stat();
      if (size !== writtenBytes) throw new SpillError("corrupt");
      await close();
    },
    async moveTo(target, leftover) {
      const moved = await moveToNew(fs, path, target, leftover);
      if (moved) path = target;
      return moved;
    },
    async replace(target) {
      await fs.rename(path, target);
      path = target;
    },
    release() {
      owned = false;
    },
    async discard() {
      await quietly(close());
      if (owned) await quietly(fs.unlink(path));
      owned = false; // what gets this name later is not ours
    },
  };
}

/** A whole small file, staged and finished. */
export async function stageBytes(
  fs: FileSystem,
  directory: string,
  stem: string,
  content: { bytes: Uint8Array; sync: boolean },
): Promise<Stage> {
  const stage = await openStage(fs, directory, stem);
  try {
    await stage.write(content.bytes);
    await stage.finish(content.sync);
    return stage;
  } catch (error) {
    await stage.discard();
    throw error;
  }
}

function randomHex(): string {
  return Array.from(randomBytes(RANDOM_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const RANDOM_BYTES = 8;
