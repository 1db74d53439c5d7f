/** `npm run test:object-store`: the tests of `spill/s3` once more, on Ceph's gateway, which is installed and started. */
import { defineConfig, mergeConfig } from "vitest/config";
import ordinary from "../../vitest.config.js";

const { test, ...config } = mergeConfig(ordinary, {
  test: {
    globalSetup: ["test/object-store/setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 1, // one gateway, whose store is in memory
  },
});

export default defineConfig({ ...config, test: { ...test, include: ["test/spill/s3/**/*.test.ts"] } });
