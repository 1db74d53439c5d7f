/** What crosses between host and guest: measured, bounded, recorded, and recoverable in the same program. */
import fc from "fast-check";
import {
  type BridgeOptions,
  type BridgeTool,
  createBridge,
  createScriptOutput,
  createScriptStore,
  type Outcome,
  type ProjectedError,
  transportLimits,
} from "spillway/code-mode";
import { measureJson } from "spillway/json";
import { linearRegex } from "spillway/regex";
import { memorySpill } from "spillway/spill";
import { describe, expect, it, vi } from "vitest";
import { runs } from "../../support/runs.js";
import { guestOf, runGuest } from "./support.js";

const MIB = 2 ** 20;
const echo: BridgeTool = { execute: (args) => args };

function bridgeOf(tools: BridgeOptions["tools"], options: Partial<BridgeOptions> = {}) {
  return createBridge({ spill: memorySpill({ key: "test" }), ...options, tools });
}

function errorOf(outcome: Outcome): ProjectedError {
  if (outcome.ok) throw new TypeError("it did not fail");
  return outcome.error;
}

describe("call", () => {
  it("should take JSON text and give JSON text", async () => {
    const bridge = bridgeOf({ add: (args) => (args as number[]).reduce((a, b) => a + b) });
    expect(await bridge.call("add", "[1,2,3]")).toBe('{"ok":true,"value":6}');
  });

  it("should give nothing for undefined, and take none for no arguments", async () => {
    const bridge = bridgeOf({ echo });
    expect(await bridge.call("echo")).toBe('{"ok":true}');
    expect(await bridge.call("echo", "")).toBe('{"ok":true}');
  });

  it("should let through what only JSON text lets through: NUL, lone surrogates, a byte order mark", async () => {
    const texts = ["\0a\0", "\ud83d", "\udfe1x", "\ufeffx", "\u2028", "__proto__", "🟡"];
    const bridge = bridgeOf({ echo });
    const guest = guestOf(bridge);
    expect(JSON.stringify(await guest.tools["echo"]?.(texts))).toBe(JSON.stringify(texts));
    expect(await runGuest(bridge, `return ${JSON.stringify(texts)}`)).toEqual({ ok: true, value: texts });
  });

  it("should look at the length of arguments before it copies them out", async () => {
    const slice = vi.fn(() => "");
    const bridge = bridgeOf({ echo });
    const reply = await bridge.call("echo", { length: 500_000_000, slice });
    expect(slice).not.toHaveBeenCalled();
    expect(JSON.parse(reply).error).toMatchObject({
      kind: "capacity",
      operation: "echo",
      scope: "tool-arguments",
      measured: 500_000_000,
      measuredIsLowerBound: true,
      limit: MIB,
      unit: "bytes",
    });
  });

  it.each<[string, number, boolean]>([
    ["at the limit", 0, true],
    ["one byte beyond", 1, false],
  ])("should decide arguments and results %s exactly", async (_where, excess, ok) => {
    for (const unit of ["a", "é", "🟡", "\\"]) {
      const size = Buffer.byteLength(JSON.stringify(unit.repeat(1000)));
      const limit = size - excess;
      const value = unit.repeat(1000);
      const inward = bridgeOf({ echo: () => 1 }, { limits: { maxArgumentBytes: limit } });
      expect(JSON.parse(await inward.call("echo", JSON.stringify(value))).ok).toBe(ok);
      expect((await inward.invoke("echo", value)).ok).toBe(ok);
      const outward = bridgeOf({ give: () => value }, { limits: { maxResultBytes: limit } });
      expect(JSON.parse(await outward.call("give")).ok).toBe(ok);
      const back = await runGuest(
        bridgeOf({}, { limits: { maxReturnBytes: limit } }),
        `return ${JSON.stringify(value)}`,
      );
      expect(back.ok).toBe(ok);
      if (!back.ok) expect(back.error).toMatchObject({ kind: "capacity", scope: "return-value", limit });
    }
  });

  it("should count the second layer where the engine has one", async () => {
    const value = 'say "hi"\n'.repeat(100);
    const { bytes = 0 } = measureJson(value, { layers: 2 }) as { bytes?: number };
    const give = { give: () => value };
    expect((await bridgeOf(give, { layers: 2, limits: { maxResultBytes: bytes } }).invoke("give")).ok).toBe(true);
    const refused = await bridgeOf(give, { layers: 2, limits: { maxResultBytes: bytes - 1 } }).invoke("give");
    expect(errorOf(refused)).toMatchObject({ kind: "capacity", measured: bytes, limit: bytes - 1 });
  });

  it("should limit what one program gets in all, also in parallel", async () => {
    const bridge = bridgeOf({ give: async () => "x".repeat(98) }, { limits: { maxTotalBytes: 1000 } });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => bridge.invoke("give")));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(10);
    expect(errorOf(outcomes[11] as Outcome)).toMatchObject({ kind: "capacity", limit: 0, measured: 100 });
  });

  it("should limit the calls of one program, and the records of what it repeats without end", async () => {
    const bridge = bridgeOf({ echo }, { limits: { maxCalls: 3 } });
    for (let call = 1; call <= 3; call++) expect((await bridge.invoke("echo", call)).ok).toBe(true);
    for (let call = 4; call <= 9; call++) {
      expect(errorOf(await bridge.invoke("echo", call))).toMatchObject({
        kind: "capacity",
        scope: "calls",
        limit: 3,
        unit: "calls",
      });
    }
    expect(bridge.records()).toHaveLength(3);
  });

  it("should name the tools there are for one that is not", async () => {
    const error = errorOf(await bridgeOf({ echo }).invoke("ecko\0"));
    expect(error).toMatchObject({
      kind: "failed",
      operation: "ecko ",
      message: "there is no tool of this name; there are echo, read_result",
    });
    expect(errorOf(await bridgeOf({ echo }).invoke("constructor")).kind).toBe("failed");
  });

  it.each(["{", "undefined", "\0"])("should refuse arguments that are not JSON: %j", async (text) => {
    expect(JSON.parse(await bridgeOf({ echo }).call("echo", text)).error.message).toBe(
      "echo: the arguments are not JSON",
    );
  });

  it("should tell what a tool threw, and its declared ids", async () => {
    const failing: BridgeTool = {
      execute: () => {
        throw Object.assign(new Error("HTTP 500 for run-16"), { runId: "run-17" });
      },
      provenance: ["runId"],
    };
    const outcome = await runGuest(
      bridgeOf({ failing }),
      "try { await tools.failing() } catch (error) { return { ...error, message: error.message } }",
    );
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        kind: "failed",
        operation: "failing",
        scope: "tool",
        message: "HTTP 500 for run-16",
        evidence: [{ id: "run-17", field: "runId" }],
      },
    });
  });

  it.each<[string, () => unknown, string]>([
    ["bigint", () => ({ rows: [{ id: 1n }] }), "/rows/0/id"],
    ["cycle", () => Object.assign({ a: {} as object }, {}) && cyclic(), "/self"],
    ["accessor", () => ({ get secret() { throw new Error("it ran"); } }), "/secret"], // biome-ignore format: one line a case
    ["proxy", () => [new Proxy({}, { get: () => { throw new Error("it ran"); } })], "/0"], // biome-ignore format: one line a case
    ["toJSON", () => ({ a: { toJSON: () => { throw new Error("it ran"); } } }), "/a"], // biome-ignore format: one line a case
    ["absent", () => () => 1, ""],
  ])("should tell the guest of %s in a result, and where", async (kind, give, pointer) => {
    const bridge = bridgeOf({ give });
    const outcome = await runGuest(
      bridge,
      "try { await tools.give() } catch ({ kind, unsupported }) { return { kind, unsupported } }",
    );
    expect(outcome).toEqual({ ok: true, value: { kind: "unsupported", unsupported: { kind, pointer } } });
    expect(bridge.records()).toMatchObject([{ status: "refused", error: { kind: "unsupported" } }]);
  });

  it("should not even wait for a value by running code of it", async () => {
    const ran: string[] = [];
    const trap = (_target: object, key: PropertyKey) => void ran.push(String(key));
    const values = [
      new Proxy(
        {},
        {
          get: trap,
          getOwnPropertyDescriptor: () => void ran.push("descriptor"),
          ownKeys: () => (ran.push("keys") ? [] : []),
        },
      ),
      // biome-ignore lint/suspicious/noThenProperty: what is thenable by a getter is the case
      Object.defineProperty({}, "then", { get: () => ran.push("then"), enumerable: true }),
    ];
    const bridge = bridgeOf({ give: (index) => values[index as number], later: async () => [values[0]] });
    expect(errorOf(await bridge.invoke("give", 0)).unsupported?.kind).toBe("proxy");
    expect(errorOf(await bridge.invoke("give", 1)).unsupported?.kind).toBe("accessor");
    expect(errorOf(await bridge.invoke("later")).unsupported).toEqual({ kind: "proxy", pointer: "/0" });
    expect(ran).toEqual([]);
  });

  it("should give values that are copies", async () => {
    const live = { rows: [1] };
    const outcome = await bridgeOf({ give: () => live }).invoke("give");
    live.rows.push(2);
    expect(outcome).toEqual({ ok: true, value: { rows: [1] } });
  });

  it("should let any JSON through unchanged, by text and by value", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const json = JSON.stringify(value);
        const bridge = bridgeOf({ echo });
        expect(await bridge.call("echo", json)).toBe(`{"ok":true,"value":${json}}`);
        expect(JSON.stringify(((await bridge.invoke("echo", JSON.parse(json))) as { value: unknown }).value)).toBe(
          json,
        );
      }),
      runs(100),
    );
  });
});

