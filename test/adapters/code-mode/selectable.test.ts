/** One projection of lists for all who call. */
import { createBridge, type ListShape, selectable } from "spillway/code-mode";
import { selectFields } from "spillway/json";
import { describe, expect, it, vi } from "vitest";

const PAGES = [
  { id: 1, bytes: 90_210, title: "One", body: "x".repeat(100) },
  { id: 2, bytes: 7, title: "Two", body: "y".repeat(7) },
];
const SHAPE: ListShape = { identity: ["id", "bytes"] };

describe("selectable", () => {
  it("should give the identity of each row for no fields, and those that are named besides", async () => {
    const list = vi.fn(() => PAGES);
    const pages = selectable(list, SHAPE);
    expect(await pages({ fields: [], year: 2026 })).toEqual([
      { id: 1, bytes: 90_210 },
      { id: 2, bytes: 7 },
    ]);
    expect(await pages({ fields: ["title"] })).toEqual(selectFields(PAGES, ["title"], ["id", "bytes"]));
    expect(await pages({ year: 2026 })).toBe(PAGES);
    expect(await pages()).toBe(PAGES);
    // Once a call, and without `fields`, of which it knows nothing.
    expect(list.mock.calls).toEqual([[{ year: 2026 }], [{}], [{ year: 2026 }], [undefined]]);
  });

  it("should select in rows that stand in the result, and leave what stands beside them", async () => {
    const pages = selectable(() => ({ items: PAGES, next: 3 }), { ...SHAPE, rows: "items" });
    expect(await pages({ fields: [] })).toEqual({
      items: [
        { id: 1, bytes: 90_210 },
        { id: 2, bytes: 7 },
      ],
      next: 3,
    });
  });

  it("should reject what cannot be selected, and name the fields there are", async () => {
    const pages = selectable(() => PAGES, SHAPE);
    await expect(pages({ fields: ["author"] })).rejects.toThrow(
      'unknown field "author"; known fields: "id", "bytes", "title", "body"',
    );
    await expect(pages({ fields: "title" })).rejects.toThrow(/fields must be an array/);
    await expect(selectable(() => 7, SHAPE)({ fields: [] })).rejects.toThrow(/must be a list/);
    await expect(
      selectable(() => ({ items: new Proxy([], {}) }), { ...SHAPE, rows: "items" })({ fields: [] }),
    ).rejects.toThrow(/must be a list/);
    await expect(selectable(() => new Proxy([], {}), SHAPE)({})).rejects.toThrow(/not a proxy/);
    await expect(selectable(() => 7, { ...SHAPE, rows: "items" })({ fields: [] })).rejects.toThrow(/must be an object/);
    await expect(selectable(() => ({}), { ...SHAPE, rows: "items" })({ fields: [] })).rejects.toThrow(/must be a list/);
  });

  it("should pass on what else the function gets", async () => {
    const list = selectable((_args: unknown, context: { user: string }) => [{ id: context.user }], SHAPE);
    expect(await list({ fields: [] }, { user: "ada" })).toEqual([{ id: "ada" }]);
  });

  it("should be what a bridge does for a tool that lists, in its declaration too", async () => {
    const tool = { execute: () => PAGES, list: SHAPE };
    const bridge = createBridge({ tools: { pages: tool } });
    expect(await bridge.invoke("pages", { fields: [] })).toEqual({
      ok: true,
      value: await selectable(tool.execute, SHAPE)({ fields: [] }),
    });
    expect(bridge.tools[0]?.inputSchema).toEqual({
      type: "object",
      properties: { fields: { type: "array", items: { type: "string" } } },
    });
    expect(await bridge.invoke("pages", { fields: ["author"] })).toMatchObject({
      ok: false,
      error: { kind: "failed", name: "RangeError" },
    });
  });

  it.each<[string, unknown, unknown, RegExp]>([
    ["list", 1, SHAPE, /list must be a function/],
    ["shape", () => [], undefined, /shape must be an object/],
    ["identity", () => [], {}, /identity must be an array/],
    ["rows", () => [], { identity: [], rows: 1 }, /shape.rows must be a string/],
  ])("should name the caller's mistake in %s", (_name, list, shape, message) => {
    expect(() => selectable(list as () => unknown, shape as ListShape)).toThrow(message);
  });
});
