import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memorySpill } from "spillway/spill";
import { fileSpill } from "spillway/spill/file";
import { type SpillQuotas, type SpillSinkFactory, spillSinkChecks } from "spillway/testing";
import { describe, expect, it } from "vitest";
import { strangerSpill } from "./stranger.js";

function fileSpillOf(quotas: SpillQuotas) {
  const directory = mkdtempSync(join(tmpdir(), "spillway-test-"));
  return {
    sink: fileSpill({ directory, ...quotas }),
    dispose: () => rmSync(directory, { recursive: true, force: true }),
  };
}

describe("a store in memory", () => {
  for (const { name, run } of spillSinkChecks(memorySpill, { quotas: true })) it(name, run);
});

describe("a store in files", () => {
  for (const { name, run } of spillSinkChecks(fileSpillOf, { quotas: true })) it(name, run);
});

describe("a stranger's store", () => {
  for (const { name, run } of spillSinkChecks(strangerSpill)) it(name, run);
});

describe("spillSinkChecks", () => {
  const namesWith = (options: Parameters<typeof spillSinkChecks>[1]) =>
    spillSinkChecks(memorySpill, options).map(({ name }) => name);

  it("has each name once", () => {
    const names = namesWith({ quotas: true });
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(40);
  });

  it("leaves out what a store does not promise", () => {
    const all = namesWith({ quotas: true });
    expect(all.filter((name) => !namesWith({}).includes(name))).toHaveLength(6);
    expect(all.filter((name) => !namesWith({ quotas: true, races: false }).includes(name))).toEqual([
      "keeps one Spill for twenty writers of the same call and content",
      "keeps every content of one call once, whoever finishes first",
    ]);
  });

  it("asks for caps only where it checks them", async () => {
    const asked: SpillQuotas[] = [];
    const create: SpillSinkFactory = (quotas) => {
      asked.push(quotas);
      return memorySpill(quotas);
    };
    for (const { run } of spillSinkChecks(create)) await run();
    expect(asked.every((quotas) => Object.keys(quotas).length === 0)).toBe(true);
    for (const { run } of spillSinkChecks(create, { quotas: true })) await run();
    expect(asked).toContainEqual({ maxBytes: 3, overQuota: "fail" });
  });

  it("takes a store that is not ready at once, and disposes of each once, also after a failure", async () => {
    const counts = { made: 0, disposed: 0 };
    const create = (sink: object) => async () => {
      counts.made++;
      await Promise.resolve();
      return { sink: { ...memorySpill(), ...sink }, dispose: async () => void counts.disposed++ };
    };
    for (const { run } of spillSinkChecks(create({}))) await run();
    expect(counts.disposed).toBe(counts.made);
    for (const { run } of spillSinkChecks(create({ create: () => Promise.reject(new Error("never")) }))) {
      await expect(run()).rejects.toThrow();
    }
    expect(counts.disposed).toBe(counts.made);
  });

  it("can run its checks again, and all at the same time", async () => {
    const checks = spillSinkChecks(memorySpill);
    await Promise.all([...checks, ...checks].map(({ run }) => run()));
  });

  it("says what the store threw, and hands it on as the cause", async () => {
    const thrown = new TypeError("cannot read properties of undefined");
    const broken = { ...memorySpill(), stat: () => Promise.reject(thrown) };
    const check = spillSinkChecks(() => broken).find(({ name }) => name.startsWith("tells by stat"));
    await expect(check?.run()).rejects.toMatchObject({
      message: `${check?.name}: the store threw TypeError "cannot read properties of undefined"`,
      cause: thrown,
    });
  });

  it("says that a store could not be disposed of, if nothing else is wrong", async () => {
    const stuck = new Error("busy");
    const dispose = () => Promise.reject(stuck);
    const [check] = spillSinkChecks(() => ({ sink: memorySpill(), dispose }));
    await expect(check?.run()).rejects.toMatchObject({
      message: `${check?.name}: dispose failed: Error "busy"`,
      cause: stuck,
    });
    const broken = { ...memorySpill(), read: async () => new Uint8Array(1) };
    const [other] = spillSinkChecks(() => ({ sink: broken, dispose }));
    await expect(other?.run()).rejects.toThrow(/what is read of/);
  });

  it("names an argument that makes no sense", () => {
    expect(() => spillSinkChecks(memorySpill() as never)).toThrow(
      new TypeError("create must be a function, got object"),
    );
    expect(() => spillSinkChecks(memorySpill, { quotas: 1 as never })).toThrow(/quotas must be a boolean/);
    expect(() => spillSinkChecks(memorySpill, { races: "no" as never })).toThrow(/races must be a boolean/);
    expect(() => spillSinkChecks(memorySpill, null as never)).toThrow(/options must be an object/);
  });
});
