/** Stores that are watched, and that fail where they are told to. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { SpillRef, SpillSink, SpillWriter } from "spillway";
import { afterAll } from "vitest";
import type { Library } from "../library.js";
import { ERRORS, type ErrorName } from "./errors.js";

export interface Fault {
  readonly at: "create" | "write" | "commit" | "stat" | "abort";
  /** The call from which on it fails, 0-based. */
  readonly nth: number;
  readonly how: "sync" | "async";
  readonly error: ErrorName;
}

export interface StorePlan {
  readonly kind: "none" | "memory" | "small memory" | "files" | "flat files";
  readonly faults: readonly Fault[];
}

export interface WatchedStore extends SpillSink {
  /** What was asked of the store, in order, once it was done. */
  readonly done: string[];
  /** What failed, in order. */
  readonly failed: string[];
  /** What was committed. */
  readonly refs: SpillRef[];
  /** Writers that are neither committed nor aborted. */
  open(): number;
}

/** Bytes that the small store keeps of one Spill. */
export const SMALL_QUOTA = 100;

const root = mkdtempSync(join(tmpdir(), "spillway-promises-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let directories = 0;

/** Makes a new store; `undefined` for none. */
export function storeOf({ kind, faults }: StorePlan, library: Library): WatchedStore | undefined {
  switch (kind) {
    case "none":
      return undefined;
    case "memory":
      return watch(library.memorySpill({ key: "k" }), faults);
    case "small memory":
      return watch(library.memorySpill({ key: "k", maxBytes: SMALL_QUOTA }), faults);
    default: {
      const layout = kind === "files" ? "session" : "flat";
      return watch(library.fileSpill({ directory: join(root, String(directories++)), layout }), faults);
    }
  }
}

function watch(sink: SpillSink, faults: readonly Fault[] = []): WatchedStore {
  const done: string[] = [];
  const failed: string[] = [];
  const refs: SpillRef[] = [];
  const calls = { create: 0, write: 0, commit: 0, stat: 0, abort: 0 };
  let open = 0;

  /** Throws at once, or gives a promise that rejects, or does the work. */
  const step = <T>(at: Fault["at"], work: () => Promise<T>): Promise<T> => {
    const nth = calls[at]++;
    const fault = faults.find((one) => one.at === at && nth >= one.nth);
    if (fault === undefined) {
      return work().then((value) => {
        done.push(at);
        return value;
      });
    }
    failed.push(at);
    const error = ERRORS[fault.error]();
    if (fault.how === "sync") throw error;
    return Promise.reject(error);
  };

  const watched = (writer: SpillWriter): SpillWriter => ({
    write: (chunk) => step("write", () => writer.write(chunk)),
    commit: (end) =>
      step("commit", async () => {
        const ref = await writer.commit(end);
        open--;
        refs.push(ref);
        return ref;
      }),
    abort() {
      open--; // whatever comes of it, it was asked for
      return step("abort", () => writer.abort());
    },
  });

  return {
    done,
    failed,
    refs,
    open: () => open,
    create: (meta) =>
      step("create", async () => {
        const writer = await sink.create(meta);
        open++;
        return watched(writer);
      }),
    stat: (id) => step("stat", () => sink.stat(id)),
    read: (id, range) => sink.read(id, range),
    remove: (id) => sink.remove(id),
    list: (filter) => sink.list(filter),
  };
}

/** Stores that work. Files are slow, and so are few. */
export const workingStore: fc.Arbitrary<StorePlan> = fc
  .oneof(
    { weight: 16, arbitrary: fc.constant("memory" as const) },
    { weight: 3, arbitrary: fc.constant("small memory" as const) },
    { weight: 1, arbitrary: fc.constantFrom("files" as const, "flat files" as const) },
  )
  .map((kind) => ({ kind, faults: [] }));

export const anyStore: fc.Arbitrary<StorePlan> = fc.oneof(
  { weight: 4, arbitrary: workingStore },
  { weight: 1, arbitrary: fc.constant<StorePlan>({ kind: "none", faults: [] }) },
);

const fault: fc.Arbitrary<Fault> = fc.record({
  at: fc.constantFrom("create", "write", "commit", "stat", "abort"),
  nth: fc.oneof(fc.constant(0), fc.nat(4)),
  how: fc.constantFrom("sync", "async"),
  error: fc.constantFrom(...(Object.keys(ERRORS) as ErrorName[])),
});

/** Stores that fail, at one step or at several. */
export const failingStore: fc.Arbitrary<StorePlan> = fc
  .tuple(fc.array(fault, { minLength: 1, maxLength: 3 }), workingStore)
  .map(([faults, { kind }]) => ({ kind, faults }));
