/** Every check can fail: for each there is a store with one thing wrong that it finds, and says so. */
import { describe, expect, it } from "vitest";
import { memorySpill } from "../../src/spill/memory.js";
import { spillSinkChecks } from "../../src/testing/index.js";
import { FAULTS_OF_CONTENT } from "./faultsOfContent.js";
import { FAULTS_OF_KEEPING } from "./faultsOfKeeping.js";
import { FAULTS_OF_SWEEPING } from "./faultsOfSweeping.js";
import { FAULTS_OF_WRITING } from "./faultsOfWriting.js";

const FAULTS = [...FAULTS_OF_CONTENT, ...FAULTS_OF_WRITING, ...FAULTS_OF_KEEPING, ...FAULTS_OF_SWEEPING];

describe("the checks", () => {
  it.each(FAULTS)("find a store that $fault", async ({ check, says, open }) => {
    const found = spillSinkChecks(open, { quotas: true }).find(({ name }) => name === check);
    const failure: unknown = await found?.run().then(
      () => "nothing",
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message.startsWith(`${check}: `)).toBe(true);
    expect((failure as Error).message).toMatch(says);
  });

  it("have each a fault that they find", () => {
    const names = spillSinkChecks(memorySpill, { quotas: true }).map(({ name }) => name);
    expect(names.filter((name) => !FAULTS.some(({ check }) => check === name))).toEqual([]);
    expect(FAULTS.filter(({ check }) => !names.includes(check))).toEqual([]);
  });
});
