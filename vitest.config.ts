import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: "#platform", replacement: source("platform/node.ts") },
      { find: "spillway/canonical", replacement: source("json/canonical/index.ts") },
      { find: "spillway/mcp", replacement: source("adapters/mcp/index.ts") },
      { find: "spillway/code-mode", replacement: source("adapters/code-mode/index.ts") },
      { find: "spillway/pi", replacement: source("adapters/pi/index.ts") },
      { find: /^spillway\/(.+)$/, replacement: source("$1/index.ts") },
      { find: /^spillway$/, replacement: source("index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/seed.ts"],
    // The default leaves one core idle, which is half of a small machine.
    maxWorkers: "100%",
    // Property tests take whole seconds on a shared two-core machine.
    testTimeout: process.env["SPILLWAY_DEEP"] ? 1_200_000 : 60_000,
  },
});
