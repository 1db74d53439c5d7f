/** Programs in a real sandbox: QuickJS in WebAssembly. */
import { type BridgeTool, createBridge, createScriptOutput, createScriptStore, type Outcome } from "spillway/code-mode";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { quickJSGuest } from "./quickjs.js";

const MIB = 2 ** 20;

function errorOf(outcome: Outcome) {
  if (outcome.ok) throw new TypeError(`it did not fail: ${JSON.stringify(outcome.value).slice(0, 1000)}`);
  return outcome.error;
}

describe("what crosses", () => {
  it("should survive both ways: NUL, lone surrogates, a byte order mark", async () => {
    const texts = ["a\0b", "\ud83d", "\udfe1\ud83d", "\ufeffx", "🟡", "\u2028", '\\"', "\u0001"];
    let seen: unknown;
    const bridge = createBridge({
      tools: {
        give: { execute: () => texts },
        take: {
          execute: (args) => {
            seen = args;
          },
        },
      },
    });
    const { run } = await quickJSGuest(bridge);
    const outcome = await run(
      "const texts = await tools.give(); await tools.take(texts); return texts.map((text) => text.length + text)",
    );
    expect(outcome).toEqual({ ok: true, value: texts.map((text) => text.length + text) });
    expect(seen).toEqual(texts);
  });

  it("should refuse a string of 500 MB in milliseconds, without a copy", async () => {
    const bridge = createBridge({ tools: {} });
    const { run, text } = await quickJSGuest(bridge);
    expect(await run("globalThis.big = 'x'.repeat(500_000_000); return big.length")).toEqual({
      ok: true,
      value: 500_000_000,
    });
    await run("return 1"); // compiled, as the second time
    for (const attempt of [
      () => run("return big"), // the guest's half refuses it
      () => run("return { rows: [1, [big]] }"),
      () => run("throw new Error(big)"),
      () => bridge.finish(text("big")), // and without it, the host does
      async () => ({ ok: false, error: JSON.parse(bridge.emit("text", text("big"))).error }) as Outcome,
    ]) {
      const rss = process.memoryUsage().rss;
      const start = process.cpuUsage();
      const error = errorOf(await attempt());
      const { user, system } = process.cpuUsage(start);
      const took = (user + system) / 1000; // of this process, whatever else the machine does
      const grown = process.memoryUsage().rss - rss;
      console.log(`${error.operation}: ${took.toFixed(1)} ms, ${(grown / MIB).toFixed(1)} MB`);
      expect(grown).toBeLessThan(16 * MIB);
      expect(took).toBeLessThan(500); // a copy takes seconds
      expect(Buffer.byteLength(JSON.stringify(error))).toBeLessThanOrEqual(8192);
      if (error.kind === "capacity") expect(error.measured).toBeGreaterThanOrEqual(499_999_980);
    }
  }, 60_000);

  it.each<[string, string, string]>([
    ["bigint", "return { rows: [{ id: 1n }] }", "/rows/0/id"],
    ["cycle", "const list = []; list.push({ list }); return { list }", "/list/0/list"],
    ["accessor", "return [{ get secret() { throw new Error('it ran') } }]", "/0/secret"],
    ["toJSON", "return { a: { toJSON() { throw new Error('it ran') } } }", "/a"],
    ["toJSON", "Array.prototype.toJSON = () => 'lies'; return { a: [1] }", "/a"],
    ["boxed", "return [Object(1)]", "/0"],
    ["absent", "return () => 1", ""],
  ])("should refuse a value that a program returns and JSON has not: %s", async (kind, body, pointer) => {
    const { run } = await quickJSGuest(createBridge({ tools: {} }));
    expect(errorOf(await run(body))).toMatchObject({
      kind: "unsupported",
      unsupported: { kind, pointer },
      scope: "return-value",
    });
  });

  it("should tell a program of the values of a tool that JSON has not, and where", async () => {
    const trap = () => {
      throw new Error("it ran");
    };
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const values: Record<string, unknown> = {
      bigint: { rows: [1n] },
      cycle: [cycle],
      accessor: { a: { get b() { return trap(); } } }, // biome-ignore format: one line a value
      proxy: { p: new Proxy({}, { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, getPrototypeOf: trap }) },
      toJSON: [0, { toJSON: trap }],
    };
    const { run } = await quickJSGuest(
      createBridge({ tools: { give: { execute: (kind) => values[kind as string] } } }),
    );
    const outcome = await run(`
      const found = {};
      for (const kind of ${JSON.stringify(Object.keys(values))}) {
        try { await tools.give(kind) } catch (error) { found[kind] = [error.kind, error.unsupported.kind, error.unsupported.pointer, error.scope] }
      }
      return found;`);
    const facts = (kind: string, pointer: string) => ["unsupported", kind, pointer, "tool-result"];
    expect(outcome).toEqual({
      ok: true,
      value: {
        bigint: facts("bigint", "/rows/0"),
        cycle: facts("cycle", "/0/self"),
        accessor: facts("accessor", "/a/b"),
        proxy: facts("proxy", "/p"),
        toJSON: facts("toJSON", "/1"),
      },
    });
  });

  it("should let through what JSON would make of a value", async () => {
    const { run } = await quickJSGuest(createBridge({ tools: {} }));
    const body =
      "return { date: new Date(0), holes: [, 1], f() {}, u: undefined, n: NaN, map: new Map([[1, 2]]), proxy: new Proxy({ a: 1 }, {}), e: '🟡\\ud83d' }";
    expect(await run(body)).toEqual({
      ok: true,
      value: { date: "1970-01-01T00:00:00.000Z", holes: [null, 1], n: null, map: {}, proxy: { a: 1 }, e: "🟡\ud83d" },
    });
  });
});

