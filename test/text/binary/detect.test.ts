import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binaryKind } from "../../../src/text/binary/detect.js";
import { MAGICS } from "../../../src/text/binary/magic.js";
import { runs } from "../../support/runs.js";

const kindOf = (bytes: Uint8Array, encoding = "utf-8") =>
  binaryKind({ bytes, text: new TextDecoder(encoding).decode(bytes.subarray(0, 4096)) })?.name;
const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("binaryKind", () => {
  it("tells files of this machine", () => {
    expect(kindOf(readFileSync(process.execPath).subarray(0, 8192))).toMatch(/program$/);
    expect(kindOf(gzipSync("text"))).toBe("gzip data");
  });

  it.each([
    ["PNG image", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ["JPEG image", "\xff\xd8\xff\xe0\0\x10JFIF\0"],
    ["GIF image", "GIF89a\x01\0\x01\0"],
    ["WebP image", "RIFF\x24\0\0\0WEBPVP8 "],
    ["WAV audio", "RIFF\x24\0\0\0WAVEfmt "],
    ["PDF document", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"],
    ["ZIP archive", "PK\x03\x04\x14\0\0\0"],
    ["ELF program", "\x7fELF\x02\x01\x01\0"],
    ["SQLite database", "SQLite format 3\0\x10\0"],
    ["WebAssembly module", "\0asm\x01\0\0\0"],
    ["tar archive", `name${"\0".repeat(253)}ustar\x0000`],
    ["Windows program", `MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8${"\0".repeat(40)}`],
    ["UTF-16 text, little-endian", `\xff\xfe${"h\0i\0".repeat(10)}`],
  ])("knows a %s", (name, start) => {
    expect(kindOf(ascii(start))).toBe(name);
  });

  it("takes what has controls at every turn for data of a format that it does not know", () => {
    expect(kindOf(new Uint8Array(512))).toBe("unknown format");
    expect(kindOf(deflateSync(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * at) % 251))))).toBe(
      "unknown format",
    );
  });

  it("takes random bytes for binary in any encoding, but rarely", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 512, maxLength: 600 }),
        fc.constantFrom("utf-8", "windows-1252", "gb18030"),
        (bytes, encoding) => {
          fc.pre(new Set(bytes).size > 200);
          expect(kindOf(bytes, encoding)).toBeDefined();
        },
      ),
      runs(200),
    );
  });

  it.each([
    ["a stray NUL", "one\ntwo\0\nthree\n"],
    ["nothing but a NUL", "\0"],
    ["NUL between items", "src/a.ts\0src/b.ts\0README.md\0".repeat(40)],
    ["colours on every word", "\x1b[31ma\x1b[0m \x1b[32mb\x1b[0m\n".repeat(40)],
    ["overstrike", "N\bNA\bAM\bME\bE\n".repeat(40)],
    ["bells and titles", "\x1b]0;title\x07$ ".repeat(40)],
    ["words that a format begins with", "PACK my box with five dozen liquor jugs\n"],
    ["a text that is called as a format is", "GIF89a is a format\n%PDF-1.7 is another\n"],
    ["a letter to BM", "BM, MZ and ID3 are magic\n"],
    ["nothing", ""],
  ])("takes %s for text", (_what, text) => {
    expect(kindOf(new TextEncoder().encode(text))).toBeUndefined();
  });

  it("takes text in other encodings for text, decoded right or not", () => {
    const gbk = Uint8Array.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]);
    const many = Uint8Array.from({ length: 1000 }, (_, at) => gbk[at % 5] as number);
    expect(kindOf(gbk)).toBeUndefined();
    expect(kindOf(many)).toBeUndefined();
    expect(kindOf(many, "gb18030")).toBeUndefined();
    expect(kindOf(Buffer.from("\ufeffhello 你好\n".repeat(40), "utf16le"), "utf-16le")).toBeUndefined();
  });

  it("takes the output of commands for text", () => {
    for (const command of [
      ["ls", "-la", "/"],
      ["env", "-0"],
      ["git", "ls-files", "-z"],
    ]) {
      const [file = "", ...args] = command;
      expect(kindOf(execFileSync(file, args, { cwd: import.meta.dirname }))).toBeUndefined();
    }
  });

  it("never takes text without controls for binary, whatever it begins with", () => {
    const start = fc.constantFrom(...MAGICS.filter(({ proves }) => proves !== "all").map(({ at }) => at[0]?.[1] ?? ""));
    fc.assert(
      fc.property(start, fc.string({ unit: "grapheme" }), (magic, text) => {
        const plain = (magic + text).replace(/[^\P{Cc}\n\t]|[\ufffd\x80-\xff]/gu, "");
        expect(kindOf(new TextEncoder().encode(plain))).toBeUndefined();
      }),
      runs(300),
    );
  });
});
