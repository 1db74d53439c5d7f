import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containerAt, fromStart, type Source } from "../../../src/json/cut/members.js";
import { keyOf, pointerTo } from "../../../src/json/cut/pointer.js";
import { Scanner } from "../../../src/json/cut/scan.js";
import { Skeleton } from "../../../src/json/cut/skeleton.js";
import { runs } from "../../support/runs.js";
import { jsonText } from "../arbitraries.js";
import { type Node, readNode, resolvePointer } from "../reference.js";

function sourceOf(text: string): Source {
  const skeleton = new Skeleton(text.length);
  new Scanner(text, skeleton).scan(0);
  return { text, skeleton };
}

describe("pointerTo", () => {
  it.each([
    ["a", "/a"],
    ["", "/"],
    ["a/b", "/a~1b"],
    ["m~n", "/m~0n"],
    ["~1", "/~01"],
    ["/~0/", "/~1~00~1"],
    [" ", "/ "],
    ['"', '/"'],
    ["\\", "/\\"],
    ["\n", "/\n"],
    ["0", "/0"],
    ["-", "/-"],
    ["__proto__", "/__proto__"],
    ["🟡", "/🟡"],
    ["\ud83d", "/\ud83d"],
  ])("names the member of the key %j as RFC 6901 does", (key, pointer) => {
    for (const json of [JSON.stringify(key), `"${[...key].map(escaped).join("")}"`]) {
      const text = ` { ${json} \n: 1}`;
      const source = sourceOf(text);
      const container = containerAt(source, { start: 1, end: text.length });
      const [member] = container === undefined ? [] : fromStart(source, container);
      expect(member).toBeDefined();
      if (member === undefined) continue;
      expect(keyOf(source, member)).toBe(key);
      expect(pointerTo("", source, member, 0)).toBe(pointer);
      expect(pointerTo("/x", source, member, 7)).toBe(`/x${pointer}`);
    }
  });

  it("gives pointers that lead back to the value, at any depth", () => {
    const check = (text: string) => {
      const source = sourceOf(text);
      const root = readNode(text) as Node;
      const rest: [Node, string][] = [[root, ""]];
      for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
        const [node, pointer] = next;
        const container = containerAt(source, node);
        if (container === undefined || !("members" in node)) continue;
        for (const [index, member] of [...fromStart(source, container)].entries()) {
          const to = pointerTo(pointer, source, member, index);
          const { key, value } = node.members[index] ?? node.members[0] ?? { key: undefined, value: node };
          const isLast = node.members.findLastIndex((other) => other.key === key) === index || key === undefined;
          // Of equal keys, a pointer names the last.
          if (!isLast) continue;
          expect(resolvePointer(root, to)).toBe(value);
          rest.push([value, to]);
        }
      }
    };
    fc.assert(fc.property(jsonText(), check), runs(300));
  });
});

function escaped(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
