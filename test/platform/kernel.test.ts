import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import wabt from "wabt";
import { JSON_KERNEL } from "../../src/platform/jsonKernel.js";
import { KERNEL } from "../../src/platform/kernel.js";

const FOLDER = resolve(import.meta.dirname ?? "test/platform", "../../src/platform");

describe.each([
  ["KERNEL", "kernel.wat", KERNEL],
  ["JSON_KERNEL", "jsonKernel.wat", JSON_KERNEL],
])("%s", (_name, file, kernel) => {
  it("should be what its source compiles to", async () => {
    const { parseWat } = await wabt();
    const module = parseWat(file, readFileSync(resolve(FOLDER, file), "utf8"), { simd: true });
    // After a change of the source, the text that is received here goes into the module beside it.
    expect(kernel).toBe(Buffer.from(module.toBinary({}).buffer).toString("base64"));
  });
});