describe("a result that is too large for the bridge", () => {
  const BODIES: Record<string, string> = {
    plain: `head${"p".repeat(2_101_248 - 8)}tail`,
    backslashes: `head${"\\".repeat(1_052_672 - 8)}tail`,
  };
  const responses = (name: string) => [{ name, bytes: BODIES[name]?.length, body: BODIES[name] }];
  const tools: Record<string, BridgeTool> = {
    get_body: { execute: (args) => BODIES[(args as { name: string }).name] },
    list_responses: {
      execute: (args) => responses((args as { name: string }).name),
      list: { identity: ["name", "bytes"] },
    },
  };

  it.each([
    ["plain", 2_101_250],
    ["backslashes", 2_105_338],
  ])(
    "should be measured exactly, refused with what is kept of it, and read in windows by the same program: %s",
    async (name, measured) => {
      expect(Buffer.byteLength(JSON.stringify(BODIES[name]))).toBe(measured);
      const bridge = createBridge({ tools, spill: memorySpill() });
      const { run } = await quickJSGuest(bridge);
      const outcome = await run(`
      try {
        return await tools.get_body({ name: "${name}" });
      } catch (error) {
        const [head, tail] = await Promise.all(error.recover.map((call) => tools[call.tool](call.arguments)));
        let text = "", request = {};
        while (request) {
          const window = await tools.read_result({ id: error.evidence[0].id, ...request });
          text += window.text;
          request = window.next;
        }
        return { ...error, head: head.text.slice(0, 8), tail: tail.text.slice(-8), whole: text.length, end: text.slice(-8) };
      }`);
      const body = BODIES[name] ?? "";
      const ends = { head: body.slice(0, 8), tail: body.slice(-8), whole: body.length, end: body.slice(-8) };
      expect(outcome).toMatchObject({
        ok: true,
        value: {
          kind: "capacity",
          operation: "get_body",
          scope: "tool-result",
          measured,
          limit: 2 * MIB,
          unit: "bytes",
          evidence: [{ field: "spill", bytes: body.length, mediaType: "text/plain" }],
          ...ends,
        },
      });
      expect(bridge.records()[0]).toMatchObject({
        tool: "get_body",
        status: "refused",
        cut: true,
        resultBytes: measured,
      });
      expect(
        bridge
          .records()
          .slice(1)
          .every(({ status }) => status === "delivered"),
      ).toBe(true);
    },
  );

  it.each(["plain", "backslashes"])(
    "should be got at by fields: [], then a head and a tail window: %s",
    async (name) => {
      const { run } = await quickJSGuest(createBridge({ tools, spill: memorySpill() }));
      const outcome = await run(`
      try {
        return await tools.list_responses({ name: "${name}" });
      } catch ({ kind, measured, recover: [less], evidence: [{ id }] }) {
        const [row] = await tools[less.tool](less.arguments);
        const head = await tools.read_result({ id, pointer: "/0/body" });
        const tail = await tools.read_result({ id, pointer: "/0/body", from: row.bytes - 4 });
        return { kind, measured, row, answer: JSON.parse(head.text).slice(0, 4) + JSON.parse(tail.text) };
      }`);
      expect(outcome).toEqual({
        ok: true,
        value: {
          kind: "capacity",
          measured: Buffer.byteLength(JSON.stringify(responses(name))),
          row: { name, bytes: BODIES[name]?.length },
          answer: "headtail",
        },
      });
    },
  );
});

