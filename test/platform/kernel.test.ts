import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import wabt from "wabt";
import { KERNEL } from "../../src/platform/kernel.js";

const SOURCE = resolve(import.meta.dirname ?? "test/platform", "../../src/platform/kernel.wat");

describe("KERNEL", () => {
  it("should be what its source compiles to", async () => {
    const { parseWat } = await wabt();
    const module = parseWat("kernel.wat", readFileSync(SOURCE, "utf8"), { simd: true });
    // After a change of kernel.wat, the text that is received here goes into kernel.ts.
    expect(KERNEL).toBe(Buffer.from(module.toBinary({}).buffer).toString("base64"));
  });
});
