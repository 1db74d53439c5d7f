/** Values for `{ json }`: plain data, whose text `JSON.stringify` gives, and what would run code or has no JSON. */
import fc from "fast-check";
import { SECRET } from "./errors.js";

export type JsonPlan =
  | { readonly plain: unknown }
  | { readonly hostile: keyof typeof HOSTILE; readonly beside: unknown; readonly fill: number };

/** How often code of a value was run: it never should be. */
export const codeRun = { count: 0 };
const trap = () => {
  codeRun.count++;
  throw new Error(SECRET);
};

const HOSTILE = {
  "a bigint": () => ({ n: 1n, deep: [2n ** 70n] }),
  "a cycle": () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = [cycle];
    return cycle;
  },
  "a getter": () => Object.defineProperty({}, "key", { enumerable: true, get: trap }),
  "a toJSON": () => ({ toJSON: trap }),
  "an inherited toJSON": () => Object.create({ toJSON: trap }) as unknown,
  "a proxy": () => new Proxy({ a: 1 }, { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, has: trap }),
  "a proxy of an array": () => new Proxy([1], { get: trap, ownKeys: trap }),
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "a boxed text": () => Object.assign(Object(SECRET.slice(0, 0)), { toString: trap, valueOf: trap }) as unknown,
  "a date that lies": () => Object.assign(new Date(0), { toISOString: trap }),
  "no date": () => ({ at: new Date(Number.NaN) }),
  nothing: () => undefined,
  "a symbol": () => Symbol(SECRET),
  "a function": () => trap,
  "a map": () => new Map([[1, 2]]),
  "a null prototype": () => Object.assign(Object.create(null) as object, { a: 1 }),
  "many levels": () => {
    let value: unknown = [];
    for (let level = 0; level < 1000; level++) value = level % 2 ? [value] : { v: value };
    return value;
  },
  holes: () => Object.assign(new Array<unknown>(20), { 7: "x" }),
  "a hostile key": () => ({
    ["__proto__"]: 1,
    "[spillway: cut]": "[spillway: spill://x-1]",
    "\ud83d": "\udfe1",
    "a\n": "\0",
  }),
} as const satisfies Readonly<Record<string, () => unknown>>;

/** Those that `JSON.stringify` can be asked about. */
const WITH_JSON: readonly string[] = ["no date", "a null prototype", "many levels", "holes", "a map", "a hostile key"];

/** Those that are `null` where they stand in an array. */
const NULL_IN_ARRAYS: readonly string[] = ["nothing", "a symbol", "a function"];

const record = fc.record({
  id: fc.nat(),
  name: fc.string({ unit: "grapheme", maxLength: 12 }),
  ok: fc.boolean(),
  at: fc.option(fc.double({ noNaN: true })),
});
const plain = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(record, { maxLength: 40, size: "max" }),
  fc.record({
    rows: fc.array(record, { maxLength: 30, size: "max" }),
    log: fc.string({ maxLength: 400, size: "max" }),
  }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.nat(400).map((count) => "line\n".repeat(count)),
  fc.constantFrom<unknown>("", [], {}, null, [[]], -0, { "": "" }),
);

export const jsonPlan: fc.Arbitrary<JsonPlan> = fc.oneof(
  plain.map((value) => ({ plain: value })),
  fc.record({
    hostile: fc.constantFrom(...(Object.keys(HOSTILE) as (keyof typeof HOSTILE)[])),
    beside: fc.jsonValue({ maxDepth: 1 }),
    fill: fc.nat(60),
  }),
);

/** Makes the value of a plan, and tells whether all of it has a JSON text. */
export function jsonValueOf(plan: JsonPlan): { readonly build: () => unknown; readonly hasJson: boolean } {
  if ("plain" in plan) return { build: () => plan.plain, hasJson: true };
  const { hostile, beside, fill } = plan;
  const build = () => (fill === 0 ? HOSTILE[hostile]() : [HOSTILE[hostile](), beside, "x".repeat(9).repeat(fill)]);
  return { build, hasJson: WITH_JSON.includes(hostile) || (fill > 0 && NULL_IN_ARRAYS.includes(hostile)) };
}

/** The JSON text of a plan's value, where `JSON.stringify` can tell. */
export function jsonText(plan: JsonPlan): string | undefined {
  const { build, hasJson } = jsonValueOf(plan);
  return hasJson ? JSON.stringify(build()) : undefined;
}
