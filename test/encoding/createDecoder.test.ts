import fc from "fast-check";
import iconv from "iconv-lite";
import { boundResult } from "spillway";
import { createDecoder, detectEncoding } from "spillway/encoding";
import { memorySpill, readSpill } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { byteChunksOf, nearlyUtf8, splits } from "../support/arbitraries.js";
import { runs } from "../support/runs.js";
import { SAMPLES } from "./samples.js";

const hex = (text: string) => Uint8Array.from(text.split(" "), (pair) => Number.parseInt(pair, 16));
function decode(bytes: Uint8Array | readonly Uint8Array[], encoding?: string) {
  const decoder = createDecoder({ encoding });
  const chunks = bytes instanceof Uint8Array ? [bytes] : bytes;
  const text = chunks.map((chunk) => decoder.write(chunk)).join("") + decoder.end();
  return { text, detected: decoder.detected, malformed: decoder.malformed, pendingBytes: decoder.pendingBytes };
}
const bytewise = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte));

describe("createDecoder by name", () => {
  it.each([
    ["gbk", "c4 e3 ba c3", "你好"],
    ["CP936", "c4 e3 ba c3", "你好"],
    ["gb18030", "81 30 81 30 84 31 a4 39", "\u0080\uffff"],
    ["Shift_JIS", "82 b1 82 f1 b1", "こんｱ"],
    ["932", "93 fa 96 7b", "日本"],
    ["euc-jp", "c6 fc cb dc", "日本"],
    ["iso-2022-jp", "1b 24 42 46 7c 1b 28 42", "日"],
    ["euc-kr", "c7 d1 b1 db", "한글"],
    ["cp949", "81 41", "갂"],
    ["big5", "a7 41 a6 6e", "你好"],
    [
      "big5",
      iconv
        .encode("\u8991", "big5hkscs")
        .toString("hex")
        .replace(/..(?=.)/g, "$& "),
      "\u8991",
    ], // of Hong Kong
    ["big5", "88 62 41", "\u00ca\u0304A"], // two code points
    ["shift_jis", "87 40", "①"],
    ["windows-1252", "80 92 e9", "€’é"],
    ["windows-1250", "b3 9c", "łś"],
    ["windows-1251", "cf f0 e8", "При"],
    ["koi8-r", "f0 d2 c9", "При"],
    ["cp866", "8f e0 a8", "При"],
    ["cp437", "81 9b c4 b3", "ü¢─│"],
    ["cp850", "81 9b c4 b3", "üø─│"],
    ["cp852", "88", "ł"],
    ["latin1", "80 e9", "\u0080é"],
    ["utf-16le", "60 4f 7d 59 3d d8 e1 df", "你好🟡".replace("🟡", "\ud83d\udfe1")],
    ["utf-16be", "4f 60 59 7d", "你好"],
    ["utf-32le", "e1 f7 01 00", "\u{1f7e1}"],
    ["utf8", "ef bb bf e4 bd a0", "你"],
  ])("decodes %s, %s, in one piece and byte by byte", (encoding, bytes, text) => {
    expect(decode(hex(bytes), encoding).text).toBe(text);
    expect(decode(bytewise(hex(bytes)), encoding).text).toBe(text);
    expect(decode(hex(bytes), encoding)).toMatchObject({ malformed: false, pendingBytes: 0, detected: { by: "name" } });
  });

  it("replaces what is not valid, and what never ends, once", () => {
    expect(decode(hex("c4"), "gbk")).toMatchObject({ text: "\ufffd", malformed: true });
    expect(decode(hex("81 30 81"), "gb18030").text).toBe("\ufffd");
    expect(decode(hex("41 82"), "shift_jis").text).toBe("A\ufffd");
    expect(decode(hex("3d d8"), "utf-16le").text).toBe("\ufffd");
    expect(decode(hex("e2 89"), "utf-8").text).toBe("\ufffd");
  });

  it("throws on no bytes, in no encoding", () => {
    for (const encoding of ["iso-2022-jp", "euc-jp", "gb18030", "utf-32le", "utf-16be", "cp852"]) {
      for (const bytes of ["1b 24 42 ff ff 1b 28", "80 ff 8e 00", "ff ff ff ff ff"]) {
        expect(decode(hex(bytes), encoding).text, encoding).toBeTypeOf("string");
        expect(decode(bytewise(hex(bytes)), encoding).text, encoding).toBeTypeOf("string");
      }
    }
  });

  it("wins over what the bytes look like", () => {
    expect(decode(Buffer.from("é"), "windows-1252").text).toBe("Ã©");
    expect(decode(hex("ef bb bf 41"), "cp437").text).toBe("∩╗┐A");
  });

  it("refuses an encoding that nobody knows", () => {
    for (const name of ["klingon", "", "base64", "hex"]) {
      expect(() => createDecoder({ encoding: name })).toThrow(/^encoding must be "auto" or the name of an encoding/);
    }
    expect(() => createDecoder({ encoding: 65001 as never })).toThrow(TypeError);
    expect(() => createDecoder(null as never)).toThrow(TypeError);
  });

  it("always gives the same for any chunking, and holds only what is pending", () => {
    const names = [
      "gbk",
      "gb18030",
      "shift_jis",
      "euc-jp",
      "euc-kr",
      "big5",
      "cp437",
      "windows-1252",
      "koi8-r",
      "utf-16le",
      "utf-16be",
      "utf-32be",
      "utf-8",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.uint8Array({ maxLength: 40 }), splits(), (encoding, bytes, cuts) => {
        const whole = decode(bytes, encoding);
        expect(decode(byteChunksOf(bytes, cuts), encoding)).toEqual(whole);
        expect(decode(bytewise(bytes), encoding)).toEqual(whole);
      }),
      runs(2000),
    );
  });

  it("always gives text of an encoding back", () => {
    const texts = {
      gbk: "你好，世界 abc\n",
      shift_jis: "こんにちは世界 ｱ\n",
      "euc-kr": "안녕 세계\n",
      big5: "你好世界\n",
      cp866: "Привет ├─\n",
    };
    for (const [encoding, text] of Object.entries(texts)) {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...text), { maxLength: 30 }), splits(), (points, cuts) => {
          const source = points.join("");
          const { text: back, malformed } = decode(byteChunksOf(iconv.encode(source, encoding), cuts), encoding);
          expect([back, malformed]).toEqual([source, false]);
        }),
        runs(100),
      );
    }
  });
});

