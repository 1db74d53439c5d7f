/** The guest's half against the host's: it refuses what the host would refuse, and lets the rest through as JSON has it. */
import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { createBridge, type Outcome } from "spillway/code-mode";
import { measureJson } from "spillway/json";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";
import type { Guest } from "./support.js";

/** In the realm of the test, whose values it is given. */
async function give(value: unknown, maxReturnBytes = 2 ** 24): Promise<Outcome> {
  const bridge = createBridge({ tools: {}, limits: { maxReturnBytes } });
  const guest = (runInThisContext(bridge.prelude) as () => Guest)();
  return bridge.finish(await guest.run(() => value));
}

describe("the guest's half", () => {
  it("should agree with measureJson on what has JSON, and give what JSON.stringify would", async () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const outcome = await give(value);
        const measured = measureJson(value);
        if (value === undefined) expect(outcome).toEqual({ ok: true, value: undefined });
        else if (measured.ok) expect(outcome).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) });
        else expect(outcome).toMatchObject({ ok: false, error: { kind: "unsupported" } });
      }),
      runs(300),
    );
  });

  it("should let through what the limit allows, to the byte, and say of the rest what it takes at least", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ stringUnit: "binary" }), fc.nat(200), async (value, limit) => {
        const bytes = Buffer.byteLength(JSON.stringify(value));
        const outcome = await give(value, limit);
        expect(outcome.ok).toBe(bytes <= limit);
        if (!outcome.ok) expect(outcome.error.measured).toBeLessThanOrEqual(bytes);
        if (!outcome.ok) expect(outcome.error.measured).toBeGreaterThan(limit);
      }),
      runs(300),
    );
  });

  it("should find where a value is, as measureJson does", async () => {
    const shape = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>(1n, { toJSON: () => 1 }, Object(true)),
        fc.array(tie("value"), { minLength: 1, maxLength: 1 }),
        fc.dictionary(fc.string(), tie("value"), { minKeys: 1, maxKeys: 1 }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(shape, async (value) => {
        const measured = measureJson(value);
        if (measured.ok || measured.reason !== "unsupported")
          throw new TypeError("each of these has one that JSON has not");
        const { kind, pointer } = measured;
        const outcome = await give(value);
        expect(outcome).toMatchObject({ ok: false, error: { unsupported: { kind } } });
        if (!outcome.ok && pointer.length < 100) expect(outcome.error.unsupported?.pointer).toBe(pointer);
      }),
      runs(200),
    );
  });

  it("should not overflow on what is deep", async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const outcome = await give(deep);
    // The engine's own encoder may: then the program has failed, not the host.
    if (!outcome.ok) expect(outcome.error).toMatchObject({ kind: "failed", name: "RangeError" });
    expect((await give(deep, 1000)).ok).toBe(false);
  });
});
