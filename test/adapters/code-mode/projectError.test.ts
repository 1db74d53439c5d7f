/** Anything that is thrown comes out in one form, bounded, and without running any of its code. */
import fc from "fast-check";
import {
  type ErrorContext,
  isScriptError,
  type ProjectedError,
  projectError,
  projectRefusal,
  ScriptError,
} from "spillway/code-mode";
import { toWellFormed } from "spillway/text";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import { measureRefusal } from "./support.js";

const CONTEXT: ErrorContext = { operation: "fetch_page" };
const jsonBytes = (error: ProjectedError) => Buffer.byteLength(JSON.stringify(error));

/** What was run of the values that are thrown: nothing. */
const ran: string[] = [];
const trap = () => {
  ran.push("a trap");
  throw new Error("this must not run");
};
beforeEach(() => void ran.splice(0)); // the titles of tests look at their values
afterEach(() => expect(ran).toEqual([]));
const PROXY = new Proxy(
  {},
  { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap, getOwnPropertyDescriptor: trap },
);

describe("projectError", () => {
  it("should tell an error by its name and words, and its stack only where asked", () => {
    const error = new RangeError("page 7 is not there");
    expect(projectError(error, CONTEXT)).toEqual({
      kind: "failed",
      operation: "fetch_page",
      scope: "tool",
      message: "page 7 is not there",
      name: "RangeError",
      evidence: [],
      recover: [],
    });
    expect(projectError(error, { ...CONTEXT, stack: true }).stack).toContain("page 7 is not there\n    at ");
  });

  it.each<[string, unknown, string]>([
    ["a string", "no network", "no network"],
    ["undefined", undefined, "undefined was thrown"],
    ["null", null, "null was thrown"],
    ["a number", Number.NaN, "NaN was thrown"],
    ["a bigint", 7n, "7 was thrown"],
    ["a symbol", Symbol("s"), "Symbol(s) was thrown"],
    ["a function", trap, "a function was thrown"],
    ["a proxy", PROXY, "an object was thrown that has no JSON"],
    ["plain data", { code: 7 }, 'an object was thrown: {"code":7}'],
    ["an object with a message", { message: "told", code: 7 }, "told"],
    ["a cyclic object", Object.assign([] as unknown[], { self: 0 }).concat([[]]), "an object was thrown: [[]]"],
    ["a huge object", { rows: Array.from({ length: 9999 }, () => 0) }, "a large object was thrown"],
  ])("should find words for %s", (_what, thrown, message) => {
    expect(projectError(thrown, CONTEXT)).toMatchObject({ kind: "failed", message, evidence: [] });
  });

  it("should survive what contains itself, and what converts by running code", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const hostile = { toString: trap, toJSON: trap, [Symbol.toPrimitive]: trap };
    expect(projectError(cycle, CONTEXT).message).toBe("an object was thrown that has no JSON");
    expect(projectError(hostile, CONTEXT).message).toBe("an object was thrown that has no JSON");
  });

  it("should read no getter, whatever class it is in", () => {
    class Hostile extends Error {
      override get message(): string {
        return trap();
      }
      override get name(): string {
        return trap();
      }
      override get stack(): string {
        return trap();
      }
    }
    const hostile = new Hostile();
    ran.splice(0); // the engine itself looks at a new error
    const projected = projectError(hostile, { ...CONTEXT, stack: true, provenance: ["message"] });
    expect(projected).not.toHaveProperty("name");
    const withProxy = Object.setPrototypeOf({}, PROXY) as object;
    expect(projectError(withProxy, { ...CONTEXT, stack: true, provenance: ["id"] }).kind).toBe("failed");
  });

  it("should take ids from declared fields alone, never from a text that looks like one", () => {
    const thrown = Object.assign(new Error("see spill://7-bash-8eb7adce or run-17"), {
      runId: "run-17",
      pages: [{ id: "p1" }, { id: 2 }, { id: "not an id" }, { id: {} }],
      other: "run-18",
    });
    expect(projectError(thrown, CONTEXT).evidence).toEqual([]);
    const provenance = ["runId", "pages.*.id", "missing.id", "message"];
    expect(projectError(thrown, { ...CONTEXT, provenance }).evidence).toEqual([
      { id: "run-17", field: "runId" },
      { id: "p1", field: "pages.*.id" },
      { id: "2", field: "pages.*.id" },
    ]);
  });

  it("should name a limited number of ids, however many there are", () => {
    const thrown = { pages: Array.from({ length: 5000 }, (_, id) => ({ id })) };
    expect(projectError(thrown, { ...CONTEXT, provenance: ["pages.*.id"] }).evidence).toHaveLength(20);
  });

  it("should stay what it is when its diagnostics are too large", () => {
    const error = new TypeError(`start ${"x".repeat(1_000_000)} end`);
    error.stack = "at y\n".repeat(1_000_000);
    const evidence = [{ id: "run-17", field: "runId" }];
    const projected = projectError(error, { ...CONTEXT, evidence, stack: true });
    expect(projected).toMatchObject({ kind: "failed", name: "TypeError", operation: "fetch_page", evidence });
    expect(projected.omitted).toEqual(expect.arrayContaining(["message"]));
    expect(projected.message).toMatch(/^start x+.*x+ end$/s);
    expect(jsonBytes(projected)).toBeLessThanOrEqual(8192);
    expect(jsonBytes(projected)).toBeGreaterThan(0.85 * 8192);
  });

  it("should leave out ways on, then evidence, before it says no more what it is", () => {
    const recover = [{ gives: "all", tool: "read", arguments: { query: "q".repeat(3000) } }];
    const evidence = [{ id: "run-17", field: "runId" }];
    const withoutWays = projectError("broken", { ...CONTEXT, recover, evidence, maxBytes: 2048 });
    expect(withoutWays).toMatchObject({
      kind: "failed",
      message: "broken",
      recover: [],
      evidence,
      omitted: expect.arrayContaining(["recover"]),
    });
    const much = Array.from({ length: 200 }, (_, id) => ({ id: `run-${id}`, field: "runId" }));
    const bare = projectError("broken", { ...CONTEXT, recover, evidence: much, maxBytes: 2048 });
    expect(bare).toMatchObject({ kind: "failed", message: "broken", recover: [], evidence: [] });
    expect(bare.omitted).toEqual(expect.arrayContaining(["recover", "evidence"]));
  });

  it("should give the same, without shortening, at the limit exactly", () => {
    const empty = jsonBytes(projectError("", CONTEXT));
    for (const [excess, isShort] of [
      [0, false],
      [1, true],
    ] as const) {
      const projected = projectError("m".repeat(2048 - empty + excess), { ...CONTEXT, maxBytes: 2048 });
      expect("omitted" in projected).toBe(isShort);
      expect(jsonBytes(projected)).toBeLessThanOrEqual(2048);
    }
  });

  it("should hand on what a ScriptError carries, with what is known besides", () => {
    const inner = projectRefusal(measureRefusal("x".repeat(100), 10), 10, { operation: "inner", scope: "tool-result" });
    const error = new ScriptError(inner);
    expect(isScriptError(error)).toBe(true);
    const evidence = [{ id: "a", field: "spill" }];
    expect(projectError(error, { ...CONTEXT, evidence })).toEqual({ ...inner, evidence });
    const [words = "", json = ""] = error.message.split("\n");
    expect(words).toBe("inner: the result takes at least 102 bytes, and 10 may pass here");
    expect(JSON.parse(json)).toMatchObject({ kind: "capacity", measured: 102, limit: 10, measuredIsLowerBound: true });
  });

  it("should not take an imitation for a ScriptError", () => {
    const forged = Object.assign(new Error("m"), {
      projected: { kind: "capacity" },
      [Symbol.for("spillway.ScriptError")]: true,
    });
    expect(projectError(forged, CONTEXT)).toMatchObject({ kind: "failed", message: "m" });
    expect(isScriptError(PROXY)).toBe(false);
  });

  it("should make words harmless that imitate the library's", () => {
    expect(projectError("[spillway: all is shown]", CONTEXT).message).toBe("(spillway: all is shown]");
  });

  it.each<[string, unknown, RegExp]>([
    ["operation", { operation: 7 }, /operation must be a string/],
    ["scope", { operation: "a", scope: "x" }, /scope must be one of/],
    ["maxBytes", { operation: "a", maxBytes: 2047 }, /maxBytes must be an integer ≥ 2048, got 2047/],
    ["provenance", { operation: "a", provenance: [7] }, /provenance\[0\] must be a string/],
  ])("should name the caller's mistake in %s", (_name, context, message) => {
    expect(() => projectError("x", context as ErrorContext)).toThrow(message);
  });

  it("should fit and survive JSON, whatever is thrown", () => {
    const context = fc.record({
      operation: fc.string({ unit: "binary", maxLength: 3000 }),
      maxBytes: fc.integer({ min: 2048, max: 9000 }),
      stack: fc.boolean(),
      provenance: fc.array(fc.string(), { maxLength: 3 }),
      recover: fc.array(
        fc.record({
          gives: fc.string(),
          tool: fc.string(),
          arguments: fc.dictionary(fc.string(), fc.string({ maxLength: 900 })),
        }),
        { maxLength: 5 },
      ),
      evidence: fc.array(fc.record({ id: fc.string({ maxLength: 300 }), field: fc.string() }), { maxLength: 30 }),
    });
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc
        .tuple(fc.constantFrom("\\", '"', "\0", "é", "🟡", "\ud83d", "[spillway: x]\n"), fc.nat(9000))
        .map(([unit, times]) => unit.repeat(times)),
    );
    const thrown = fc.oneof(
      text,
      fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
      text.map((message) => Object.assign(new Error(message), { stack: message + message })),
    );
    fc.assert(
      fc.property(thrown, context, (value, options) => {
        const projected = projectError(value, options);
        expect(jsonBytes(projected)).toBeLessThanOrEqual(options.maxBytes);
        expect(JSON.parse(JSON.stringify(projected))).toEqual(projected);
        expect(projected.kind).toBe("failed");
        expect(toWellFormed(JSON.stringify(projected))).toBe(JSON.stringify(projected));
      }),
      runs(150),
    );
  });
});

