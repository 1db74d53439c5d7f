/** Small state between programs: admitted by measure, replaced whole or not at all. */
import fc from "fast-check";
import { createBridge, createScriptStore, type ScriptStoreOptions } from "spillway/code-mode";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { runGuest } from "./support.js";

describe("createScriptStore", () => {
  it("should give copies of what was put in, and list keys and sizes", () => {
    const store = createScriptStore();
    const value = { page: 7 };
    store.set("cursor", value);
    value.page = 8;
    expect(store.get("cursor")).toEqual({ page: 7 });
    expect(store.get("cursor")).not.toBe(store.get("cursor"));
    expect(store.get("none")).toBeUndefined();
    expect(store.list()).toEqual([{ key: "cursor", chars: 10 }]);
    expect(store.chars).toBe(16);
    store.set("cursor", undefined);
    expect([store.list(), store.chars]).toEqual([[], 0]);
  });

  it.each([
    ["plain", "x"],
    ["two-byte", "é"],
    ["three-byte", "中"],
  ])("should take values of 262,144 characters of JSON and no more: %s", (_kind, unit) => {
    const store = createScriptStore();
    store.set("k", unit.repeat(262_142));
    expect(store.chars).toBe(262_145);
    expect(() => store.set("k", unit.repeat(262_143))).toThrow(
      /takes 262,145 chars, and 262,144 may pass here; the limit is for one value/,
    );
    expect(store.list()).toEqual([{ key: "k", chars: 262_144 }]);
  });

  it("should take 1,048,576 characters in all, keys included, and no more", () => {
    const store = createScriptStore();
    for (const key of ["a", "b", "c"]) store.set(key, "x".repeat(262_142));
    store.set("d", "x".repeat(262_142 - 4));
    expect(store.chars).toBe(1_048_576);
    expect(() => store.set("", "")).toThrow(
      /takes 1,048,578 chars, and 1,048,576 may pass here; the limit is for all keys/,
    );
    expect(() => store.set("d", "x".repeat(262_142 - 3))).toThrow(/1,048,577/);
    store.set("d", "y");
    store.set("e", "fits now");
    expect(store.get("e")).toBe("fits now");
  });

  it("should leave everything as it was when a value is refused", () => {
    const store = createScriptStore({ maxValueChars: 10, maxTotalChars: 20 });
    store.set("a", 1);
    const before = store.entries();
    expect(() => store.set("a", "0123456789")).toThrow();
    expect(() => store.set("a", 1n)).toThrow(/a bigint/);
    expect(() => store.setAll({ a: undefined, b: "01234567", c: "01234567" })).toThrow(/in all|for all/);
    expect(() => store.setAll({ a: 2, b: { get c() { throw new Error("ran"); } } })).toThrow(/a getter/); // biome-ignore format: one line
    expect(store.entries()).toEqual(before);
    store.setAll({ a: undefined, b: "01234567" });
    expect(store.entries()).toEqual([["b", '"01234567"']]);
  });

  it("should begin with what another one ended with", () => {
    const first = createScriptStore();
    first.setAll({ a: [1], __proto__x: null });
    const second = createScriptStore({ entries: first.entries() });
    expect(second.get("a")).toEqual([1]);
    expect(second.chars).toBe(first.chars);
  });

  it("should measure before it encodes", () => {
    const store = createScriptStore();
    const start = performance.now();
    let dag: unknown = "x";
    for (let level = 0; level < 40; level++) dag = [dag, dag];
    expect(() => store.set("k", dag)).toThrow(/at least/);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it.each<[string, unknown, RegExp]>([
    ["a limit", { maxValueChars: -1 }, /maxValueChars must be/],
    ["an entry", { entries: [["a", 1]] }, /entries\[0\]\[1\] must be a string/],
    ["the total", { entries: [["a", "1"]], maxTotalChars: 1 }, /may pass here/],
  ])("should name the caller's mistake in %s", (_name, options, message) => {
    expect(() => createScriptStore(options as ScriptStoreOptions)).toThrow(message);
  });

  it("should be a map of JSON with a size, whatever is done to it", () => {
    const change = fc.tuple(
      fc.constantFrom("a", "b", "__proto__", "ключ"),
      fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
    );
    fc.assert(
      fc.property(fc.array(change), fc.nat(60), fc.nat(200), (changes, maxValueChars, maxTotalChars) => {
        const store = createScriptStore({ maxValueChars, maxTotalChars });
        const model = new Map<string, string>();
        const size = (map: Map<string, string>) =>
          [...map].reduce((sum, [key, json]) => sum + key.length + json.length, 0);
        for (const [key, value] of changes) {
          const json = value === undefined ? undefined : JSON.stringify(value);
          const next = new Map(model);
          if (json === undefined) next.delete(key);
          else next.set(key, json);
          const ok = (json?.length ?? 0) <= maxValueChars && size(next) <= maxTotalChars;
          if (ok) {
            store.set(key, value);
            model.clear();
            for (const entry of next) model.set(...entry);
          } else expect(() => store.set(key, value)).toThrow();
          expect(store.entries()).toEqual([...model]);
          expect(store.chars).toBe(size(model));
        }
      }),
      runs(200),
    );
  });
});

describe("store and load in a guest", () => {
  it("should keep values from one program to the next", async () => {
    const store = createScriptStore();
    await runGuest(createBridge({ tools: {}, store }), "store('seen', { ids: ['\\0', '\\ud83d'] })");
    const outcome = await runGuest(
      createBridge({ tools: {}, store }),
      "return [load('seen'), load('none') === undefined]",
    );
    expect(outcome).toEqual({ ok: true, value: [{ ids: ["\0", "\ud83d"] }, true] });
  });

  it("should remove a key by undefined, and tell a program what it may not store", async () => {
    const store = createScriptStore({ maxValueChars: 100 });
    store.set("a", 1);
    const body = `
      store("a", undefined);
      const errors = [];
      for (const value of ["x".repeat(99), "x".repeat(100_000), 1n, () => 1]) try { store("b", value) } catch ({ kind, scope, limit }) { errors.push([kind, scope]) }
      return errors;`;
    const outcome = await runGuest(createBridge({ tools: {}, store }), body);
    expect(store.entries()).toEqual([]);
    expect(outcome).toEqual({
      ok: true,
      value: [
        ["capacity", "script-store"],
        ["capacity", "script-store"],
        ["unsupported", "script-store"],
      ],
    });
  });

  it("should say that there is none", async () => {
    expect(await runGuest(createBridge({ tools: {} }), "store('a', 1)")).toMatchObject({
      ok: false,
      error: { message: "nothing takes store here" },
    });
  });
});
