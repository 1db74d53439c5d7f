/** The calls on the file system that this folder makes: the seam at which tests let the n-th one fail. */
import { constants, type Stats } from "node:fs";
import * as promises from "node:fs/promises";

export interface FileSystem {
  mkdir(path: string, options: { mode: number }): Promise<unknown>;
  rmdir(path: string): Promise<void>;
  realpath(path: string): Promise<string>;
  lstat(path: string): Promise<Stats>;
  readdir(path: string): Promise<string[]>;
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  link(existing: string, added: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Sets the times of the name itself, were it a link. */
  lutimes(path: string, accessed: Date, modified: Date): Promise<void>;
}

export interface OpenFile {
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  write(from: Uint8Array, offset: number, length: number): Promise<{ bytesWritten: number }>;
  stat(): Promise<Stats>;
  chmod(mode: number): Promise<void>;
  utimes(accessed: Date, modified: Date): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export const nodeFileSystem: FileSystem = promises;

/** Create, never open: fails on anything that has the name, a dangling link too. */
export const CREATE_NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | optional(constants.O_NOFOLLOW);

/** Read, not through a link; without waiting where somebody put a pipe in a file's place. */
export const READ_ONLY = constants.O_RDONLY | optional(constants.O_NOFOLLOW) | optional(constants.O_NONBLOCK);

/** Flags that Windows does not know are absent there, whatever the types say. */
function optional(flag: number | undefined): number {
  return flag ?? 0;
}

/** Readable and writable by the owner alone. */
export const FILE_MODE = 0o600;
export const DIRECTORY_MODE = 0o700;
