/** A producer may use its buffer again as soon as its chunk was taken; of Node's Buffer, `slice` is a view and no copy. */
import { boundResult, type Chunk } from "spillway";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";

/** Gives each piece in one and the same Buffer. */
function* reusing(pieces: readonly string[], stream?: "stdout"): Iterable<Chunk> {
  const buffer = Buffer.alloc(64);
  for (const piece of pieces) {
    const length = buffer.write(piece, "latin1");
    const data = buffer.subarray(0, length);
    yield stream === undefined ? data : { stream, data };
    buffer.fill(0x21);
  }
}

async function kept(chunks: Iterable<Chunk>, maxBytes: number): Promise<{ view: string; bytes: string }> {
  const spill = memorySpill();
  const bounded = await boundResult(chunks, { limits: { maxBytes }, spill, notice: false });
  if (bounded.spill.state !== "kept") throw new Error(bounded.spill.state);
  return { view: bounded.text, bytes: Buffer.from(await spill.read(bounded.spill.ref.id)).toString("latin1") };
}

describe("boundResult of a producer that uses its Buffer again", () => {
  it("should keep what was held back until a Spill was needed", async () => {
    const pieces = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
    const { view, bytes } = await kept(reusing(pieces), 200);
    expect(bytes).toBe(pieces.join(""));
    expect(view.startsWith("line 0\nline 1\n")).toBe(true);
  });

  it("should keep a character whole that waits for its other half, in the View and in the Spill", async () => {
    const text = Buffer.from("a🟡b中c").toString("latin1");
    for (let at = 1; at < text.length; at++) {
      const pieces = [text.slice(0, at), text.slice(at), "\n", "x".repeat(60), "\n", "y".repeat(60)];
      const { view, bytes } = await kept(reusing(pieces, "stdout"), 100);
      expect(bytes, `split at ${at}`).toBe(pieces.join(""));
      expect(view.startsWith("a🟡b中c\n"), `split at ${at}`).toBe(true);
    }
  });
});
