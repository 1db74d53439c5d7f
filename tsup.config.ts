import { defineConfig } from "tsup";

/** The entries of package.json's `exports`. */
const entries = {
  index: "src/index.ts",
  "text/index": "src/text/index.ts",
  "tokens/index": "src/tokens/index.ts",
  "json/index": "src/json/index.ts",
  "regex/index": "src/regex/index.ts",
  "spill/index": "src/spill/index.ts",
  "spill/file/index": "src/spill/file/index.ts",
  "spill/s3/index": "src/spill/s3/index.ts",
  "testing/index": "src/testing/index.ts",
  "json/canonical/index": "src/json/canonical/index.ts",
  "encoding/index": "src/encoding/index.ts",
  "presets/index": "src/presets/index.ts",
  "adapters/mcp/index": "src/adapters/mcp/index.ts",
  "adapters/code-mode/index": "src/adapters/code-mode/index.ts",
  "adapters/pi/index": "src/adapters/pi/index.ts",
};

/** The two sides of the platform seam, chosen by package.json's `imports`. */
const platforms = {
  "platform/node": "src/platform/node.ts",
  "platform/portable": "src/platform/portable.ts",
};

const shared = {
  target: "es2023" as const,
  platform: "neutral" as const,
  external: [/^node:/, "#platform"],
  removeNodeProtocol: false,
  treeshake: true,
  outDir: "dist",
};

export default defineConfig([
  {
    ...shared,
    entry: { ...entries, ...platforms },
    format: ["esm", "cjs"],
    // Without it, the CommonJS entries each carry a copy of SpillError.
    splitting: true,
    clean: true,
    dts: { entry: entries, compilerOptions: { ignoreDeprecations: "6.0" } },
  },
  {
    ...shared,
    entry: { "cli/main": "src/cli/main.ts" },
    format: ["esm"],
    // The command is a composition of the public entries: it loads them, it does not bundle them.
    external: [...shared.external, /^spillway/],
    banner: { js: "#!/usr/bin/env node" },
  },
]);