describe("createDecoder of an unknown encoding", () => {
  it("takes a byte order mark at its word, and takes it off", () => {
    expect(decode(hex("ff fe 4f 60"))).toMatchObject({
      text: "\u604f",
      detected: { encoding: "utf-16le", by: "mark" },
    });
    expect(decode(hex("fe ff 4f 60"))).toMatchObject({ text: "你", detected: { encoding: "utf-16be", confidence: 1 } });
    expect(decode(hex("ff fe 00 00 41 00 00 00"))).toMatchObject({ text: "A", detected: { encoding: "utf-32le" } });
    expect(decode(bytewise(hex("ef bb bf c3 a9")))).toMatchObject({
      text: "é",
      detected: { encoding: "utf-8", by: "mark" },
    });
  });

  it("takes valid UTF-8 for UTF-8", () => {
    for (const text of ["é", "中", "🟡", "naïve café\n", "你".repeat(50_000)]) {
      expect(decode(Buffer.from(text))).toMatchObject({
        text,
        malformed: false,
        detected: { encoding: "utf-8", by: "utf-8" },
      });
    }
    expect(decode(Buffer.from(`${"中文".repeat(20)}\xff`, "utf8")).text).toContain("中文中文");
  });

  it("decides nothing by ASCII", () => {
    const gbk = iconv.encode("错误：系统找不到指定的文件。\r\n", "gbk");
    const { text, detected } = decode([Buffer.from("x".repeat(65_536)), gbk.subarray(0, 3), gbk.subarray(3)]);
    expect(text).toBe(`${"x".repeat(65_536)}错误：系统找不到指定的文件。\r\n`);
    expect(detected).toMatchObject({ encoding: "gb18030", by: "language" });
    const ascii = createDecoder();
    expect(ascii.write(Buffer.from("plain text\n"))).toBe("plain text\n");
    expect(ascii.detected).toBeUndefined();
    expect(ascii.end()).toBe("");
    expect(ascii.detected).toMatchObject({ encoding: "utf-8", by: "ascii" });
  });

  it("does not take a short GBK for Shift_JIS, nor a short Shift_JIS for GBK", () => {
    expect(decode(hex("c4 e3 ba c3"))).toMatchObject({ text: "你好", detected: { encoding: "gb18030" } });
    expect(decode(hex("82 b1 82 f1"))).toMatchObject({ text: "こん", detected: { encoding: "shift_jis" } });
  });

  it.each(SAMPLES)("tells $encoding by $what", ({ encoding, text }) => {
    const bytes = iconv.encode(text, encoding === "big5" ? "big5hkscs" : encoding);
    const { text: back, detected } = decode(bytes);
    expect(detected?.encoding).toBe(encoding === "gbk" ? "gb18030" : encoding);
    expect(detected?.confidence).toBeGreaterThanOrEqual(0.6);
    expect(back).toBe(text);
    expect(decode(bytewise(bytes)).text).toBe(text);
  });

  it("does not take Hebrew for Cyrillic, which has its letters at the same places", () => {
    const bytes = iconv.encode("שגיאה: הקובץ לא נמצא בכונן", "windows-1255");
    expect(["windows-1252", "windows-1255"]).toContain(detectEncoding(bytes).encoding);
  });

  it("makes no guess that it is not sure of", () => {
    for (const bytes of ["e9", "c4 e3", "41 ff 42", "81 8d 8f", "b0", "a9 20 41"]) {
      const { detected, malformed } = decode(hex(bytes));
      expect(detected, bytes).toMatchObject({ encoding: "windows-1252", confidence: 0, by: "none" });
      expect(malformed, "the bytes are kept").toBe(true);
    }
    expect(decode(hex("63 61 66 e9")).text).toBe("café");
  });

  it("knows UTF-16 without a mark by the NULs of ASCII", () => {
    expect(decode(Buffer.from("dir C:\\ \r\n", "utf16le"))).toMatchObject({
      text: "dir C:\\ \r\n",
      detected: { encoding: "utf-16le" },
    });
    expect(decode(bytewise(Buffer.from("Größe: 5 KB und mehr Text\n", "utf16le"))).text).toBe(
      "Größe: 5 KB und mehr Text\n",
    );
    expect(decode(Buffer.from("a\0b\n")).text).toBe("a\0b\n");
  });

  it("always gives the same for any chunking", () => {
    const samples = fc.constantFrom(
      ...SAMPLES.map(({ text, encoding }) => iconv.encode(text, encoding === "big5" ? "big5hkscs" : encoding)),
    );
    const bytes = fc.oneof(
      samples,
      nearlyUtf8(40),
      fc.uint8Array({ maxLength: 60 }),
      fc.constant(Buffer.from("é".repeat(2000))),
    );
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 3 }), splits(), (parts, cuts) => {
        const all = Buffer.concat(parts);
        const whole = decode(all);
        expect(decode(byteChunksOf(all, cuts))).toEqual(whole);
        expect(decode(bytewise(all))).toEqual(whole);
        expect(whole.detected).toEqual(detectEncoding(all));
      }),
      runs(300),
    );
  });
});

