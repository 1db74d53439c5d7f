import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectFields } from "../../src/json/selectFields.js";
import { isWellFormed } from "../../src/text/wellFormed.js";
import { runs } from "../support/runs.js";

const ROWS = [
  { id: 1, size: 2048, user: { name: "Ada", bio: "long" }, tags: [{ key: "a", note: "x" }, { key: "b" }], "a.b": 1 },
  { id: 2, size: 4096, user: { name: "Bob" }, tags: [], active: true },
];

describe("selectFields", () => {
  it("keeps what is named and what identifies, in the row's own order", () => {
    expect(selectFields(ROWS, ["active", "size"], ["id"])).toEqual([
      { id: 1, size: 2048 },
      { id: 2, size: 4096, active: true },
    ]);
    expect(Object.keys(selectFields(ROWS, ["size"], ["id"])[0] as object)).toEqual(["id", "size"]);
    expect(Object.keys(selectFields([{ z: 1, a: 2 }], ["a", "z"], [])[0] as object)).toEqual(["z", "a"]);
  });

  it("keeps the identity alone for no fields, and everything for undefined", () => {
    expect(selectFields(ROWS, [], ["id", "size", "absent"])).toEqual([
      { id: 1, size: 2048 },
      { id: 2, size: 4096 },
    ]);
    expect(selectFields(ROWS, undefined, ["id"])).toBe(ROWS);
    expect(selectFields(ROWS, [], [])).toEqual([{}, {}]);
  });

  it("follows paths, and * through every key or index", () => {
    expect(selectFields(ROWS, ["user.name"], [])).toEqual([{ user: { name: "Ada" } }, { user: { name: "Bob" } }]);
    expect(selectFields(ROWS, ["tags.*.key"], [])).toEqual([{ tags: [{ key: "a" }, { key: "b" }] }, {}]);
    expect(selectFields(ROWS, ["tags.1"], [])).toEqual([{ tags: [{ key: "b" }] }, {}]);
    expect(selectFields(ROWS, ["*.name"], [])).toEqual([{ user: { name: "Ada" } }, { user: { name: "Bob" } }]);
    expect(selectFields(ROWS, ["*"], [])).toEqual(ROWS);
    expect(selectFields(ROWS, ["a.b"], ["id"])).toEqual([{ id: 1, "a.b": 1 }, { id: 2 }]);
    expect(selectFields([{ a: { b: 1, c: 2 } }], ["a", "a.b"], [])).toEqual([{ a: { b: 1, c: 2 } }]);
  });

  it("names the fields that no row has, and those that there are", () => {
    expect(() => selectFields(ROWS, ["size", "sise", "user.nme"], ["id"])).toThrow(
      new RangeError('unknown field "sise", "user.nme"; known fields: "id", "size", "user", "tags", "a.b", "active"'),
    );
    expect(selectFields([], ["anything"], ["id"])).toEqual([]);
    expect(selectFields([1, null, "x"], ["anything"], [])).toEqual([1, null, "x"]);
  });

  it("keeps such a message short and well formed, whatever the names", () => {
    const names = Array.from({ length: 5000 }, (_, index) => `${index}${"\ud800".repeat(500)}`);
    const row = Object.fromEntries(names.map((name) => [`k${name}`, 1]));
    const message = (() => {
      try {
        selectFields([row], names, []);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    })();
    expect(message).toMatch(/^unknown field "0/);
    expect(message.length).toBeLessThan(10_000);
    expect(isWellFormed(message)).toBe(true);
  });

  it("neither reads nor copies what is not selected, and copies nothing of what is", () => {
    const calls: string[] = [];
    const big = { deep: [1] };
    const row = {
      id: 1,
      big,
      get other() {
        calls.push("other");
        return 1;
      },
      trap: new Proxy({}, { get: () => calls.push("get"), ownKeys: () => [`${calls.push("ownKeys")}`] }),
    };
    const [selected] = selectFields([row], ["big"], ["id"]);
    expect(selected?.big).toBe(big);
    expect(selectFields([row], ["big", "trap"], [])[0]?.trap).toBe(row.trap);
    expect(() => selectFields([row], ["other"], [])).toThrow(/^unknown field "other"/);
    expect(() => selectFields([row], ["trap.x"], [])).toThrow(/^unknown field "trap.x"/);
    expect(calls).toEqual([]);
  });

  it("makes own properties of names that mean something to the language", () => {
    const row = JSON.parse('{"__proto__":{"polluted":1},"constructor":2,"id":3}') as Record<string, unknown>;
    const [selected] = selectFields([row], ["__proto__", "constructor"], []) as [Record<string, unknown>];
    expect(Object.keys(selected)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(selected)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it("ends on rows that contain themselves", () => {
    const row: Record<string, unknown> = { id: 1 };
    row["self"] = row;
    expect(selectFields([row], ["self.self.id"], [])).toEqual([{ self: { self: { id: 1 } } }]);
    expect(() => selectFields([row], [Array(65).fill("self").join(".")], [])).toThrow(RangeError);
  });

  it("names a wrong argument", () => {
    expect(() => selectFields({} as never, [], [])).toThrow(new TypeError("rows must be an array"));
    expect(() => selectFields([], "id" as never, [])).toThrow(new TypeError("fields must be an array"));
    expect(() => selectFields([], [], [1] as never)).toThrow(new TypeError("identity[0] must be a string, got 1"));
  });

  it("always keeps exactly the named keys of flat rows", () => {
    const key = fc.constantFrom("id", "a", "b", "c", "__proto__");
    const row = fc.uniqueArray(key).map((keys) => Object.fromEntries(keys.map((name, index) => [name, index])));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.array(key), (rows, fields) => {
        const known = new Set(rows.flatMap((each) => Object.keys(each)));
        if (!fields.every((field) => known.has(field))) {
          expect(() => selectFields(rows, fields, ["id"])).toThrow(RangeError);
          return;
        }
        const kept = new Set([...fields, "id"]);
        const expected = rows.map((each) =>
          Object.fromEntries(Object.entries(each).filter(([name]) => kept.has(name))),
        );
        expect(selectFields(rows, fields, ["id"])).toEqual(expected);
      }),
      runs(500),
    );
  });
});
