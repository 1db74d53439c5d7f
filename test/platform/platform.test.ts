import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as node from "../../src/platform/node.js";
import * as portable from "../../src/platform/portable.js";
import { byteChunksOf, longerText, nearlyUtf8, splits, troubleText } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";

const anyText = fc.oneof(troubleText(), longerText(), fc.string({ unit: "binary" }), fc.string());
const anyBytes = fc.oneof(nearlyUtf8(), fc.uint8Array({ maxLength: 200 }));
const PLATFORMS = { node, portable };

describe("the two platforms", () => {
  it("offer the same names", () => {
    expect(Object.keys(portable).sort()).toEqual(Object.keys(node).sort());
  });

  it("always agree on the length and the bytes of a text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const bytes = node.encodeUtf8(text);
        expect([...portable.encodeUtf8(text)]).toEqual([...bytes]);
        expect(portable.utf8Length(text)).toBe(node.utf8Length(text));
        expect(node.utf8Length(text)).toBe(bytes.length);
      }),
      runs(2000),
    );
  });

  it("always agree on the text of any bytes", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = portable.decodeUtf8(bytes);
        expect(text).toBe(node.decodeUtf8(bytes));
        expect(text).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      }),
      runs(3000),
    );
  });

  it("agree on the text of every pair of bytes, and of every triple at the edges of the table", () => {
    const edges = [
      0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
    ];
    edges.push(0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff);
    for (let first = 0; first < 256; first++) {
      for (let second = 0; second < 256; second++) {
        const bytes = Uint8Array.of(first, second);
        if (portable.decodeUtf8(bytes) !== node.decodeUtf8(bytes)) expect.unreachable(`${first} ${second}`);
      }
    }
    for (const first of edges) {
      for (const second of edges) {
        for (const third of edges) {
          for (const fourth of edges) {
            const bytes = Uint8Array.of(first, second, third, fourth);
            if (portable.decodeUtf8(bytes) !== node.decodeUtf8(bytes)) expect.unreachable([...bytes].join(" "));
          }
        }
      }
    }
  });

  it("always give a well-formed text back from its bytes, also where it is large", () => {
    const large = "a é 中 🟡 \ufeff\ufffd\n".repeat(5000);
    for (const platform of Object.values(PLATFORMS)) {
      expect(platform.decodeUtf8(platform.encodeUtf8(large))).toBe(large);
      expect(platform.utf8Length(large)).toBe(platform.encodeUtf8(large).length);
    }
  });

  it("always agree on a digest, for any chunking", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), splits(), (bytes, places) => {
        const expected = createHash("sha256").update(bytes).digest("hex");
        for (const platform of Object.values(PLATFORMS)) {
          const hash = platform.createSha256();
          for (const chunk of byteChunksOf(bytes, places)) hash.update(chunk);
          expect(hash.hex()).toBe(expected);
        }
      }),
      runs(500),
    );
  });

  it("always agree on an HMAC, for any key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.uint8Array({ maxLength: 150 }), (key, data) => {
        const expected = createHmac("sha256", key).update(data).digest("hex");
        expect(node.hmacSha256(key, data)).toBe(expected);
        expect(portable.hmacSha256(key, data)).toBe(expected);
      }),
      runs(300),
    );
  });
});

describe.each(Object.entries(PLATFORMS))("the platform %s", (name, platform) => {
  it("knows the digests of FIPS 180-4 and the HMAC of RFC 4231", () => {
    expect(platform.createSha256().hex()).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    const hash = platform.createSha256();
    hash.update(platform.encodeUtf8("a"));
    hash.update(platform.encodeUtf8("bc"));
    expect(hash.hex()).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const key = platform.encodeUtf8("Jefe");
    expect(platform.hmacSha256(key, platform.encodeUtf8("what do ya want for nothing?"))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
  });

  it("keeps a byte order mark", () => {
    expect(platform.decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe("\ufeffa");
  });

  it("hashes a chunk at once, so that its buffer may be used again", () => {
    const buffer = platform.encodeUtf8("abc").slice();
    const hash = platform.createSha256();
    hash.update(buffer);
    buffer.fill(0);
    expect(hash.hex()).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("makes random bytes, as many as asked and never the same", () => {
    expect(platform.randomBytes(0)).toHaveLength(0);
    expect(platform.randomBytes(32)).toHaveLength(32);
    expect(platform.randomBytes(32)).not.toEqual(platform.randomBytes(32));
  });

  it("takes only a proxy for a proxy, and runs no trap of it", () => {
    const hostile = new Proxy({}, new Proxy({}, { get: () => expect.unreachable() }));
    expect(platform.isProxy(hostile)).toBe(name === "node");
    expect(platform.isProxy({})).toBe(false);
    expect(platform.isProxy(() => 1)).toBe(false);
  });
});

describe("portable randomBytes", () => {
  it("refuses to guess where there is no Web Crypto", () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, "crypto") as PropertyDescriptor;
    try {
      Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });
      expect(() => portable.randomBytes(8)).toThrow("secure random");
    } finally {
      Object.defineProperty(globalThis, "crypto", original);
    }
  });
});