describe("what a program prints", () => {
  it("should be all that enters the View: four lines of ten calls in parallel", async () => {
    const log = (node: number) =>
      Array.from(
        { length: 5000 },
        (_, line) => `node-${node} ${line} ${line === 4321 && node % 3 === 0 ? "FAILED" : "ok"}`,
      ).join("\n");
    const output = createScriptOutput({ spill: memorySpill() });
    const bridge = createBridge({ tools: { read_log: { execute: async (node) => log(node as number) } }, output });
    const { run } = await quickJSGuest(bridge);
    const outcome = await run(`
      const logs = await Promise.all(Array.from({ length: 10 }, (_, node) => tools.read_log(node)));
      text(logs.flatMap((log) => log.split("\\n")).filter((line) => line.includes("FAILED")).join("\\n"));`);
    const { content } = await output.finish(outcome);
    const lines = [0, 3, 6, 9].map((node) => `node-${node} 4321 FAILED`);
    expect(content).toEqual([{ type: "text", text: `${lines.join("\n")}\n` }]);
    const delivered = bridge.records().reduce((sum, { deliveredBytes }) => sum + deliveredBytes, 0);
    expect(bridge.records()).toHaveLength(10);
    expect(delivered).toBeGreaterThan(700_000);
  });

  it("should be kept up to the cap of characters, at which the program dies", async () => {
    const output = createScriptOutput({ maxOutputTokens: 1000, spill: memorySpill() });
    const { run } = await quickJSGuest(createBridge({ tools: {}, output }));
    expect(await run("text('x'.repeat(16 * 2 ** 20 - 4)); text('last')")).toEqual({ ok: true, value: undefined });
    const outcome = await run("try { text('y') } catch {} return 'as if nothing had happened'");
    expect(errorOf(outcome)).toMatchObject({ kind: "capacity", measured: 2 ** 24 + 1, limit: 2 ** 24, unit: "chars" });
    const report = await output.finish(outcome);
    expect(report.output).toMatchObject({ truncated: true, sourceBytes: 2 ** 24 + 2, spill: { state: "kept" } });
    expect(JSON.stringify(report.content)).toContain("last");
    expect(JSON.stringify(report.content)).not.toContain("as if nothing");
  });

  it("should be kept up to the cap of prints", async () => {
    const output = createScriptOutput();
    const { run } = await quickJSGuest(createBridge({ tools: {}, output }));
    const outcome = await run("for (let print = 1; ; print++) console.log(print === 100_000 ? 'the last' : '')");
    expect(errorOf(outcome)).toMatchObject({ kind: "capacity", measured: 100_001, limit: 100_000, unit: "items" });
    expect(output.items).toBe(100_000);
    expect(JSON.stringify((await output.finish(outcome)).content)).toContain("the last");
  });

  it("should be told where a program fails, its own error in its own words", async () => {
    const output = createScriptOutput();
    const { run } = await quickJSGuest(createBridge({ tools: {}, output }));
    const outcome = await run(
      "console.error(new RangeError('so far')); const f = () => { throw new TypeError('no such page') }; f()",
    );
    expect(errorOf(outcome)).toMatchObject({
      kind: "failed",
      name: "TypeError",
      message: "no such page",
      stack: expect.stringContaining("program.js"),
    });
    expect((await output.finish(outcome)).content[0]).toEqual({
      type: "text",
      text: "console.error: RangeError: so far\n",
    });
  });
});

describe("calls and store", () => {
  it("should be capped at the edge, and the program goes on", async () => {
    const bridge = createBridge({ tools: { tick: { execute: () => 1 } }, limits: { maxCalls: 50 } });
    const { run } = await quickJSGuest(bridge);
    const outcome = await run(`
      let calls = 0;
      try { for (;;) calls += await tools.tick() } catch ({ kind, measured, limit, unit }) { return { calls, kind, measured, limit, unit } }`);
    expect(outcome).toEqual({
      ok: true,
      value: { calls: 50, kind: "capacity", measured: 51, limit: 50, unit: "calls" },
    });
  });

  it("should keep values of 262,144 characters of JSON, and 1,048,576 in all", async () => {
    const store = createScriptStore();
    const { run } = await quickJSGuest(createBridge({ tools: {}, store }));
    const outcome = await run(`
      const tries = [];
      const attempt = (key, units) => { try { store(key, "x".repeat(units)); tries.push("ok") } catch (error) { tries.push([error.kind, error.measured, error.limit]) } };
      attempt("a", 262_142); attempt("a", 262_143); attempt("b", 262_142); attempt("c", 262_142);
      attempt("d", 262_138); attempt("d", 262_139); attempt("a", 1); attempt("d", 262_139);
      return { tries, a: load("a"), d: load("d").length };`);
    expect(outcome).toEqual({
      ok: true,
      value: {
        tries: ["ok", ["capacity", 262_145, 262_144], "ok", "ok", "ok", ["capacity", 1_048_577, 1_048_576], "ok", "ok"],
        a: "x",
        d: 262_139,
      },
    });
  });

  it("should settle a call whose guest is gone when the answer comes", async () => {
    let answer = (_value: unknown) => {};
    const bridge = createBridge({ tools: { slow: { execute: () => new Promise((resolve) => (answer = resolve)) } } });
    const guest = await quickJSGuest(bridge);
    void guest.run("await tools.slow()").catch(() => undefined);
    await Promise.resolve();
    guest.dispose();
    answer("too late");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(bridge.records()).toMatchObject([
      { tool: "slow", status: "undelivered", resultBytes: 10, deliveredBytes: 0 },
    ]);
  });
});
