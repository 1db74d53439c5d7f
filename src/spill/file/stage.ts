/** A file under construction: beside its target, under a hidden name that nobody can foresee, private from its first byte. */
import { dirname, join } from "node:path";
import { SpillError } from "../error.js";
import { CREATE_NEW, FILE_MODE, type FileSystem, type OpenFile } from "./file-system.js";
import { SIGN_OF_LIFE_MILLISECONDS, stageName } from "./owner.js";
import { moveToNew, quietly } from "./publish.js";

export interface Stage {
  /** Where the file is now. */
  readonly path: string;
  /** Appends bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Checks that the file has every byte written, and closes it. */
  finish(options: { readonly sync: boolean; readonly modifiedAt?: number }): Promise<void>;
  /** Moves the finished file; `false` if the name is taken. `leftover` as in {@link moveToNew}. */
  moveTo(target: string, leftover: "fail" | "ignore"): Promise<boolean>;
  /** Takes the finished file away from under the name it was moved to: it has a hidden one again, and is still ours. */
  stepAside(): Promise<void>;
  /** Moves the finished file over whatever has the name. */
  replace(target: string): Promise<void>;
  /** From here on the file belongs to its record: `discard` leaves it. */
  release(): void;
  /** Closes and deletes the file wherever it is now. @returns Whether nothing of it is left; never rejects. */
  discard(): Promise<boolean>;
}

/** Opens a stage in `directory`. @param stem - Part of its name, for people; must be safe. */
export async function openStage(fs: FileSystem, directory: string, stem: string): Promise<Stage> {
  let path = join(directory, await stageName(stem));
  let owned = true;
  let file: OpenFile | undefined = await fs.open(path, CREATE_NEW, FILE_MODE);
  let writtenBytes = 0;
  const pulse = setInterval(() => void touch(), SIGN_OF_LIFE_MILLISECONDS);
  pulse.unref?.();

  /** A tool can be silent for days, and a sweep must not take the file of one for abandoned. */
  async function touch(): Promise<void> {
    const now = new Date();
    if (file !== undefined) await quietly(file.utimes(now, now));
  }

  async function close(): Promise<void> {
    clearInterval(pulse);
    const open = file;
    file = undefined; // closed once, also when closing fails
    await open?.close();
  }

  return {
    get path() {
      return path;
    },
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (file === undefined) throw new SpillError("closed");
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at);
        if (bytesWritten <= 0) throw new SpillError("io"); // no progress and no error: never loop on it
        writtenBytes += bytesWritten;
        at += bytesWritten;
      }
    },
    async finish({ sync, modifiedAt }) {
      if (file === undefined) throw new SpillError("closed");
      if (modifiedAt !== undefined) await quietly(file.utimes(new Date(modifiedAt), new Date(modifiedAt)));
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
    async stepAside() {
      const aside = join(dirname(path), await stageName(stem));
      await fs.rename(path, aside);
      path = aside;
    },
    async replace(target) {
      await fs.rename(path, target);
      path = target;
      owned = false;
    },
    release() {
      owned = false;
    },
    async discard() {
      await quietly(close());
      const gone = !owned || (await succeeds(fs.unlink(path)));
      owned = false; // what gets this name later is not ours
      return gone;
    },
  };
}

/** A whole small file, staged and finished. @param modifiedAt - The time that it is to bear; by default, now. */
export async function stageBytes(
  fs: FileSystem,
  directory: string,
  stem: string,
  content: { readonly bytes: Uint8Array; readonly sync: boolean; readonly modifiedAt?: number },
): Promise<Stage> {
  const stage = await openStage(fs, directory, stem);
  try {
    await stage.write(content.bytes);
    await stage.finish(content);
    return stage;
  } catch (error) {
    await stage.discard();
    throw error;
  }
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    return false;
  }
}
