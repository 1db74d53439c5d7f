// Compares what each entry costs a bundle with etc/size.json: bytes, and what it imports. `--local` writes it anew.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";

/** By `imports` of package.json: `portable` is what a bundler takes that knows no condition. */
const PLATFORMS = { portable: [], node: ["node"] };
/** Entries that are for Node alone. */
const NODE_ENTRIES = ["spillway/spill/file", "spillway/pi"];
/** CommonJS that asks for Node's modules in ways of its own: what imports it is reported, its size is not. */
const NOT_BUNDLED = ["iconv-lite"];
/** Functions that someone may want alone: the rest of their entries has to fall away. */
const ALONE = {
  spillway: ["headroom", "boundText"],
  "spillway/text": ["cut", "utf8Length"],
  "spillway/tokens": ["estimateTokens"],
  "spillway/json": ["measureJson", "createJsonStringMeter"],
  "spillway/spill": ["memorySpill", "readSpill", "scoped", "sweep"],
};
/** A difference within either goes without saying. */
const TOLERANCE = { share: 0.02, bytes: 50 };

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const reportPath = join(root, "etc", "size.json");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entries = Object.keys(exports)
  .filter((entry) => entry !== "./package.json")
  .map((entry) => entry.replace(/^\./, "spillway"));

const sizes = {};
for (const entry of entries) {
  for (const [platform, conditions] of Object.entries(PLATFORMS)) {
    if (platform !== "node" && NODE_ENTRIES.includes(entry)) continue;
    sizes[`${entry}, ${platform}`] = await sizeOf(`export * from "${entry}";`, conditions);
  }
}
for (const [entry, names] of Object.entries(ALONE)) {
  for (const name of names) {
    sizes[`{ ${name} } from ${entry}`] = await sizeOf(`export { ${name} } from "${entry}";`, PLATFORMS.portable);
  }
}

const isLocal = process.argv.includes("--local");
if (isLocal) writeFileSync(reportPath, `${JSON.stringify(sizes, null, 2)}\n`);
const reported = JSON.parse(readFileSync(reportPath, "utf8"));
let failed = 0;
for (const name of new Set([...Object.keys(sizes), ...Object.keys(reported)])) {
  const problem = problemOf(name, sizes[name], reported[name]);
  if (problem !== undefined) failed++;
  const { minifiedBytes = 0, brotliBytes = 0 } = sizes[name] ?? {};
  const result = problem === undefined ? "ok" : problem;
  console.log(`${name.padEnd(40)} ${String(minifiedBytes).padStart(6)} ${String(brotliBytes).padStart(6)}  ${result}`);
}
if (failed > 0) console.log("If that is as it should be: npm run size -- --local");
process.exitCode = failed === 0 ? 0 : 1;

async function sizeOf(contents, conditions) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    conditions,
    external: ["node:*", ...NOT_BUNDLED],
    logLevel: "error", // tsup's chunks import others for effects that they have not
    tsconfigRaw: {}, // the `paths` of tsconfig.json lead to src/
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  const [{ contents: code }] = outputFiles;
  return {
    minifiedBytes: code.length,
    brotliBytes: brotliCompressSync(code).length,
    imports: [...new Set(imports)].sort(),
  };
}

function problemOf(name, size, report) {
  if (size === undefined) return "is in the report alone";
  const forNode = name.endsWith(", node");
  const foreign = size.imports.filter((path) => !NOT_BUNDLED.includes(path) && (!forNode || !path.startsWith("node:")));
  if (foreign.length > 0) return `may not import ${foreign}`;
  if (report === undefined) return "is not in the report";
  if (String(size.imports) !== String(report.imports)) return `imports [${size.imports}], not [${report.imports}]`;
  const difference = size.brotliBytes - report.brotliBytes;
  const tolerated = Math.max(TOLERANCE.bytes, TOLERANCE.share * report.brotliBytes);
  return Math.abs(difference) > tolerated ? `differs by ${difference} bytes from ${report.brotliBytes}` : undefined;
}
