/** Lets every call on the file system fail in turn, and looks at what is left each time. */
import { afterAll, beforeAll, expect } from "vitest";
import type { FileSpill, FileSpillOptions } from "../../../src/spill/file/index.js";
import { createFileSpill, fileSpill } from "../../../src/spill/file/sink.js";
import { type Call, failing, temporary } from "./helpers.js";

export interface Outcome {
  readonly directory: string;
  readonly error?: unknown;
  readonly value?: unknown;
  /** The calls that failed. */
  readonly failed: readonly Call[];
}

/**
 * Runs `scenario` with the n-th call failing, for every n until none is left to fail.
 *
 * @param code - What the call fails with, such as `EIO`.
 * @param reach - How many calls fail from the n-th on.
 * @param prepare - What goes before, without failures.
 * @returns The number of calls.
 */
export async function forEveryCall(
  code: string,
  reach: number,
  prepare: (healthy: FileSpill) => Promise<void>,
  scenario: (sink: FileSpill) => Promise<unknown>,
  check: (outcome: Outcome) => Promise<void>,
  options: Omit<FileSpillOptions, "directory"> = {},
): Promise<number> {
  for (let n = 1; ; n++) {
    const directory = temporary();
    await prepare(fileSpill({ directory, ...options }));
    const { fs, failed } = failing(n, n + reach - 1, code);
    const sink = createFileSpill({ directory, sync: true, ...options }, fs);
    const result = await scenario(sink).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (failed.length === 0) return n - 1;
    await check({ directory, failed, ...result });
  }
}

/** For a whole test file: fails it if a rejection went unhandled. */
export function expectNothingUnhandled(): void {
  const unhandled: unknown[] = [];
  const listen = (error: unknown) => unhandled.push(error);
  beforeAll(() => {
    process.on("unhandledRejection", listen);
  });
  afterAll(async () => {
    await new Promise((done) => setTimeout(done, 20));
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
  });
}
