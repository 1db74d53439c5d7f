/** Values of every kind that JSON.stringify meets, for properties that compare with it; and values that would run code. */
import fc from "fast-check";

/** Makes a value. `trap` makes code that must never run. */
export type Build = (trap: Trap) => unknown;
export type Trap = (name: string) => () => never;

/** Records every call of code that belongs to a value. */
export function createTrap(): { readonly calls: string[]; readonly trap: Trap } {
  const calls: string[] = [];
  const trap: Trap = (name) => () => {
    calls.push(name);
    throw new Error("secret");
  };
  return { calls, trap };
}

const PIECES = [
  ...["a", " ", "word ", '"', "\\", "/", "\b", "\t", "\n", "\f", "\r", "\0", "\u0001", "\u000b", "\u001f", "\u007f"],
  ...["é", "\u07ff", "\u0800", "中", "\u2028", "\u2029", "\ufeff", "\uffff", "🟡", "\u{10ffff}"],
  ...["\ud83d", "\udfe1", "\ud800", "\udbff", "\udc00", "\udfff"],
];

/** Texts of all that is escaped, and of every width, up to lengths at which another way of counting is taken. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 10, size: "max" }).map((pieces) => pieces.join("")),
  fc
    .array(fc.tuple(fc.constantFrom(...PIECES), fc.integer({ min: 1, max: 60 })), { maxLength: 6, size: "max" })
    .map((runs) => runs.map(([piece, count]) => piece.repeat(count)).join("")),
  fc.string({ unit: "binary", maxLength: 70 }),
  fc.string(),
);

export const anyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(6)).map(([digits, places]) => digits / 10 ** places),
  fc
    .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -8, max: 22 }))
    .map(([part, power]) => part * 10 ** power),
  fc.integer({ min: -330, max: 310 }).map((exponent) => Number(`1e${exponent}`)),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    2 ** 53,
    1e21,
    999999999999999,
    1e15,
    1e-7,
    0.1 + 0.2,
    Number.NaN,
    -Infinity,
    Infinity,
  ),
);

class Point {
  x: unknown;
  #hidden = 2n;
  constructor(x: unknown) {
    this.x = x;
  }
  get y() {
    return this.#hidden;
  }
}

const rawJson = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;
const scalar: fc.Arbitrary<Build> = fc
  .oneof(
    { weight: 4, arbitrary: anyString as fc.Arbitrary<unknown> },
    { weight: 4, arbitrary: anyNumber },
    fc.constantFrom(true, false, null),
    fc.constantFrom(undefined, Symbol("s"), () => 1, class {}),
  )
  .map((value) => () => value);

const odd: fc.Arbitrary<Build> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constant<Build>(() => Object.assign(new Array(70_000), { 69999: [1], 66000: undefined })),
  },
  { weight: 20, arbitrary: fc.date({ noInvalidDate: false }).map((date) => () => date) },
  { weight: 20, arbitrary: fc.uint8Array({ maxLength: 12 }).map((array) => () => array) },
  { weight: 20, arbitrary: fc.float32Array({ maxLength: 12 }).map((array) => () => array) },
  {
    weight: 100,
    arbitrary: fc.constantFrom<Build>(
      () => new Map([[1, 2]]),
      () => Object.assign(new Set([1]), { of: "x" }),
      () => /x/,
      () => new Error("message"),
      () => Object.assign(new Error("message"), { code: "E" }),
      () => new ArrayBuffer(3),
      () => new DataView(new ArrayBuffer(3)),
      () => Promise.resolve(1),
      () => Object(Symbol("s")),
      () => Object.defineProperty({ [Symbol("s")]: 1, a: 1 }, "hidden", { value: 1n }),
      () => JSON.parse('{"__proto__":{"a":[1]},"2":2,"1":1,"":0}'),
      () => (rawJson === undefined ? 1 : rawJson('"\\u0041\ud800é"')),
      () => Object.assign(new Array(3), { 1: "x", extra: 1n }),
      () => ({ toJSON: 5, toString: 1, valueOf: "x", constructor: null }),
      () => Object.defineProperty([1, 2], 1, { value: "\n", enumerable: false }),
      () => new (class Rows extends Array {})(3).fill("x"),
    ),
  },
);

const key = fc.oneof(anyString, fc.nat(40).map(String), fc.constantFrom("id", "name", "~/", "__proto__", "length"));

/** What JSON.stringify encodes without running code of the value, any of it shared. */
export const plainValue: fc.Arbitrary<Build> = treeOf(fc.oneof({ weight: 6, arbitrary: scalar }, odd));

