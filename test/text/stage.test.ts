import { describe, expect, it } from "vitest";
import { STAGE_BYTES, Stages } from "../../src/text/stage.js";

describe("Stages", () => {
  it("gives small stages for a short text, and large ones once much was taken", () => {
    const stages = new Stages();
    const capacities = Array.from({ length: 8 }, () => stages.take(10).capacity);
    expect(capacities).toEqual([1024, 1024, 2048, 4096, 8192, 16_384, 32_768, STAGE_BYTES]);
    expect(new Stages().take(5000).capacity).toBe(5000);
  });

  it("uses a large stage again, empty", () => {
    const stages = new Stages();
    const stage = stages.take(STAGE_BYTES);
    stage.append(new Uint8Array(STAGE_BYTES).fill(7));
    expect([stage.hasRoom(0), stage.hasRoom(1)]).toEqual([true, false]);
    stages.giveBack(stage);
    expect(stages.take(1)).toBe(stage);
    expect(stage.bytes()).toHaveLength(0);
    expect(stages.take(1)).not.toBe(stage);
  });

  it("keeps no small stage, and no more of the large ones than a run needs", () => {
    const stages = new Stages();
    const small = stages.take(1);
    stages.giveBack(small);
    expect(stages.take(STAGE_BYTES)).not.toBe(small);
    const many = Array.from({ length: 20 }, () => stages.take(STAGE_BYTES));
    for (const stage of many) stages.giveBack(stage);
    const again = Array.from({ length: 20 }, () => stages.take(STAGE_BYTES));
    expect(again.filter((stage) => many.includes(stage))).toHaveLength(8);
  });
});

describe("Stage", () => {
  it("joins what is appended", () => {
    const stage = new Stages().take(1);
    stage.append(Uint8Array.of(1, 2));
    stage.append(Uint8Array.of(3));
    expect([...stage.bytes()]).toEqual([1, 2, 3]);
  });
});