function cyclic(): object {
  const value: Record<string, unknown> = {};
  value["self"] = value;
  return value;
}

describe("recovery in the same program", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, bytes: 1000, body: `${id}:${"x".repeat(990)}` }));

  it("should lead from the error to the identity of the rows, to the head, and to the tail", async () => {
    const execute = vi.fn((args: unknown) => rows((args as { count: number }).count));
    const bridge = bridgeOf(
      { list_rows: { execute, list: { identity: ["id", "bytes"] } } },
      { limits: { maxResultBytes: MIB } },
    );
    const outcome = await runGuest(
      bridge,
      `try {
        return await tools.list_rows({ count: 2000 });
      } catch (error) {
        const calls = error.recover;
        const metadata = await tools[calls[0].tool](calls[0].arguments);
        const { id, bytes } = error.evidence[0];
        const head = await tools.read_result({ id, pointer: "/0" });
        const tail = await tools.read_result({ id, pointer: "/" + (metadata.length - 1) });
        return { kind: error.kind, count: metadata.length, first: metadata[0], head: JSON.parse(head.text).body.slice(0, 3), tail: JSON.parse(tail.text).body.slice(0, 6), bytes };
      }`,
    );
    const bytes = Buffer.byteLength(JSON.stringify(rows(2000)));
    expect(outcome).toEqual({
      ok: true,
      value: { kind: "capacity", count: 2000, first: { id: 0, bytes: 1000 }, head: "0:x", tail: "1999:x", bytes },
    });
    expect(execute.mock.calls.map(([args]) => args)).toEqual([{ count: 2000 }, { count: 2000 }]);
    expect(bridge.records().map(({ tool, status, cut }) => [tool, status, cut])).toEqual([
      ["list_rows", "refused", true],
      ["list_rows", "delivered", false],
      ["read_result", "delivered", false],
      ["read_result", "delivered", false],
    ]);
  });

  it("should make each call that an error offers work", async () => {
    const text = `${"é".repeat(600_000)}\nlast`;
    const bridge = bridgeOf({ give: () => text }, { limits: { maxResultBytes: MIB } });
    const error = errorOf(await bridge.invoke("give"));
    expect(error).toMatchObject({ measured: Buffer.byteLength(text) + 3, limit: MIB });
    expect(error.evidence).toEqual([
      { id: expect.any(String), field: "spill", bytes: Buffer.byteLength(text), mediaType: "text/plain" },
    ]);
    const windows = await Promise.all(error.recover.map((call) => bridge.invoke(call.tool, call.arguments)));
    const texts = windows.map((window) => (window as { value: { text: string } }).value.text);
    expect(texts.map((window) => [window.slice(0, 3), window.slice(-4)])).toEqual([
      ["ééé", "éééé"],
      ["ééé", "last"],
    ]);
    expect(texts.join("")).not.toContain("\ufffd");
  });

  it("should keep a string with a lone surrogate as JSON, which has it whole", async () => {
    const text = `\ud83d${"x".repeat(2000)}`;
    const bridge = bridgeOf({ give: () => text }, { limits: { maxResultBytes: 1000 } });
    const { evidence } = errorOf(await bridge.invoke("give"));
    expect(evidence).toMatchObject([{ mediaType: "application/json", bytes: Buffer.byteLength(JSON.stringify(text)) }]);
  });

  it("should give windows that fit, however much JSON makes of their text", async () => {
    const text = "\u0001".repeat(50_000);
    const bridge = bridgeOf({ give: () => text }, { limits: { maxResultBytes: 4000 } });
    const { evidence } = errorOf(await bridge.invoke("give"));
    let seen = "";
    let request: object | undefined = {};
    while (request !== undefined) {
      const outcome = await bridge.invoke("read_result", { id: evidence[0]?.id, ...request });
      const window = (outcome as { value: { text: string; next?: object } }).value;
      seen += window.text;
      request = window.next;
    }
    expect(seen === text).toBe(true);
  });

  it("should search what is kept, also by regular expression", async () => {
    const text = Array.from({ length: 50_000 }, (_, line) => `line ${line}`).join("\n");
    const bridge = bridgeOf({ give: () => text }, { limits: { maxResultBytes: 10_000 }, regex: linearRegex });
    const { evidence } = errorOf(await bridge.invoke("give"));
    const request = { id: evidence[0]?.id, search: { pattern: "4567[89]$", regex: true } };
    expect(await bridge.invoke("read_result", request)).toMatchObject({
      value: { matches: 2, text: "45679:line 45678\n45680:line 45679" },
    });
  });

  it("should show the guest no Spill but its own", async () => {
    const spill = memorySpill({ key: "test" });
    const give = { give: () => "x".repeat(5000) };
    const limits = { maxResultBytes: 1000 };
    const [mine, other] = [bridgeOf(give, { spill, limits }), bridgeOf(give, { spill, limits })];
    const id = errorOf(await mine.invoke("give")).evidence[0]?.id;
    expect((await mine.invoke("read_result", { id })).ok).toBe(true);
    expect(errorOf(await other.invoke("read_result", { id })).message).toBe("no such Spill");
    const ofSession = bridgeOf({}, { spill, limits, meta: { sessionId: "s" } });
    expect(errorOf(await ofSession.invoke("read_result", { id })).message).toBe("no such Spill");
  });

  it.each<[string, Partial<BridgeOptions>, string]>([
    ["nobody keeps it", { spill: undefined }, "it was not kept"],
    [
      "the store is full",
      { spill: memorySpill({ maxBytes: 10, overQuota: "fail" }) },
      "it could not be kept: the store's quota is used up",
    ],
    [
      "it is too large to be kept",
      { limits: { maxResultBytes: 100, maxRetainedBytes: 1000 } },
      "it is too large to be kept",
    ],
  ])("should say so where %s, and stay a matter of capacity", async (_why, options, words) => {
    const bridge = bridgeOf({ give: () => "x".repeat(5000) }, { limits: { maxResultBytes: 100 }, ...options });
    const error = errorOf(await bridge.invoke("give"));
    expect(error).toMatchObject({ kind: "capacity", evidence: [], recover: [], limit: 100 });
    expect(error.message).toMatch(new RegExp(`, and 100 may pass here; ${words}$`));
  });

  it("should not encode what it refuses: 40 objects that make 2^40", async () => {
    let dag: unknown = "x";
    for (let level = 0; level < 40; level++) dag = [dag, dag];
    const start = performance.now();
    const error = errorOf(await bridgeOf({ give: () => dag }).invoke("give"));
    expect(performance.now() - start).toBeLessThan(1000);
    expect(error).toMatchObject({ kind: "capacity", measuredIsLowerBound: true, evidence: [] });
  });

  it("should offer the call without arguments that are too long to be said again", async () => {
    const list = { execute: () => rows(100), list: { identity: ["id"] } };
    const bridge = bridgeOf({ list }, { limits: { maxResultBytes: 5000 } });
    expect(errorOf(await bridge.invoke("list", { query: "q".repeat(5000) })).recover[0]?.arguments).toEqual({
      fields: [],
    });
    expect(errorOf(await bridge.invoke("list", { query: "q" })).recover[0]?.arguments).toEqual({
      query: "q",
      fields: [],
    });
    expect(errorOf(await bridge.invoke("list")).recover[0]?.arguments).toEqual({ fields: [] });
  });
});

