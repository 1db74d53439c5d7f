/** Requests by pointer that are wrong, documents that are broken, and what windows cost. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutJson } from "../../../src/json/cutJson.js";
import type { SpillWindow } from "../../../src/spill/readSpill.js";
import type { SpillRequest } from "../../../src/spill/request.js";
import { fits } from "../../../src/text/fits.js";
import { runs } from "../../support/runs.js";
import { type Document, document, valuesOf, write } from "./documents.js";
import { counting, follow, keep, windowOf } from "./support.js";

const hint = fc.record(
  {
    from: fc.nat(40),
    within: fc.constantFrom("", "/a", "/0", "/a/0", "/~1"),
    at: fc.oneof(fc.nat(300), fc.constantFrom(2 ** 40, 0)),
    kind: fc.constantFrom("array", "object", "records", "string" as const),
    steps: fc.constantFrom("", "a0", "o0", "r0", "a1o2", "o999999999"),
  },
  { requiredKeys: [] },
);

/** One value, or a record a line. */
function areJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.includes("\n") && text.split("\n").every(areJson);
  }
}

describe("hints from strangers", () => {
  it("should never break anything: a window that fits, or a RangeError", async () => {
    const pointer = fc.constantFrom("", "/a", "/0", "/a/0", "/0/a", "/~1", "/", "/__proto__", "/constructor/name");
    await fc.assert(
      fc.asyncProperty(
        document,
        pointer,
        hint,
        fc.integer({ min: 4, max: 60 }),
        async (document, pointer, hint, maxBytes) => {
          const kept = await keep(document.text);
          try {
            const window = await windowOf(kept, { pointer, ...hint } as SpillRequest, { maxBytes });
            expect(fits(window.text, { maxBytes })).toBe(true);
            expect(window.range.end).toBeLessThanOrEqual(window.total);
            if (window.json !== undefined && window.json.count > 0) expect(areJson(window.text)).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
        },
      ),
      runs(1000),
    );
  });

  it("should show no more by a right hint than without", async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 14, max: 60 }), async (document, maxBytes) => {
        const keys = [...valuesOf(document.root)].map(({ pointer }) => pointer);
        fc.pre(!keys.includes(undefined)); // where a key is given twice, only the hint knows which
        const kept = await keep(document.text);
        const plain = ({ at: _at, kind: _kind, steps: _steps, ...rest }: SpillRequest) => rest;
        const hinted = await follow(kept, { pointer: "" }, { maxBytes });
        expect(await follow(kept, { pointer: "" }, { maxBytes }, plain)).toEqual(hinted);
      }),
      runs(150),
    );
  });

  it.each([
    [{ pointer: "a" }, RangeError, 'pointer must be a JSON Pointer: empty, or like "/rows/0/name"'],
    [{ pointer: "/~2" }, RangeError, 'pointer must be a JSON Pointer: empty, or like "/rows/0/name"'],
    [{ pointer: 5 }, TypeError, "pointer must be a string, got 5"],
    [{ pointer: "", from: -1 }, RangeError, "from must be an integer ≥ 0, got -1"],
    [{ pointer: "/a", within: "/b" }, RangeError, "within must name a value that has the one of pointer inside it"],
    [{ pointer: "/ab", within: "/a" }, RangeError, "within must name a value that has the one of pointer inside it"],
    [{ pointer: "", at: 0.5, kind: "array" }, RangeError, "at must be an integer ≥ 0, got 0.5"],
    [
      { pointer: "", at: 1, kind: "map" },
      RangeError,
      'kind must be one of "array", "object", "records", "string", got "map"',
    ],
    [{ pointer: "", steps: "x1" }, RangeError, "steps must be like a17o3"],
    [
      { pointer: "", lines: { from: 1 } },
      TypeError,
      "request must have exactly one of bytes, lines, search, pointer, or nothing",
    ],
  ])("%j should be told by name", async (request, Kind, message) => {
    await expect(windowOf(await keep("[1]"), request as SpillRequest, {})).rejects.toThrow(new Kind(message));
  });

  it("should tell a pointer that leads nowhere", async () => {
    const kept = await keep('{"a":[1,2],"b":"text","":{"c":null}}');
    for (const pointer of ["/c", "/a/2", "/a/01", "/a/-", "/b/0", "/a/0/x", "/length", "//d"]) {
      await expect(windowOf(kept, { pointer }, {})).rejects.toThrow(
        new RangeError("pointer leads to no value of this Spill"),
      );
    }
    expect((await windowOf(kept, { pointer: "//c" }, {})).text).toBe("null");
  });

  it("should take the first of two members with one key, and still show both", async () => {
    const text = '{"a":"xxxxxxxxxxxxxxxxxxxx","a":["yyyyyyyyyyyyyyyyyyyy"],"b":1}';
    const kept = await keep(text);
    expect((await windowOf(kept, { pointer: "/a" }, {})).text).toBe('"xxxxxxxxxxxxxxxxxxxx"');
    const texts = (await follow(kept, { pointer: "" }, { maxBytes: 12 })).map((window) => window.text);
    expect(texts).toEqual(['"xxxxxxxxxx"', '"xxxxxxxxxx"', '"yyyyyyyyyy"', '"yyyyyyyyyy"', '{"b":1}']);
  });

  it("should show what is nested too deeply by bytes, and end", async () => {
    const text = "[".repeat(5000) + "]".repeat(5000);
    const kept = await keep(text);
    const windows = await follow(kept, { pointer: "" }, { maxBytes: 1000 });
    expect(windows[0]?.json).toBeUndefined();
    expect(windows.map((window) => window.text).join("")).toBe(text.slice(201));
    const value = await windowOf(kept, { pointer: "/0".repeat(4999) }, { maxBytes: 1000 });
    expect(value.text).toBe("[]");
  });
});

