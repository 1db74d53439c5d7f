/** The values that are measured. */

/** Values whose size is measured whole, by name; each made anew, from the same random numbers. */
export const VALUES = {
  records: () => Array.from({ length: 100_000 }, (_, id) => record(id, randomNumbers(id))),
  "nested records": () => Array.from({ length: 30_000 }, (_, id) => nestedRecord(id)),
  "arrays, 3,000 deep": () => nested((inner) => [inner], []),
  "objects, 3,000 deep": () => nested((inner) => ({ a: inner }), {}),
  "plain string, 2 MB": () => flat("abcdefghij klmnop qrstuv wxyz. ", 2_000_000),
  "Markdown, 2 MB": () => flat('## Title\n\nSome *text* with `code` and "quotes".\n- item\n', 2_000_000),
  "backslashes, 1 MB": () => flat('\\"abc\\n', 1_000_000),
  "CJK, 1 M units": () => flat("中文字符，长字符串。", 1_000_000),
  "emoji, 1 M units": () => flat("🟡🟢", 1_000_000),
  "2,000 strings of 1 KB": () => Array.from({ length: 2000 }, (_, index) => flat(`line ${index} `, 1024)),
  "200,000 short strings": () => Array.from({ length: 200_000 }, (_, index) => `item-${index % 977}`),
  "1 M integers": () => Array.from({ length: 1_000_000 }, (_, index) => (index * 7919) % 1_000_003),
  "1 M prices": () => numbers((random) => Math.round(random() * 1e6) / 100),
  "1 M doubles": () => numbers((random) => random() * 1000),
  "1 M slots, 1,000 filled": () => Object.assign(new Array(1_000_000), filled(1000, 999)),
  "object of 200,000 keys": () =>
    Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key${index}`, index])),
  "lockfile, 40 KB": () => lockfile(150),
  "a small result": () => ({ ok: true, rows: [record(1, () => 0.5)], next: null }),
};

/** Long strings, which have a target of their own. */
export const STRINGS = [
  "plain string, 2 MB",
  "Markdown, 2 MB",
  "backslashes, 1 MB",
  "CJK, 1 M units",
  "emoji, 1 M units",
];

/** Values far over a limit of 50,000 bytes. */
export const REFUSALS = {
  "string of 100 MB": () => flat("plain text ", 100_000_000),
  "array of 10 M": () => new Array(10_000_000).fill(1),
  "1 M times one record of 2 KB": () => new Array(1_000_000).fill({ text: flat("plain text ", 2000) }),
  "2^40 leaves, pairs": () => shared((child) => [child, child]),
  "2^40 leaves, members": () => shared((child) => ({ left: child, right: child })),
  "2^40 leaves at two depths": () => shared((child) => ({ a: child, b: [child] })),
  "2^32 − 1 slots, none filled": () => new Array(2 ** 32 - 1),
  "typed array of 100 MB": () => new Uint8Array(100_000_000),
};

/** The same kinds, small: so that nothing is timed with the types of one kind only. */
export function samples() {
  return [
    Array.from({ length: 200 }, (_, id) => record(id, randomNumbers(id))),
    Array.from({ length: 100 }, (_, id) => nestedRecord(id)),
    ["a", "é\n", "中文", "🟡", "\\".repeat(100), flat("plain ", 5000), flat("文", 5000)],
    [1, 2.5, -3, 1e21, 0.1 + 0.2, null, true],
    { [Math.random()]: [[[]]], a: { b: { c: {} } }, d: Object.assign(new Array(3), { 1: 0 }) },
    lockfile(5),
  ];
}

function record(id, random) {
  return {
    id,
    name: `user ${(id * 7919) % 100_003}`,
    email: `user${id}@example.com`,
    active: id % 3 === 0,
    score: Math.round(random() * 10_000) / 100,
    created: "2026-11-30T12:00:00.000Z",
    note: id % 5 ? null : `a longer note with some text in it, item ${id}`,
  };
}

function nestedRecord(id) {
  return {
    id,
    tags: ["a", "bb", "ccc"],
    address: { street: `Main St ${id}`, zip: String(10_000 + id) },
    items: [
      { sku: `x${id}`, qty: id % 10 },
      { sku: `y${id}`, qty: 3 },
    ],
  };
}

function lockfile(packages) {
  const entry = (_, index) => [
    `node_modules/p${index}`,
    {
      version: `1.${index}.0`,
      resolved: `https://packages.example/p${index}/-/p${index}-1.${index}.0.tgz`,
      integrity: `sha512-${"A".repeat(86)}`,
      dev: true,
      engines: { node: ">=10" },
      dependencies: { a: "^1.0.0", b: "^2.0.0" },
    },
  ];
  return { lockfileVersion: 3, packages: Object.fromEntries(Array.from({ length: packages }, entry)) };
}

function nested(around, innermost, depth = 3000) {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = around(value);
  return value;
}

function shared(around) {
  return nested(around, "leaf", 40);
}

function numbers(make) {
  const random = randomNumbers(1);
  return Array.from({ length: 1_000_000 }, () => make(random));
}

function filled(count, step) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index * step, "x"]));
}

/** One flat sequential string: joined of two, so that no engine keeps it as a tree. */
function flat(unit, units) {
  const text = unit.repeat(Math.ceil(units / unit.length));
  return [text.slice(0, units >> 1), text.slice(units >> 1, units)].join("");
}

function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
