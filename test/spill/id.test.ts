import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  deriveId,
  idCandidates,
  idStem,
  isSpillId,
  slug,
  spillUri,
  toSpillId,
  withDigest,
} from "../../src/spill/id.js";
import type { SpillMeta } from "../../src/spill/types.js";
import { bytes, HOSTILE_NAMES } from "./helpers.js";

const KEY = bytes("secret");
const DIGEST = "0123456789abcdef".repeat(4);
const idOf = (meta: SpillMeta, digest = DIGEST) => deriveId(KEY, meta, digest);

describe("isSpillId", () => {
  it.each(["a", "7-bash-0123abcd", "_", "-", "a.b", "a..b", "a.", "a".repeat(96)])("takes %j", (id) => {
    expect(isSpillId(id)).toBe(true);
  });

  it.each([
    "",
    ".",
    "..",
    ".a",
    "A",
    "a/b",
    "a\\b",
    "a b",
    "a\n",
    "a\0",
    "é",
    "a".repeat(97),
    undefined,
    null,
    7,
    ["a"],
    { toString: () => "a" },
  ])("refuses %j", (id) => {
    expect(isSpillId(id)).toBe(false);
  });
});

describe("toSpillId", () => {
  it("takes an id or its uri, and gives the id", () => {
    expect(toSpillId("7-bash-0123abcd")).toBe("7-bash-0123abcd");
    expect(toSpillId(spillUri("7-bash-0123abcd"))).toBe("7-bash-0123abcd");
  });

  it.each(["", "spill://", "spill://../x", "spill://spill://a", "SPILL://a", "spill:a", "spill://a/b", " a", "a?b"])(
    "gives nothing for %j",
    (ref) => {
      expect(toSpillId(ref)).toBeUndefined();
    },
  );

  it("gives nothing for what is no string", () => {
    expect(toSpillId(7 as unknown as string)).toBeUndefined();
  });
});

describe("deriveId", () => {
  it("puts together the parts that exist", () => {
    expect(idOf({ seq: 7, tool: "bash", callId: "c" })).toMatch(/^7-bash-[0-9a-f]{8}$/);
    expect(idOf({ seq: 0 })).toMatch(/^0-result-[0-9a-f]{8}$/);
    expect(idOf({ tool: "bash" })).toMatch(/^bash-[0-9a-f]{8}$/);
    expect(idOf({})).toMatch(/^result-[0-9a-f]{8}$/);
  });

  it("is HMAC-SHA-256 of session, seq, tool and call, so that it stays the same across versions", () => {
    // printf '["s",7,"bash","c"]' | openssl dgst -sha256 -hmac secret
    expect(idOf({ sessionId: "s", seq: 7, tool: "bash", callId: "c" })).toBe("7-bash-aa05be0a");
  });

  it("depends on the key and on each value", () => {
    const meta = { sessionId: "s", seq: 7, tool: "bash", callId: "c" };
    const ids = [
      idOf(meta),
      deriveId(bytes("other"), meta, DIGEST),
      idOf({ ...meta, sessionId: "t" }),
      idOf({ ...meta, seq: 8 }),
      idOf({ ...meta, tool: "Bash" }),
      idOf({ ...meta, callId: "d" }),
    ];
    expect(new Set(ids.map((id) => id.slice(-8))).size).toBe(ids.length);
  });

  it("tells a missing value from an empty one, and one value from the next", () => {
    const metas: SpillMeta[] = [
      { seq: 1 },
      { seq: 1, callId: "" },
      { seq: 1, sessionId: "" },
      { seq: 1, tool: "" },
      { seq: 1, callId: "null" },
      { seq: 1, sessionId: "a", callId: "b" },
      { seq: 1, sessionId: "a,b" },
      { seq: 1, sessionId: 'a",1,null,"b' },
      { callId: "1" },
    ];
    expect(new Set(metas.map((meta) => idOf(meta))).size).toBe(metas.length);
  });

  it("takes the digest only where neither a call id nor a seq is known", () => {
    const other = "f".repeat(64);
    for (const meta of [{ callId: "" }, { seq: 0 }, { seq: 0, callId: "c" }])
      expect(idOf(meta)).toBe(idOf(meta, other));
    for (const meta of [{}, { tool: "bash", sessionId: "s" }]) expect(idOf(meta)).not.toBe(idOf(meta, other));
  });

  it("is well formed for any names, also with a digest and a number behind it", () => {
    const name = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...HOSTILE_NAMES));
    const meta = fc.record({ tool: name, callId: name, sessionId: name, seq: fc.maxSafeNat() }, { requiredKeys: [] });
    fc.assert(
      fc.property(meta, (meta) => {
        const candidates = idCandidates(idOf(meta), DIGEST);
        const ids = Array.from({ length: 20 }, () => candidates.next().value);
        expect(ids.every(isSpillId)).toBe(true);
        expect(new Set(ids).size).toBe(20);
        expect(ids[0]).toBe(idOf(meta));
        expect(ids[1]).toBe(withDigest(idOf(meta), DIGEST));
        expect(idOf(meta).startsWith(`${idStem(meta)}-`)).toBe(true);
      }),
    );
  });
});

describe("withDigest", () => {
  it("appends 16 digits, and stays an id however long the id was", () => {
    expect(withDigest("7-bash-0123abcd", DIGEST)).toBe("7-bash-0123abcd-0123456789abcdef");
    expect(isSpillId(withDigest("a".repeat(96), DIGEST))).toBe(true);
  });
});

describe("slug", () => {
  it.each([
    ["bash", "bash"],
    ["mcp__server__Read File", "mcp__server__read-file"],
    ["../../x", "x"],
    ["", "result"],
    ["日本語", "result"],
    ["-rf", "rf"],
    ["a---b", "a-b"],
    ["a\0\n\ud800b", "a-b"],
    ["x".repeat(1400), "x".repeat(32)],
    [`${"x".repeat(31)}/y`, "x".repeat(31)],
  ])("makes %j safe as %j", (name, safe) => {
    expect(slug(name, "result")).toBe(safe);
  });

  it("takes the same time for a name of many megabytes", () => {
    const name = "-".repeat(1 << 24);
    slug(name, "result");
    const started = performance.now();
    for (let round = 0; round < 100; round++) slug(name, "result");
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
