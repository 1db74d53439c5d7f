/** Programs in the code mode of pi, as it is published, under a Node that it is for. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Outcome, ScriptReport } from "spillway/code-mode";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bringOnce } from "../../support/bringOnce.js";

const HERE = resolve(import.meta.dirname ?? "test/e2e/code-mode", "pi");
const ROOT = resolve(HERE, "../../../..");
const NODES = join(ROOT, "test/nodes");
const NODE_24 = join(NODES, "node_modules/node24/bin/node");
const MIB = 2 ** 20;
const isLinux = process.platform === "linux" && process.arch === "x64";
/** The running Node, where test/nodes has none for this system and it is new enough. */
const node = isLinux ? NODE_24 : process.execPath;
const canRun = isLinux || Number.parseInt(process.versions.node, 10) >= 23;

interface Ran {
  readonly outcome: Outcome;
  readonly content: ScriptReport["content"];
  readonly records: readonly { readonly tool: string; readonly status: string }[];
  /** Milliseconds of the processor. */
  readonly took: number;
  readonly peakBytes: number;
  readonly node: string;
}

describe.skipIf(!canRun)(
  "pi-codemode 1.6.0 behind the bridge",
  () => {
    let folder = "";

    beforeAll(async () => {
      const packages = join(HERE, "node_modules");
      await bringOnce(HERE, () => existsSync(join(packages, "@earendil-works/pi-codemode/package.json")));
      if (isLinux) await bringOnce(NODES, () => existsSync(NODE_24));
      folder = mkdtempSync(join(tmpdir(), "spillway-pi-codemode-"));
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(ROOT, join(folder, "node_modules/spillway"));
      for (const name of ["@earendil-works", "quickjs-wasi"])
        symlinkSync(join(packages, name), join(folder, "node_modules", name));
      cpSync(join(HERE, "program.mjs"), join(folder, "program.mjs"));
      cpSync(join(ROOT, "examples/code-mode-pi.mjs"), join(folder, "example.mjs"));
    }, 900_000);

    afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));

    async function start(args: readonly string[]): Promise<string> {
      const { stdout } = await promisify(execFile)(node, [...args], { cwd: folder, maxBuffer: 64 * MIB });
      return stdout;
    }

    async function run(program: string, options: { bare?: boolean; memoryLimitBytes?: number } = {}): Promise<Ran> {
      return JSON.parse(await start(["program.mjs", JSON.stringify({ program, ...options })])) as Ran;
    }

    it("should be the example's", async () => {
      expect(await start(["example.mjs"])).toContain("row 39999");
    });

    it("should let through NUL, lone surrogates and a byte order mark", async () => {
      const texts = ["a\0b", "\ud83d", "\udfe1\ud83d", "\ufeffx", "🟡", "\u2028"];
      const { outcome } = await run(`return await tools.echo(${JSON.stringify(texts)})`);
      expect(outcome).toEqual({ ok: true, value: texts });
    });

    it.each([
      ["plain", 2_101_250],
      ["backslashes", 2_105_338],
    ])("should lead a program from a refusal to the right answer: %s", async (name, measured) => {
      const { outcome, records } = await run(`
        let whole;
        try { whole = await tools.get_body({ name: "${name}" }) } catch (error) { whole = facts(error) }
        try {
          return await tools.list_responses({ name: "${name}" });
        } catch (error) {
          const { kind, recover: [less], evidence: [{ id }] } = facts(error);
          const [row] = await tools[less.tool](less.arguments);
          const head = await tools.read_result({ id, pointer: "/0/body" });
          const tail = await tools.read_result({ id, pointer: "/0/body", from: row.bytes - 4 });
          return { kind, row, answer: JSON.parse(head.text).slice(0, 4) + JSON.parse(tail.text), measured: whole.measured, limit: whole.limit };
        }`);
      const bytes = name === "plain" ? 2_101_248 : 1_052_672;
      const value = { kind: "capacity", row: { name, bytes }, answer: "headtail", measured, limit: 2 * MIB };
      expect(outcome).toEqual({ ok: true, value });
      expect(records.map(({ status }) => status)).toEqual([
        "refused",
        "refused",
        "delivered",
        "delivered",
        "delivered",
      ]);
    });

    it("should tell of values that JSON has not, and where", async () => {
      const { outcome } = await run(`
        const found = [];
        for (const kind of ["bigint", "cycle", "accessor", "proxy", "toJSON"]) {
          try { await tools.give(kind) } catch (error) { const { kind, unsupported } = facts(error); found.push(kind + " " + unsupported.kind + unsupported.pointer) }
        }
        return found;`);
      const found = ["bigint/rows/0", "cycle/0/self", "accessor/a/b", "proxy/p", "toJSON/1"];
      expect(outcome).toEqual({ ok: true, value: found.map((one) => `unsupported ${one}`) });
    });

    it("should let nothing into the View but the four lines that ten calls in parallel are filtered to", async () => {
      const { content } = await run(`
        const logs = await Promise.all(Array.from({ length: 10 }, (_, node) => tools.read_log(node)));
        text(logs.flatMap((log) => log.split("\\n")).filter((line) => line.includes("FAILED")).join("\\n"));`);
      const lines = [0, 3, 6, 9].map((one) => `node-${one} 4321 FAILED\n`);
      expect(content).toEqual([{ type: "text", text: lines.join("") }]);
    });

    it("should refuse a string of 500 MB that a program returns or throws, in no time and without a copy", async () => {
      const memoryLimitBytes = 2 ** 30;
      const make = "const big = 'x'.repeat(500_000_000);";
      const made = await run(`${make} return big.length`, { memoryLimitBytes });
      expect(made.outcome).toEqual({ ok: true, value: 500_000_000 });
      for (const end of ["return { rows: [big] }", "throw new Error(big)"]) {
        const { outcome, took, peakBytes } = await run(make + end, { memoryLimitBytes });
        const error = outcome.ok ? undefined : outcome.error;
        console.log(
          `${end}: ${(took - made.took).toFixed()} ms, ${((peakBytes - made.peakBytes) / MIB).toFixed()} MB more than making it`,
        );
        expect(error?.kind).toBe(end.startsWith("throw") ? "failed" : "capacity");
        expect(Buffer.byteLength(JSON.stringify(error))).toBeLessThanOrEqual(8192);
        expect(took - made.took).toBeLessThan(3000); // without the bridge, half a minute
        expect(peakBytes - made.peakBytes).toBeLessThan(64 * MIB);
      }
    });

    it("should keep what was printed when a program dies of printing too much", async () => {
      const { content, outcome } = await run("for (let line = 1; ; line++) text(line === 1 ? 'the first' : '')");
      expect(outcome).toMatchObject({
        ok: false,
        error: { kind: "failed", message: expect.stringContaining("100000") },
      });
      expect(content[0]).toMatchObject({ text: expect.stringMatching(/^the first\n/) });
    });

    it("should run under the Node that it says", async () => {
      expect((await run("return 1", { bare: true })).node).toBe(isLinux ? "v24.22.3" : process.version);
    });
  },
  240_000,
);
