/** Temporary directories, a look at what is in them, and file systems that misbehave. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { type FileSystem, nodeFileSystem, type OpenFile } from "../../../src/spill/file/file-system.js";

const made: string[] = [];
afterEach(() => {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true });
}, 120_000); // thousands, where properties are tried often

/** A directory for one test, its links resolved. */
export function temporary(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "spillway-test-")));
  made.push(directory);
  return directory;
}

/** Every file below a directory, hidden ones too, by path relative to it. */
export function files(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

/** The same without the store's own key. */
export function filesButKey(directory: string): string[] {
  return files(directory).filter((path) => !path.endsWith(".spillway/key"));
}

export type Call = keyof FileSystem | keyof OpenFile;

/**
 * A file system that asks `before` in front of every call, also those on open files; with the new path where there are two.
 *
 * @param opened - Hears of every file that is opened.
 */
export function intercepted(
  before: (call: Call, path: string) => Promise<void>,
  opened?: (file: OpenFile) => void,
): FileSystem {
  const wrap = <T extends object>(target: T, pathOf: (args: readonly unknown[]) => string): T =>
    new Proxy(target, {
      get(object, name) {
        const method: unknown = Reflect.get(object, name);
        if (typeof method !== "function") return method;
        return async (...args: unknown[]) => {
          try {
            await before(name as Call, pathOf(args));
          } catch (error) {
            if (name === "close") await Reflect.apply(method, object, args); // a failed close closes all the same
            throw error;
          }
          const result: unknown = await Reflect.apply(method, object, args);
          if (name !== "open") return result;
          opened?.(result as OpenFile);
          return wrap(result as OpenFile, () => String(args[0]));
        };
      },
    });
  return wrap({ ...nodeFileSystem }, (args) => String(args.findLast((arg) => typeof arg === "string")));
}

/** A file system whose calls number `from` to `to` fail. */
export function failing(
  from: number,
  to: number,
  code: string,
): { fs: FileSystem; failed: Call[]; calls: () => number } {
  let calls = 0;
  const failed: Call[] = [];
  const fs = intercepted(async (call) => {
    calls++;
    if (calls < from || calls > to) return;
    failed.push(call);
    throw systemError(code);
  });
  return { fs, failed, calls: () => calls };
}

/** A file system without hard links. */
export function withoutLinks(code = "EPERM"): FileSystem {
  return intercepted(async (call) => {
    if (call === "link") throw systemError(code);
  });
}

export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: secret words, open '/secret/path'`), { code, errno: -1 });
}

/** Lets a Spill look as if nobody had used it for a time. */
export function age(directory: string, id: string, milliseconds: number): void {
  const path = join(directory, ".spillway", `${id}.json`);
  const at = new Date(Date.now() - milliseconds);
  const record = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...record, createdAt: at.getTime() }));
  utimesSync(path, at, at);
}
