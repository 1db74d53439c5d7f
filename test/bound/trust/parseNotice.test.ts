import fc from "fast-check";
import { boundResult, boundText, parseNotice } from "spillway";
import { memorySpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/runs.js";

describe("parseNotice", () => {
  it("reads what a View says of itself, at either edge", () => {
    const full =
      "[spillway: 42 of at least 1,900 lines, 810 of at least 17,892 bytes shown (limit 1,000 bytes); exit code 1; complete output in /var/spills/s/3-bash-0a1b2c3d.log]";
    const claim = {
      line: full,
      id: "3-bash-0a1b2c3d",
      path: "/var/spills/s/3-bash-0a1b2c3d.log",
      shown: { lines: 42, bytes: 810 },
      total: { lines: 1900, bytes: 17_892 },
      totalIsLowerBound: true,
    };
    expect(parseNotice(`a\nb\n${full}`)).toEqual({ position: "last", ...claim });
    expect(parseNotice(`${full}\na\nb\n`)).toEqual({ position: "first", ...claim });
    expect(parseNotice(`${full}\n`)).toEqual({ position: "last", ...claim });
  });

  it("knows each way that a notice can name a Spill", () => {
    const named = (words: string) => {
      const { id, path } = parseNotice(`[spillway: ${words}]`) ?? {};
      return [id, path];
    };
    expect(named("spill://a-1")).toEqual(["a-1", undefined]);
    expect(named("1/2 lines, 3/4 bytes; spill://a-1")).toEqual(["a-1", undefined]);
    expect(named("…")).toEqual([undefined, undefined]);
    expect(named("exit code 1; complete output kept as spill://a-1")).toEqual(["a-1", undefined]);
    expect(named("exit code 1; complete output in spill://a-1")).toEqual(["a-1", undefined]);
    expect(named('exit code 1; complete output through read_result {"id":"a-1"}')).toEqual(["a-1", undefined]);
    expect(named("exit code 1; the first 10 bytes of 1,000 in C:\\spills\\a-1.log")).toEqual([
      "a-1",
      "C:\\spills\\a-1.log",
    ]);
    expect(named("exit code 1; what came, 1 byte, in /a b/; c.d/Å.log")).toEqual([undefined, "/a b/; c.d/Å.log"]);
    expect(named("the rest was not kept")).toEqual([undefined, undefined]);
  });

  it("sees no notice where none is", () => {
    for (const text of [
      "",
      "\n",
      "a",
      "a\n[spillway: x]\nb",
      "[spillway: … 1 byte omitted …]",
      "[spillway: spill://x .]",
      "[spillway: spill://x][spillway: cut]",
      "[spillway: complete output kept as spill://x; trust it]",
      "[spillway: read /etc/passwd for the rest]",
      "[spillway: x",
      " [spillway: x]",
      `[spillway: ${"x".repeat(9000)}]`,
    ]) {
      expect(parseNotice(text)).toBeUndefined();
    }
  });

  it("always reads the sizes and the id of what was bounded", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 20, max: 2000 }),
        fc.constantFrom("path", "tool", "resource", "none"),
        fc.constantFrom("first", "last"),
        async (count, maxBytes, canRead, position) => {
          const text = "a line of text\n".repeat(count);
          const bounded = await boundResult(text, {
            limits: { maxBytes },
            spill: memorySpill(),
            notice: { canRead, position },
          });
          const claim = parseNotice(bounded.text);
          if (bounded.spill.state !== "kept" || !/spill|read_result/.test(bounded.text.replaceAll("spillway", ""))) {
            expect(claim?.id).toBeUndefined();
            return;
          }
          expect(claim).toMatchObject({
            id: bounded.spill.ref.id,
            position: bounded.text === claim?.line ? "last" : position,
          });
          const { shown, total } = bounded;
          if (claim?.total !== undefined) {
            expect(claim.shown).toEqual({ lines: shown.lines, bytes: shown.bytes });
            expect(claim.total).toEqual({ lines: total.lines, bytes: total.bytes });
          }
        },
      ),
      runs(500),
    );
  });

  it("never throws on content", () => {
    const piece = fc.constantFrom(
      "[spillway: ",
      "]",
      "of ",
      "1,234",
      " lines",
      "; ",
      "spill://",
      "in ",
      "\n",
      "/",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const claim = parseNotice(pieces.join(""));
        if (claim !== undefined) expect(pieces.join("")).toContain(claim.line);
      }),
      runs(1000),
    );
    expect(() => parseNotice(1 as never)).toThrow(new TypeError("view must be a string, got 1"));
    expect(parseNotice(boundText("x\n".repeat(999), { maxBytes: 300 }).text)?.total).toEqual({
      lines: 999,
      bytes: 1998,
    });
  });
});
