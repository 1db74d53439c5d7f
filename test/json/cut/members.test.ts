import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateJson } from "../../../src/json/cut/locate.js";
import {
  type Container,
  containerAt,
  fromEnd,
  fromStart,
  isEscaped,
  type Member,
  type Source,
} from "../../../src/json/cut/members.js";
import { Scanner } from "../../../src/json/cut/scan.js";
import { Skeleton } from "../../../src/json/cut/skeleton.js";
import { runs } from "../../support/runs.js";
import { jsonText, ndjsonText } from "../arbitraries.js";
import { type Members, type Node, readNode, recordsOf } from "../reference.js";

/** A text and the skeleton that a scan makes of it: with small constants it comes into play in small texts. */
function sourceOf(text: string, constants: { leastUnits?: number; mostValues?: number } = {}): Source {
  const skeleton = new Skeleton(text.length, constants);
  expect(new Scanner(text, skeleton).scan(0)).not.toBe(-1);
  return { text, skeleton };
}

function expectMembers(source: Source, container: Container, { members }: Members): void {
  const expected = members.map(({ start, value }): Member => ({ start, valueStart: value.start, end: value.end }));
  expect(container.count).toBe(expected.length);
  expect([...fromStart(source, container)]).toEqual(expected);
  expect([...fromEnd(source, container)]).toEqual(expected.reverse());
}

/** Every container of the text has the members that a slow reader finds, from either end. */
function expectAllMembers(text: string, constants?: { leastUnits?: number; mostValues?: number }): void {
  const source = sourceOf(text, constants);
  const root = readNode(text) as Node;
  for (const rest = [root]; rest.length > 0; ) {
    const node = rest.pop() as Node;
    const container = containerAt(source, node);
    if (!("members" in node)) {
      expect(container).toBeUndefined();
      continue;
    }
    expect(container?.hasKeys).toBe(node.kind === "object");
    expectMembers(source, container as Container, node);
    rest.push(...node.members.map(({ value }) => value));
  }
}

describe("fromStart, fromEnd and containerAt", () => {
  it("find the members that a slow reader finds", () => {
    fc.assert(
      fc.property(jsonText(), (text) => expectAllMembers(text)),
      runs(),
    );
  });

  it("find the same with any skeleton, be it one that had to forget", () => {
    const constants = fc.record({ leastUnits: fc.integer({ min: 1, max: 200 }), mostValues: fc.constantFrom(64, 128) });
    fc.assert(fc.property(jsonText(), constants, expectAllMembers), runs());
  });

  it("find the records of NDJSON", () => {
    const check = (text: string) => {
      const located = locateJson(text);
      expect(located?.records).toBeDefined();
      expectMembers(located?.source as Source, located?.records as Container, recordsOf(text));
    };
    fc.assert(fc.property(ndjsonText(), check), runs());
  });

  it.each([
    ["escaped quotes", '["\\"","\\"\\"",{"\\"":"\\\\\\""}]'],
    ["backslashes", '["\\\\","\\\\\\\\","\\\\\\"",{"\\\\":"\\\\"}]'],
    ["brackets in strings", '["[","]","{","}","[[","]]",{"]":"["},{"}":"{"},",",":"]'],
    ["white space everywhere", ' [ 1 , "a" , { "b" : [ ] , "c" : { } } , \n\t\r null ] '],
    ["nothing", "[]"],
    ["only white space", "{ \n }"],
    ["scalars next to brackets", '[[1],[true],{"a":-1.5e+9},{"a":null}]'],
    ["equal keys", '{"a":1,"a":2,"a":{"a":3}}'],
  ])("%s", (_name, text) => {
    for (const leastUnits of [1, 4, 1024]) expectAllMembers(text, { leastUnits });
  });

  it.each(["[", "]", "{", "}", '\\"', "\\\\", "\\u0022", ",", ":", " ", "🟡"])(
    "find members next to values just below and above the size from which they are looked up: strings of %s",
    (piece) => {
      for (const units of [126, 127, 128, 129, 1022, 1023, 1024, 1025, 1026, 2048, 2049]) {
        const times = Math.floor((units - 2) / piece.length);
        const string = `"${piece.repeat(times)}${"x".repeat(units - 2 - times * piece.length)}"`;
        expect(string).toHaveLength(units);
        const texts = [
          `[1,${string},2]`,
          `{"a":1,"b":${string},"c":2}`,
          `{"a":[[${string}]],"b":{"c":${string}}}`,
          `{${string}:${string},"x":0}`,
          `[[1,2,[${string}]],3]`,
        ];
        for (const text of texts) expectAllMembers(text);
      }
    },
  );

  it.each([1021, 1022, 1023, 1024, 1025, 1026, 1027])(
    "find members next to an array and an object of %i units",
    (units) => {
      const array = `[${"1,".repeat(100)}[${"1".repeat(units - 204)}]]`;
      const object = `{"k":${array.replace("111111", "")}}`;
      for (const large of [array, object]) {
        expect(large).toHaveLength(units);
        for (const text of [
          `[${large}]`,
          `[1,${large},2]`,
          `{"a":${large},"b":${large}}`,
          `[[${large},1],[1,${large}]]`,
        ]) {
          expectAllMembers(text);
        }
      }
    },
  );

  it("find keys of any length", () => {
    for (const units of [0, 1, 1021, 1022, 1023, 1024, 5000, 70_000]) {
      for (const piece of ["k", "\\\\", '\\"', "\\u0041"]) {
        const key = `"${piece.repeat(Math.floor(units / piece.length))}"`;
        expectAllMembers(`{"a":1,${key}:2,"b":[3]}`);
        expectAllMembers(`{${key} : {${key}:1}}`);
      }
    }
  });

  it("take no more of the members than is asked for", () => {
    const text = `[${"[1,2,3],".repeat(100_000)}0]`;
    const source = sourceOf(text);
    const container = containerAt(source, { start: 0, end: text.length }) as Container;
    const reads: number[] = [];
    const counted: Source = {
      skeleton: source.skeleton,
      text: new Proxy(new String(text), {
        get: (target, name) => {
          const found = Reflect.get(target, name);
          if (typeof found !== "function") return found;
          return (...args: number[]) => {
            reads.push(args[0] as number);
            return found.apply(text, args);
          };
        },
      }) as unknown as string,
    };
    const [first] = fromStart(counted, container);
    const [last] = fromEnd(counted, container);
    expect(first).toEqual({ start: 1, valueStart: 1, end: 8 });
    expect(last).toEqual({ start: text.length - 2, valueStart: text.length - 2, end: text.length - 1 });
    expect(reads.length).toBeLessThan(40);
  });
});

describe("isEscaped", () => {
  it("counts the backslashes before a position", () => {
    for (let backslashes = 0; backslashes < 6; backslashes++) {
      expect(isEscaped(`a${"\\".repeat(backslashes)}"`, 1 + backslashes)).toBe(backslashes % 2 === 1);
      expect(isEscaped(`${"\\".repeat(backslashes)}"`, backslashes)).toBe(backslashes % 2 === 1);
    }
  });
});
