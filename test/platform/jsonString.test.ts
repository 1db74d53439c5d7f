/** Sizes of strings in JSON: Node's ways against the plain one and the text, at every size at which the ways change. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonStringCounter } from "../../src/platform/jsonKernel.js";
import * as node from "../../src/platform/node.js";
import * as portable from "../../src/platform/portable.js";
import { isWellFormed } from "../../src/text/wellFormed.js";
import { anyString } from "../json/values.js";
import { runs } from "../support/runs.js";

/** Units from which on the kernel is taken, of its steps, of its sums and of its pieces. */
const EDGES = [24, 32, 1024, 2048, 12_288, 24_576];
const KINDS = [
  ...["a", '"', "\\", "\b", "\n", "\u0000", "\u000b", "\u000f", "\u0010", "\u001f", " ", "\u007f"],
  ...["\u0080", "é", "ÿ", "\u0100", "\u07ff", "\u0800", "中", "\u2222", "\u5c5c", "\uffff"],
  ...["🟡", "\ud83d", "\udfe1", "\ud800", "\udbff", "\udc00", "\udfff", "\ud83d\ud83d\udfe1\udfe1"],
];

function bySize(text: string) {
  const json = JSON.stringify(text);
  return { bytes: Buffer.byteLength(json) - 2, escapedBytes: Buffer.byteLength(JSON.stringify(json)) - 6 };
}

describe("measureJsonString", () => {
  const count = createJsonStringCounter() as (text: string) => ReturnType<typeof bySize>;

  it("should have its kernel on this runtime", () => {
    expect(count).toBeTypeOf("function");
  });

  it("should count whatever a text holds at any place of a step", () => {
    for (const kind of KINDS) {
      for (let before = 0; before < 70; before++) {
        for (const filler of ["x", "中", "\ud83d", '"']) {
          const text = filler.repeat(before) + kind + "y".repeat(70 - before);
          const expected = bySize(text);
          const { bytes, escapedBytes } = count(text);
          if (bytes !== expected.bytes || escapedBytes !== expected.escapedBytes) {
            expect.unreachable(`${before} ${JSON.stringify(kind)} in ${JSON.stringify(filler)}`);
          }
        }
      }
    }
  });

  it("should count the most that its sums can hold, on both sides of every edge", () => {
    for (const kind of KINDS) {
      for (const edge of EDGES) {
        for (let units = edge - 2; units <= edge + 2; units++) {
          const text = kind.repeat(units).slice(0, units);
          expect(count(text), `${units} ${JSON.stringify(kind)}`).toEqual(bySize(text));
          expect(count(`中${text}`), `${units} ${JSON.stringify(kind)}`).toEqual(bySize(`中${text}`));
        }
      }
    }
  });

  it("should always agree with the plain way and with the text", () => {
    const text = fc.oneof(
      anyString,
      fc
        .tuple(
          fc.constantFrom(...EDGES),
          fc.array(fc.constantFrom(...KINDS), { minLength: 1 }),
          fc.integer({ min: -3, max: 3 }),
        )
        .map(([edge, kinds, more]) =>
          kinds
            .join("")
            .repeat(edge)
            .slice(0, edge + more),
        ),
    );
    fc.assert(
      fc.property(text, (one) => {
        const expected = bySize(one);
        expect(portable.measureJsonString(one)).toEqual(expected);
        expect(node.measureJsonString(one)).toEqual(expected);
        expect(count(one)).toEqual(expected);
      }),
      runs(2000, 60_000),
    );
  });

  it("should count what is no flat string", () => {
    let rope = "";
    for (let index = 0; index < 3000; index++) rope += `${index}"é\n`;
    for (const text of [rope, rope.slice(5, 20_000), rope.slice(1).slice(1)]) {
      expect(node.measureJsonString(text)).toEqual(bySize(text));
    }
    const external = Buffer.alloc(2_000_000, 'a"é\n', "latin1").toString("latin1");
    expect(node.measureJsonString(external)).toEqual(bySize(external));
  });
});

describe.each(Object.entries({ node, portable }))("isBoxed of %s", (name, { isBoxed }) => {
  const disguised = (primitive: unknown) => Object.setPrototypeOf(Object(primitive), Object.prototype);

  it("should tell what JSON.stringify unwraps", () => {
    for (const primitive of [0, "", true, 1n]) expect(isBoxed(Object(primitive)), typeof primitive).toBe(true);
    for (const primitive of [0, "", true]) expect(isBoxed(disguised(primitive)), typeof primitive).toBe(true);
    // To ask for it would cost a thrown error for each plain object.
    expect(isBoxed(disguised(1n))).toBe(name === "node");
  });

  it("should take nothing else for it, and run nothing", () => {
    const tagged = Object.defineProperty({}, Symbol.toStringTag, { get: () => expect.unreachable() });
    const others = [
      {},
      [],
      Object(Symbol("s")),
      new Date(),
      new Map(),
      () => 1,
      tagged,
      Object.create(Number.prototype),
    ];
    for (const value of others) expect(isBoxed(value)).toBe(false);
  });
});

describe("isPlainJson", () => {
  it("should find what is escaped at any place of a step, on either platform", () => {
    for (const kind of KINDS.filter(isWellFormed)) {
      const isPlain = JSON.stringify(kind) === `"${kind}"`;
      for (let before = 0; before < 70; before++) {
        for (const filler of ["x", "中", "🟡"]) {
          const text = filler.repeat(before) + kind + "y".repeat(70 - before);
          if (node.isPlainJson(text) !== isPlain || portable.isPlainJson(text) !== isPlain) {
            expect.unreachable(`${before} ${JSON.stringify(kind)} in ${JSON.stringify(filler)}`);
          }
        }
      }
    }
  });
});
