import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBatch } from "../../src/spill/batch.js";

describe("createBatch", () => {
  it("shows and hands over exactly what was appended, in order, in blocks of one size but for the first and the last", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200_000), { maxLength: 12 }), fc.boolean(), (sizes, recycles) => {
        const blocks: Buffer[] = [];
        const seen: Buffer[] = [];
        const batch = createBatch({
          see: (bytes) => void seen.push(Buffer.from(bytes)),
          take(block) {
            blocks.push(Buffer.from(block));
            expect(seen.reduce((sum, { length }) => sum + length, 0)).toBe(Buffer.concat(blocks).length);
            if (!recycles) return;
            block.fill(0xff); // whoever took a block may do what he likes with it
            batch.recycle(block);
          },
        });
        const chunks = sizes.map((size, index) => Buffer.alloc(size, `${index} `));
        for (const chunk of chunks) batch.append(chunk);
        batch.flush();
        batch.flush();
        for (const found of [blocks, seen]) expect(Buffer.compare(Buffer.concat(found), Buffer.concat(chunks))).toBe(0);
        expect(blocks.slice(0, -1).every(({ length }) => [16_384, 65_536, 262_144].includes(length))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("copies: a chunk may change as soon as it was appended", () => {
    let taken = "";
    const batch = createBatch({
      see: () => {},
      take(block) {
        taken += Buffer.from(block).toString();
      },
    });
    const chunk = Buffer.from("abc");
    batch.append(chunk);
    chunk.fill("x");
    batch.append(chunk.subarray(0, 1));
    batch.flush();
    expect(taken).toBe("abcx");
  });

  it("makes few blocks for much that is given back in time", () => {
    const seen = new Set<ArrayBufferLike>();
    const batch = createBatch({
      see: () => {},
      take(block) {
        seen.add(block.buffer);
        batch.recycle(block);
      },
    });
    for (let index = 0; index < 1000; index++) batch.append(new Uint8Array(32_768));
    expect(seen.size).toBeLessThanOrEqual(4);
  });
});
