import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hexDump } from "../../../src/text/binary/hex.js";
import { runs } from "../../support/runs.js";

describe("hexDump", () => {
  it("shows offset, bytes and characters", () => {
    expect(hexDump(Uint8Array.from({ length: 18 }, (_, at) => 0x3a + at))).toBe(
      "00000000  3a 3b 3c 3d 3e 3f 40 41  42 43 44 45 46 47 48 49  |:;<=>?@ABCDEFGHI|\n00000010  4a 4b  |JK|\n",
    );
    expect(hexDump(new Uint8Array(0))).toBe("");
  });

  it("says the same as od does", () => {
    const bytes = Buffer.from(Array.from({ length: 100 }, (_, at) => (at * 37) % 256));
    const od = execFileSync("od", ["-An", "-tx1", "-v"], { input: bytes, encoding: "utf8" });
    const shown = hexDump(bytes).replace(/^\w{8}|\|.*\|$/gm, "");
    expect(shown.match(/\w\w/g)).toEqual(od.match(/\w\w/g));
  });

  it("always gives the bytes back", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const rows = hexDump(bytes).split("\n").slice(0, -1);
        const pairs = rows.flatMap((row) => row.slice(10, row.indexOf("|")).match(/\w\w/g) ?? []);
        expect(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))).toEqual(bytes);
      }),
      runs(100),
    );
  });
});