describe("what a program returns or throws", () => {
  it.each<[string, string, string, string]>([
    ["a bigint", "return { rows: [{ id: 1n }] }", "bigint", "/rows/0/id"],
    ["a cycle", "const a = { 'b/c~': [] }; a['b/c~'].push(a); return a", "cycle", "/b~1c~0/0"],
    ["a getter", "return [{ get a() { throw 1 } }]", "accessor", "/0/a"],
    ["a toJSON", "return { a: { toJSON() { throw 1 } } }", "toJSON", "/a"],
    ["a patched prototype", "Array.prototype.toJSON = () => 'lies'; return { a: [1] }", "toJSON", "/a"],
    ["a boxed string", "return [new String('a')]", "boxed", "/0"],
    ["a function", "return () => 1", "absent", ""],
  ])("should refuse %s, and say where", async (_what, body, kind, pointer) => {
    const bridge = bridgeOf({});
    expect(errorOf(await runGuest(bridge, body))).toMatchObject({
      kind: "unsupported",
      scope: "return-value",
      unsupported: { kind, pointer },
    });
  });

  it("should give what JSON would: holes, dates, what is absent in objects", async () => {
    const body =
      "const holes = [1]; holes[2] = undefined; return { holes, date: new Date(0), not: undefined, f() {}, nan: NaN, s: Symbol.iterator }";
    const outcome = await runGuest(bridgeOf({}), body);
    expect(outcome).toEqual({
      ok: true,
      value: { holes: [1, null, null], date: "1970-01-01T00:00:00.000Z", nan: null },
    });
  });

  it("should shorten an error before it is copied out, and say so", async () => {
    const bridge = bridgeOf({});
    const guest = guestOf(bridge);
    const reply = await guest.run(() => {
      throw new Error("x".repeat(20_000_000));
    });
    expect(reply.length).toBeLessThan(40_000);
    const error = errorOf(await bridge.finish(reply));
    expect(error).toMatchObject({
      kind: "failed",
      operation: "script",
      scope: "script",
      omitted: expect.arrayContaining(["message"]),
    });
    expect(Buffer.byteLength(JSON.stringify(error))).toBeLessThanOrEqual(8192);
  });

  it("should tell the error of the call that the program died of, not the guest's account of it", async () => {
    const bridge = bridgeOf({ give: () => "x".repeat(5000) }, { limits: { maxResultBytes: 1000 } });
    const error = errorOf(await runGuest(bridge, "return await tools.give()"));
    expect(error).toMatchObject({ kind: "capacity", operation: "give", scope: "tool-result", measured: 5002 });
    expect(error.evidence).toHaveLength(1);
  });

  it.each([
    "",
    "{",
    "null",
    '{"ok":1}',
    '{"ok":false}',
    '{"ok":false,"refusal":{"reason":"capacity","atLeast":-1}}',
    '{"ok":false,"call":99}',
    "[]",
  ])("should survive a reply that is none: %j", async (reply) => {
    expect(errorOf(await bridgeOf({}).finish(reply))).toMatchObject({ kind: "failed", scope: "script" });
  });

  it("should refuse 500 MB by their length", async () => {
    const slice = vi.fn(() => "");
    const error = errorOf(await bridgeOf({}).finish({ length: 500_000_020, slice }));
    expect(slice).not.toHaveBeenCalled();
    expect(error).toMatchObject({
      kind: "capacity",
      measured: 500_000_000,
      measuredIsLowerBound: true,
      limit: 16 * MIB,
    });
  });

  it("should survive whatever a hostile guest calls", async () => {
    const bridge = bridgeOf({ echo });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), async (name, text) => {
        expect(JSON.parse(await bridge.call(name, text))).toHaveProperty("ok");
        expect(JSON.parse(bridge.emit(name, text))).toMatchObject({ ok: false, error: { kind: "failed" } });
        expect(await bridge.finish(text)).toHaveProperty("ok");
      }),
      runs(100),
    );
    expect(JSON.parse(await bridge.call("echo", { length: Number.NaN, slice: () => "1" })).ok).toBe(false);
    expect(JSON.parse(await bridge.call("echo", { length: 1, slice: () => 1 as unknown as string })).ok).toBe(false);
  });
});