describe("documents that are broken", () => {
  it.each([
    "",
    " ",
    "plain text",
    "hello",
    "true or false",
    "{]",
    "[1,,2]",
    "[1 2]",
    '{"a" 1}',
    '{"a":1',
    '"abc',
    '["a\nb"]',
    '["\\x"]',
    "[tru]",
    '{"a":01}',
    "]",
  ])("%j should be a RangeError", async (text) => {
    await expect(windowOf(await keep(text), { pointer: "" }, {})).rejects.toThrow(
      new RangeError("pointer needs a Spill of JSON, and this is none"),
    );
  });

  it("should never throw anything else, whatever is in the Spill", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(fc.constantFrom(...'[]{}",:\\u0e1 \n'), { maxLength: 60 }).map((parts) => Buffer.from(parts.join(""))),
    );
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom("", "/0", "/", "/0/0"),
        fc.boolean(),
        async (bytes, pointer, incomplete) => {
          const kept = await keep(bytes, { incomplete });
          try {
            for (const { text } of await follow(kept, { pointer }, { maxBytes: 8 }))
              expect(fits(text, { maxBytes: 8 })).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
        },
      ),
      runs(1500),
    );
  });

  it("should give of a partial Spill what came whole, and the rest by bytes", async () => {
    const whole = JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, name: `item ${id}` })));
    for (let cut = 2; cut < whole.length; cut += 7) {
      const text = whole.slice(0, cut);
      const kept = await keep(text, { incomplete: true });
      let request: SpillRequest | undefined = { pointer: "" };
      const records: unknown[] = [];
      let rest = "";
      while (request !== undefined) {
        const window: SpillWindow | Error = await windowOf(kept, request, { maxBytes: 200 }).catch(
          (error: Error) => error,
        );
        if (window instanceof Error) {
          expect(window).toEqual(new RangeError("pointer leads to where the JSON of this Spill breaks off"));
          break;
        }
        if (window.json === undefined) rest += window.text;
        else if (window.json.pointer === "") records.push(...(JSON.parse(window.text) as unknown[]));
        request = window.next;
      }
      const expected = (JSON.parse(whole) as unknown[]).filter((_, id) => text.includes(`"item ${id}"}`));
      expect(records).toEqual(expected);
      expect(text.endsWith(rest)).toBe(true);
    }
  });

  it("should show of a string that a partial Spill breaks off in all that came", async () => {
    const kept = await keep(`{"log":"${"line\\n".repeat(100)}`, { incomplete: true });
    const windows = await follow(kept, { pointer: "/log" }, { maxBytes: 64 });
    expect(windows.map(({ text }) => JSON.parse(text) as string).join("")).toBe("line\n".repeat(100));
  });

  it("should not take a number for whole that a partial Spill ends with", async () => {
    const kept = await keep("[1,2,34", { incomplete: true });
    const [first, second] = await follow(kept, { pointer: "" }, {});
    expect(first).toMatchObject({ text: "[1,2]", next: { bytes: { from: 4 } } });
    expect(second?.text).toBe(",34");
  });
});

describe("what cutJson leaves out", () => {
  it("should always open exactly there", async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 30, max: 300 }), async ({ text, root }: Document, maxBytes) => {
        fc.pre(![...valuesOf(root)].some(({ pointer }) => pointer === undefined));
        const { elisions, kind } = cutJson(text, { maxBytes });
        fc.pre(kind === "json");
        const kept = await keep(text);
        for (const { next } of elisions) {
          if (next === undefined) continue;
          const value = [...valuesOf(root)].find(({ pointer }) => pointer === next.pointer);
          const window = await windowOf(kept, next, {});
          expect(window.json).toMatchObject(next);
          if (value?.kind === "string") expect(JSON.parse(window.text)).toBe(value.text?.slice(next.from));
          else expect(window.range.start).toBe(value?.members[next.from]?.start);
        }
      }),
      runs(500),
    );
  });
});

describe("what a window costs", () => {
  const WINDOW = 4096;
  /** A read goes 64 KiB ahead, and a page may read its members once more. */
  const READ_AHEAD = 4 * 65_536;

  it.each([
    [
      "small members",
      write(
        { kind: "array", items: Array.from({ length: 60_000 }, (_, id) => ({ kind: "scalar", text: String(id) })) },
        "pretty",
      ),
    ],
    [
      "members that are larger than a window",
      write(
        {
          kind: "array",
          items: Array.from({ length: 120 }, (_, id) => ({
            kind: "string",
            text: `${id} `.repeat(3000),
            escaped: false,
          })),
        },
        "compact",
      ),
    ],
  ])("of %s, page k takes as many bytes from the store as the first", async (_name, { text }) => {
    const kept = await keep(text);
    const { sink, taken } = counting(kept.sink);
    let pages = 0;
    let most = 0;
    for (let request: SpillRequest | undefined = { pointer: "" }; request !== undefined; pages++) {
      request = (await windowOf({ ...kept, sink }, request, { maxBytes: WINDOW })).next;
      const bytes = taken();
      if (pages > 0) most = Math.max(most, bytes);
    }
    expect(pages).toBeGreaterThan(100);
    expect(kept.bytes.length).toBeGreaterThan((4 * READ_AHEAD) / 2);
    expect(most).toBeLessThanOrEqual(READ_AHEAD);
  });
});