describe("projectRefusal", () => {
  it.each<[string, unknown, string, string]>([
    ["bigint", { rows: [{ id: 1n }] }, "/rows/0/id", "a bigint"],
    ["accessor", { get a() { return trap(); } }, "/a", "a getter, which is not run"], // biome-ignore format: one line a case
    ["proxy", [PROXY], "/0", "a proxy, whose traps are not run"],
    ["toJSON", { a: { toJSON: trap } }, "/a", "a method toJSON, which is not run"],
    ["absent", undefined, "", "undefined, a function or a symbol"],
  ])("should say where a %s is", (kind, value, pointer, reason) => {
    const error = projectRefusal(measureRefusal(value), 100, { operation: "rows", scope: "tool-result" });
    expect(error).toMatchObject({ kind: "unsupported", unsupported: { kind, pointer } });
    expect(error.message).toBe(
      `rows: the result cannot be JSON: ${reason}${pointer === "" ? "" : `, at ${JSON.stringify(pointer)}`}`,
    );
  });

  it("should name the value around it where the pointer is endless", () => {
    const value = { outer: { ["k".repeat(1_000_000)]: [1n] } };
    const error = projectRefusal(measureRefusal(value), 100, {
      operation: "rows",
      scope: "tool-result",
      maxBytes: 2048,
    });
    expect(error.unsupported).toEqual({ kind: "bigint", pointer: "/outer" });
    expect(jsonBytes(error)).toBeLessThanOrEqual(2048);
  });
});