describe("tools of a guest", () => {
  it("should be reached by name and by an identifier, whatever they are called", async () => {
    const names = ["my-tool", "my_tool", "my tool", "toString", "7up", "__proto__", "ünï"];
    const tools = Object.fromEntries(names.map((name) => [name, () => name]));
    Object.defineProperty(tools, "__proto__", { value: () => "__proto__", enumerable: true });
    const guest = guestOf(bridgeOf(tools, { spill: undefined }));
    for (const name of names) expect(await guest.tools[name]?.()).toBe(name);
    expect(Object.keys(guest.tools).sort()).toEqual([
      "_7up",
      "__proto__",
      "_n_",
      "my tool",
      "my-tool",
      "my_tool",
      "toString",
    ]);
    expect(await guest.tools["_7up"]?.()).toBe("7up");
  });
});

describe("records", () => {
  it("should say what was delivered, to whom, how large, and whether it was cut", async () => {
    let clock = 0;
    const tools = { echo, big: () => "x".repeat(2000), bad: () => Promise.reject(new Error("no")) };
    const bridge = bridgeOf(tools, { limits: { maxResultBytes: 1000 }, now: () => (clock += 5) });
    for (const name of ["echo", "big", "bad", "none"]) await bridge.invoke(name, { a: 1 });
    const usual = { recipient: "guest", argumentBytes: 7, durationMs: expect.any(Number) };
    expect(bridge.records()).toMatchObject([
      { ...usual, id: 1, tool: "echo", status: "delivered", deliveredBytes: 7, resultBytes: 7, cut: false },
      {
        ...usual,
        id: 2,
        tool: "big",
        status: "refused",
        resultBytes: 2002,
        cut: true,
        error: { kind: "capacity" },
        evidence: [expect.any(String)],
      },
      { ...usual, id: 3, tool: "bad", status: "failed", cut: false, error: { kind: "failed", message: "no" } },
      { ...usual, id: 4, tool: "none", status: "failed", cut: false },
    ]);
    expect(JSON.stringify(bridge.records())).not.toContain("xxx");
  });

  it("should settle when the host fails to hand an answer over", async () => {
    const bridge = bridgeOf({ echo });
    const dead = () => {
      throw new Error("the VM is gone");
    };
    expect(await bridge.call("echo", "1", dead)).toBe('{"ok":true,"value":1}');
    expect(await bridge.call("echo", "1", () => Promise.reject(new Error("gone")))).toBe('{"ok":true,"value":1}');
    expect(bridge.records()).toMatchObject([
      { status: "undelivered", deliveredBytes: 0, resultBytes: 1 },
      { status: "undelivered", deliveredBytes: 0, resultBytes: 1 },
    ]);
  });

  it("should settle what is pending when the program ends, and refuse what comes later", async () => {
    let answer = (_value: unknown) => {};
    const bridge = bridgeOf({ slow: () => new Promise((resolve) => (answer = resolve)) });
    const pending = bridge.invoke("slow");
    expect(bridge.records()).toMatchObject([{ status: "pending" }]);
    bridge.close();
    expect(bridge.records()).toMatchObject([{ status: "cancelled" }]);
    answer(7);
    expect(await pending).toEqual({ ok: true, value: 7 });
    expect(bridge.records()).toMatchObject([{ status: "cancelled", deliveredBytes: 0 }]);
    expect(errorOf(await bridge.invoke("slow")).message).toBe("the program is over");
  });

  it("should keep long names and words short, and whole in their characters", async () => {
    const bridge = bridgeOf({ bad: () => Promise.reject(new Error("🟡".repeat(5000))) });
    await bridge.invoke("bad");
    await bridge.invoke("🟡".repeat(5000));
    const [first, second] = bridge.records();
    expect(Buffer.byteLength(first?.error?.message ?? "")).toBe(500);
    expect(Buffer.byteLength(second?.tool ?? "")).toBe(200);
  });
});

