import { describe, expect, it } from "vitest";
import { shrunk } from "./support.js";

const text = (units: number) => "x".repeat(units);

/** UTF-16 units of each value of an object. */
function sizes(json: string | undefined): Record<string, number> {
  const entries = Object.entries(JSON.parse(json ?? "null") as Record<string, unknown>);
  return Object.fromEntries(entries.map(([key, value]) => [key, JSON.stringify(value).length]));
}

describe("shrinkAlike", () => {
  it("keeps every member, and makes the largest values alike", () => {
    const value = { id: 7, a: text(1000), ok: true, b: text(3000), short: "as it is", c: text(500), none: null };
    const json = JSON.stringify(value);
    for (const room of [300, 600, 1500, 2500, json.length - 1]) {
      const kept = shrunk(json, room)?.text;
      expect(Object.keys(JSON.parse(kept ?? "") as object)).toEqual(Object.keys(value));
      expect(JSON.parse(kept ?? "")).toMatchObject({ id: 7, ok: true, short: "as it is", none: null });
      const { a = 0, b = 0, c = 0 } = sizes(kept);
      expect(b).toBeGreaterThanOrEqual(a);
      expect(a).toBeGreaterThanOrEqual(c);
      // What is cut at all is cut to the same size, but for a unit of rounding.
      const cut = [a < 1002 ? a : b, c < 502 ? c : b, b];
      expect(Math.max(...cut) - Math.min(...cut)).toBeLessThanOrEqual(1);
    }
  });

  it("passes what one value does not need on to the larger ones", () => {
    const json = JSON.stringify({ a: text(50), b: text(5000), c: [1, 2, 3] });
    const kept = sizes(shrunk(json, 1000)?.text);
    expect(kept).toMatchObject({ a: 52, c: 7 });
    expect(kept["b"]).toBe(1000 - json.length + 5002);
  });

  it("cuts what is in the values as it cuts these themselves", () => {
    const json = JSON.stringify({
      meta: { total: 200 },
      rows: [...Array(200).keys()],
      log: { lines: text(900), tail: text(9) },
    });
    const { text: kept, elisions } = shrunk(json, 300) ?? { text: "", elisions: [] };
    expect(JSON.parse(kept)).toMatchObject({ meta: { total: 200 }, log: { tail: text(9) } });
    expect(elisions.map(({ pointer }) => pointer)).toEqual(["/rows", "/log/lines"]);
  });

  it("keeps members whole from either end where each would have too little", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key${index}`, text(80)]));
    const kept = shrunk(JSON.stringify(many), 1000);
    for (const size of Object.values(sizes(kept?.text))) expect(size).toBe(82);
    expect(kept?.elisions).toHaveLength(1);
  });

  it("is for objects: items of an array are records, and stay whole", () => {
    const items = [1, 2, 3, 4].map((id) => ({ id, text: text(100) }));
    const kept = shrunk(JSON.stringify(items), 300);
    expect(JSON.parse(kept?.text ?? "")).toEqual([items[0], items[3]]);
  });

  it("keeps each of equal keys, in order", () => {
    const json = `{"a":"${text(400)}","a":1.0,"a":"${text(400)}","a":[1e400]}`;
    expect(shrunk(json, 200)?.text).toMatch(/^\{"a":"x+","a":1\.0,"a":"x+","a":\[1e400\]\}$/);
  });

  it("keeps the white space of the object as it is", () => {
    const json = JSON.stringify({ a: text(400), b: 1, c: text(400) }, null, 4);
    expect(shrunk(json, 200)?.text).toMatch(/^\{\n {4}"a": "x+",\n {4}"b": 1,\n {4}"c": "x+"\n\}$/);
  });
});