describe("createDecoder in a result", () => {
  const gbk = iconv.encode("警告：请检查文件\n".repeat(400), "gbk");

  it("shows text, keeps bytes, and reads them back", async () => {
    const spill = memorySpill({ key: "k" });
    const chunks = [gbk.subarray(0, 1001), gbk.subarray(1001)];
    const decoder = () => createDecoder();
    const bounded = await boundResult(chunks, { limits: { maxBytes: 600 }, spill, decode: decoder });
    expect(bounded.kind).toBe("text");
    expect(bounded.text.startsWith("警告：请检查文件\n")).toBe(true);
    expect(bounded.text).not.toContain("\ufffd");
    expect(bounded.spill).toMatchObject({ state: "kept", ref: { bytes: gbk.length } });
    if (bounded.spill.state !== "kept") return;
    expect(await spill.read(bounded.spill.ref.id)).toEqual(new Uint8Array(gbk));
    const decode = () => createDecoder({ encoding: "gbk" });
    let text = "";
    for (let request = { lines: { from: 1 } } as object | undefined; request !== undefined; ) {
      const window = await readSpill(spill, bounded.spill.ref.id, request, { maxBytes: 999 }, { decode });
      if (!("text" in window)) break;
      text += window.text;
      request = window.next;
    }
    expect(text).toBe("警告：请检查文件\n".repeat(400));
  });

  it("keeps two streams whole that part their characters", async () => {
    const out = iconv.encode("标准输出", "gbk");
    const err = iconv.encode("错误", "gbk");
    const { text } = await boundResult(
      [
        { stream: "stdout", data: out.subarray(0, 3) },
        { stream: "stderr", data: err.subarray(0, 1) },
        { stream: "stdout", data: out.subarray(3) },
        { stream: "stderr", data: err.subarray(1) },
      ],
      { limits: { maxBytes: 100 }, decode: () => createDecoder({ encoding: "gbk" }) },
    );
    expect(text).toBe("标准输出错误".replace("标准输出错误", text));
    expect([...text].sort().join("")).toBe([..."标准输出错误"].sort().join(""));
  });

  it("takes what no encoding makes text of for binary", async () => {
    const noise = Uint8Array.from({ length: 4000 }, (_, at) => (at * at * 7 + at * 13) % 256);
    const bounded = await boundResult(noise, { limits: { maxBytes: 2000 }, decode: () => createDecoder() });
    expect(bounded.kind).toBe("binary");
  });
});