describe("createBridge", () => {
  it.each<[string, unknown, RegExp]>([
    ["tools", {}, /tools must be an object/],
    ["a tool", { tools: { a: 1 } }, /tools.a must be an object/],
    ["a tool without execute", { tools: { a: {} } }, /tools.a must have a method execute/],
    ["a limit", { tools: {}, limits: { maxCalls: -1 } }, /limits.maxCalls must be an integer ≥ 0 or Infinity, got -1/],
    [
      "the error limit",
      { tools: {}, limits: { maxErrorBytes: 100 } },
      /limits.maxErrorBytes must be an integer ≥ 2048, got 100/,
    ],
    ["provenance", { tools: { a: { execute: () => 1, provenance: "id" } } }, /tools.a.provenance must be an array/],
    [
      "the reading tool's name",
      { tools: { read_result: { execute: () => 1 } }, spill: memorySpill() },
      /tools must not have read_result/,
    ],
    ["layers", { tools: {}, layers: 3 }, /layers must be 1 or 2/],
    ["spill", { tools: {}, spill: {} }, /spill must have a method create/],
    ["meta", { tools: {}, meta: { sessionId: 7 } }, /meta.sessionId must be a string/],
    ["now", { tools: {}, now: 7 }, /now must be a function/],
  ])("should name the caller's mistake in %s", (_name, options, message) => {
    expect(() => createBridge(options as BridgeOptions)).toThrow(message);
  });

  it("should describe each boundary by what it takes, in which layer, and by whose rule", async () => {
    const { transportLimits } = bridgeOf({}, { layers: 2, limits: { maxResultBytes: MIB, maxCalls: Infinity } });
    expect(transportLimits).toContainEqual({
      boundary: "tool-result",
      direction: "host to guest",
      max: MIB,
      unit: "bytes",
      layer: 2,
      policy: "of this host",
      beyond: "refused unencoded, kept as a Spill",
    });
    expect(transportLimits.find(({ boundary }) => boundary === "calls")).not.toHaveProperty("max");
    expect(JSON.parse(JSON.stringify(transportLimits))).toEqual(transportLimits);
  });

  it("should describe the defaults as a host with output and store has them", () => {
    const full = createBridge({ tools: {}, output: createScriptOutput(), store: createScriptStore() });
    expect(full.transportLimits).toEqual(transportLimits);
    expect(createBridge({ tools: {} }).transportLimits.map(({ boundary }) => boundary)).not.toContain("script-output");
    const shown = { boundary: "script-output", direction: "host to model", max: 10_000, unit: "tokens" };
    expect(transportLimits).toContainEqual(expect.objectContaining(shown));
  });
});
