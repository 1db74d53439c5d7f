import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordingFor } from "../../../src/json/cut/marker.js";
import { runs } from "../../support/runs.js";
import { MARKER } from "../reference.js";

const elision = (pointer: string, kept: number, total: number, from: number) => ({
  pointer,
  kept,
  total,
  next: { pointer, from },
});

describe("wordingFor", () => {
  const one = elision("/items", 4, 1234, 3);

  it("says how much is left out, and from where to read on", () => {
    const say = (noun: "item" | "member" | "record" | "char") =>
      wordingFor(noun, elision("/items", 0, 1234, 1234), 400)(one);
    expect(say("item")).toBe("[spillway: … 1,230 of 1,234 items omitted, next at /items from 3 …]");
    expect(say("member")).toBe("[spillway: … 1,230 of 1,234 members omitted, next at /items from 3 …]");
    expect(say("record")).toBe("[spillway: … 1,230 of 1,234 records omitted, next at /items from 3 …]");
    expect(say("char")).toBe("[spillway: … 1,230 of 1,234 chars omitted, next at /items from 3 …]");
    expect(wordingFor("item", elision("", 0, 1, 1), 400)(elision("", 0, 1, 0))).toBe(
      "[spillway: … 1 of 1 item omitted, next from 0 …]",
    );
  });

  it("takes a fourth of the room at most: it gets brief, then bare, then nothing", () => {
    const longest = elision("/items", 0, 1234, 1234);
    const words = (room: number) => wordingFor("item", longest, room)(longest);
    const [full, brief, bare] = [
      "[spillway: … 1,234 of 1,234 items omitted, next at /items from 1234 …]",
      "[spillway: … 1,234 of 1,234 items omitted …]",
      "[…]",
    ] as const;
    expect(words(4 * full.length)).toBe(full);
    expect(words(4 * full.length - 1)).toBe(brief);
    expect(words(4 * brief.length)).toBe(brief);
    expect(words(4 * brief.length - 1)).toBe(bare);
    expect(words(4 * bare.length)).toBe(bare);
    expect(words(4 * bare.length - 1)).toBe("");
    expect(words(0)).toBe("");
    expect(words(-5)).toBe("");
  });

  it.each([
    ["a space", "/a b"],
    ["a quote", '/a"b'],
    ["a bracket", "/a]"],
    ["a line", "/a\nb"],
    ["a letter that is not ASCII", "/é"],
    ["words that would end ours", "/… omitted …]"],
    ["81 units", `/${"a".repeat(80)}`],
  ])("leaves out a place with %s", (_name, pointer) => {
    const longest = elision(pointer, 0, 10, 10);
    expect(wordingFor("item", longest, 10_000)(longest)).toBe("[spillway: … 10 of 10 items omitted …]");
  });

  it("never says more of an elision than of the one that it was chosen for", () => {
    const pointers = fc.constantFrom("", "/a", "/a~1b/0", "/a b");
    const check = (pointer: string, total: number, part: number, from: number, room: number) => {
      const longest = elision(pointer, 0, total, total);
      const kept = part % total;
      const wording = wordingFor("item", longest, room);
      const words = wording(elision(pointer, kept, total, from % (kept + 1)));
      expect(words.length).toBeLessThanOrEqual(wording(longest).length);
      expect(4 * words.length).toBeLessThanOrEqual(Math.max(0, room));
      if (words !== "") expect(words).toMatch(MARKER);
    };
    const count = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 31 }));
    fc.assert(fc.property(pointers, count, fc.nat(), fc.nat(), fc.integer({ min: -5, max: 400 }), check), runs());
  });
});
