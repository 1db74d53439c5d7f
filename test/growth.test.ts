/**
 * Nothing is quadratic. Every function that an entry exports has its rows in `growth/*.ts`, or a reason here why its time
 * cannot grow.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { bytesToTokens, computeBound, ERROR_LINES, headroom, isSpillError, SpillError, tokensToBytes } from "spillway";
import { isScriptError, projectRefusal, ScriptError } from "spillway/code-mode";
import { detectBinary, detectEncoding } from "spillway/encoding";
import { boundServer, clientPreset } from "spillway/mcp";
import piExtension, { createPiExtension } from "spillway/pi";
import { s3Spill } from "spillway/spill/s3";
import { spillSinkChecks } from "spillway/testing";
import { describe, expect, it } from "vitest";
import { BATCH_ROWS } from "./growth/batch.js";
import { BOUND_ROWS } from "./growth/bound.js";
import { CODE_MODE_ROWS } from "./growth/codeMode.js";
import { JSON_ROWS } from "./growth/json.js";
import { MCP_ROWS } from "./growth/mcp.js";
import type { Row } from "./growth/row.js";
import { SPILL_ROWS } from "./growth/spill.js";
import { TEXT_ROWS } from "./growth/text.js";
import { AT_MOST_LINEAR, timeExponent } from "./support/growth.js";
import { someOf } from "./support/runs.js";

const ROWS: readonly Row[] = [
  ...TEXT_ROWS,
  ...BOUND_ROWS,
  ...BATCH_ROWS,
  ...JSON_ROWS,
  ...SPILL_ROWS,
  ...CODE_MODE_ROWS,
  ...MCP_ROWS,
];

const CANNOT_GROW: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [SpillError, "makes an error of one of a few codes"],
  [isSpillError, "looks for one property"],
  [ScriptError, "encodes an error that has a limit of its own"],
  [isScriptError, "looks for two properties"],
  [projectRefusal, "tells a few facts, of which the pointer is cut first"],
  [headroom, "arithmetic on three numbers"],
  [computeBound, "arithmetic on a few numbers"],
  [detectEncoding, "looks at the first 2 KiB beyond ASCII, which is passed over at once"],
  [detectBinary, "looks at the first 16 KiB"],
  [ERROR_LINES, "looks at the first 4,096 units of a line"],
  [bytesToTokens, "arithmetic on three numbers"],
  [tokensToBytes, "arithmetic on three numbers"],
  [boundServer, "connects through boundTransport"],
  [clientPreset, "looks in a table of some ten clients"],
  [s3Spill, "writes as fileSpill does; besides, each part is a request, and each object is listed once"],
  [createPiExtension, "makes an extension; what its handlers do with a result is `takeResult`'s"],
  [piExtension, "registers handlers"],
  [spillSinkChecks, "lists the checks; what they run is the store's"],
]);

/** Kinds of inputs that an ordinary run tries of each row, a deep run tries all. */
const KINDS = 3;

describe.each(ROWS.map((row) => ({ name: [row.of.name, row.how].filter(Boolean).join(", "), ...row })))(
  "$name",
  ({ inputs, options }) => {
    it.each(someOf(Object.entries(inputs), KINDS))("takes time in proportion to %s", async (_name, prepare) => {
      expect(await timeExponent(prepare, options)).toBeLessThan(AT_MOST_LINEAR);
    });
  },
);

/** Entries that are called otherwise than their folder. */
const FOLDERS: Readonly<Record<string, string>> = {
  "./canonical": "json/canonical",
  "./code-mode": "adapters/code-mode",
  "./pi": "adapters/pi",
  "./mcp": "adapters/mcp",
};

describe("the table", () => {
  const root = resolve(import.meta.dirname ?? "test", "..");
  const manifest = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8")) as { exports: object };
  const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json");

  it.each(entries)("should have a row for each function of %s, or a reason", async (entry) => {
    const module = (await import(resolve(root, "src", FOLDERS[entry] ?? entry, "index.ts"))) as Record<string, unknown>;
    const missing = Object.entries(module).filter(
      ([, value]) => typeof value === "function" && !CANNOT_GROW.has(value) && !ROWS.some((row) => row.of === value),
    );
    expect(Object.keys(module)).not.toEqual([]);
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it("should give no reason for what has a row", () => {
    expect(ROWS.filter((row) => CANNOT_GROW.has(row.of))).toEqual([]);
  });
});