/** What it does not encode, or only by running such code; each with the kind of its refusal. */
export const HOSTILE: readonly (readonly [kind: string, name: string, build: Build])[] = [
  ["accessor", "a getter", (trap) => Object.defineProperty({}, "got", { get: trap("get"), enumerable: true })],
  ["accessor", "a getter behind data", (trap) => dataAnd({ get: trap("get") })],
  ["accessor", "a getter of an element", (trap) => Object.defineProperty([1, 2], 1, { get: trap("element") })],
  ["accessor", "an inherited element", () => Object.setPrototypeOf(new Array(2), Object.assign([], { 1: "x" }))],
  ["proxy", "a proxy of an object", (trap) => new Proxy({}, trapAll(trap))],
  ["proxy", "a proxy of an array", (trap) => new Proxy([], trapAll(trap))],
  ["proxy", "a proxy of a function", (trap) => new Proxy(() => 1, trapAll(trap))],
  ["proxy", "a revoked proxy", revoked],
  ["proxy", "an heir of a proxy", (trap) => Object.create(new Proxy({}, trapAll(trap)))],
  ["proxy", "an array with such a prototype", (trap) => Object.setPrototypeOf([], new Proxy([], trapAll(trap)))],
  ["proxy", "an array whose own toJSON hides such a prototype", (trap) => hidden(new Array(1), 5, trap)],
  ["proxy", "an object that has a date's toJSON before it", (trap) => hidden({}, Date.prototype.toJSON, trap)],
  ["bigint", "a bigint", () => 1n],
  ["bigint", "bigints of a typed array", () => new BigInt64Array(2)],
  ["toJSON", "a toJSON", (trap) => ({ toJSON: trap("toJSON") })],
  ["toJSON", "a hidden toJSON", (trap) => Object.defineProperty({ a: 1 }, "toJSON", { value: trap("toJSON") })],
  ["toJSON", "a getter of it", (trap) => Object.defineProperty({}, "toJSON", { get: trap("toJSON getter") })],
  ["toJSON", "an inherited toJSON", (trap) => Object.create({ toJSON: trap("toJSON") })],
  ["toJSON", "a toJSON of an array", (trap) => Object.assign([1], { toJSON: trap("toJSON") })],
  ["toJSON", "a toJSON of a function", (trap) => Object.assign(() => 1, { toJSON: trap("toJSON") })],
  ["toJSON", "a Buffer", () => Buffer.from("x")],
  ["toJSON", "a URL", () => new URL("http://x/")],
  ["toJSON", "a date with a method of its own", (trap) => Object.assign(new Date(0), { toISOString: trap("iso") })],
  ["toJSON", "a date with a valueOf", (trap) => Object.assign(new Date(0), { valueOf: trap("valueOf") })],
  ["toJSON", "what only inherits from Date", () => Object.create(Date.prototype)],
  ["boxed", "a number in an object", (trap) => Object.assign(Object(5), { valueOf: trap("valueOf") })],
  ["boxed", "a string in an object", (trap) => Object.assign(Object("x"), { toString: trap("toString") })],
  ["boxed", "a boolean in an object", () => Object(true)],
  ["boxed", "a bigint in an object", () => Object(1n)],
  ["boxed", "a boxed string that hides it", (trap) => disguised("x", trap)],
  ["boxed", "a boxed number that hides it", (trap) => disguised(1, trap)],
];

/** Anything at all: plain values with hostile ones among them. */
export const anyValue: fc.Arbitrary<Build> = treeOf(
  fc.oneof(
    { weight: 12, arbitrary: scalar },
    { weight: 2, arbitrary: odd },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE).map(([, , build]) => build) },
  ),
);

function treeOf(leaf: fc.Arbitrary<Build>): fc.Arbitrary<Build> {
  const { tree } = fc.letrec<{ tree: Build }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      leaf,
      fc.array(tie("tree"), { maxLength: 6 }).map((items) => (trap: Trap) => items.map((build) => build(trap))),
      fc
        .array(fc.tuple(key, tie("tree")), { maxLength: 6 })
        .map((members) => (trap: Trap) => objectOf(members.map(([name, build]) => [name, build(trap)]))),
      tie("tree").map((build) => (trap: Trap) => {
        const shared = build(trap);
        return { shared, list: [shared, { again: shared }] };
      }),
      tie("tree").map((build) => (trap: Trap) => new Point(build(trap))),
      tie("tree").map((build) => (trap: Trap) => Object.assign(Object.create(null), { "a/b~": build(trap) })),
      tie("tree").map((build) => (trap: Trap) => argumentsOf(build(trap), 1)),
    ),
  }));
  return tree;
}

/** Own members, also one called `__proto__`. Not one called `toJSON`, which is code where it is a function. */
function objectOf(members: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [name, value] of members) {
    if (name === "toJSON") continue;
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

function argumentsOf(..._values: unknown[]): unknown {
  // biome-ignore lint/complexity/noArguments: the exotic object is meant
  return arguments;
}

function dataAnd(property: PropertyDescriptor): object {
  return Object.defineProperties(
    { a: [1] },
    { b: { value: 2, enumerable: true }, got: { ...property, enumerable: true } },
  );
}

function trapAll(trap: Trap): ProxyHandler<object> {
  const names = [
    ...["get", "set", "has", "ownKeys", "getOwnPropertyDescriptor", "defineProperty", "deleteProperty"],
    ...["getPrototypeOf", "setPrototypeOf", "isExtensible", "preventExtensions", "apply", "construct"],
  ];
  return Object.fromEntries(names.map((name) => [name, trap(name)]));
}

/** Inherits from a proxy, and has a `toJSON` of its own. */
function hidden(value: object, toJSON: unknown, trap: Trap): unknown {
  Object.defineProperty(value, "toJSON", { value: toJSON });
  return Object.setPrototypeOf(value, new Proxy({}, trapAll(trap)));
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** An object around a primitive that inherits from `Object.prototype`, as if it were plain. */
function disguised(primitive: unknown, trap: Trap): unknown {
  const box = Object.setPrototypeOf(Object(primitive), Object.prototype);
  return Object.defineProperties(box, {
    [Symbol.toPrimitive]: { value: trap("toPrimitive") },
    [Symbol.toStringTag]: { get: trap("tag") },
  });
}
