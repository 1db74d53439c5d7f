import { mediaPrice } from "spillway";
import { describe, expect, it } from "vitest";
import { imageSize } from "../../../src/bound/content/imageSize.js";

const big = (value: number, length: number) =>
  Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256);
const little = (value: number, length: number) => big(value, length).reverse();
const ascii = (text: string) => [...Buffer.from(text)];

const png = (width: number, height: number) => [
  0x89,
  ...ascii("PNG\r\n\u001a\n"),
  ...big(13, 4),
  ...ascii("IHDR"),
  ...big(width, 4),
  ...big(height, 4),
  8,
  6,
  0,
  0,
  0,
];
const gif = (width: number, height: number) => [...ascii("GIF89a"), ...little(width, 2), ...little(height, 2), 0, 0, 0];
/** With segments before the frame: an application's, a comment, and bytes that only fill. */
const jpeg = (width: number, height: number, frame = 0xc2) => [
  ...[0xff, 0xd8, 0xff, 0xe0, ...big(16, 2), ...ascii("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0],
  ...[0xff, 0xfe, ...big(6, 2), 0xff, 0xc0, 0, 1],
  ...[0xff, 0xff, 0xff, 0xc4, ...big(4, 2), 0, 0],
  ...[0xff, frame, ...big(11, 2), 8, ...big(height, 2), ...big(width, 2), 1, 1, 0x11, 0],
];
const riff = (kind: string, body: number[]) => [
  ...ascii("RIFF"),
  ...little(body.length + 12, 4),
  ...ascii("WEBP"),
  ...ascii(kind),
  ...little(body.length, 4),
  ...body,
  ...Array<number>(16).fill(0),
];
const lossy = (width: number, height: number) =>
  riff("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height | 0x4000, 2)]);
const lossless = (width: number, height: number) =>
  riff("VP8L", [0x2f, ...little(width - 1 + (height - 1) * 16_384, 4)]);
const extended = (width: number, height: number) =>
  riff("VP8X", [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]);

const base64 = (bytes: readonly number[]) => Buffer.from(bytes).toString("base64");
const image = (bytes: readonly number[]) => ({ type: "image", data: base64(bytes), mimeType: "image/png" });
const prices = (block: object) =>
  (["anthropic", "openai", "gemini"] as const).map((provider) => mediaPrice(provider)(block) / 2);

describe("imageSize", () => {
  const formats = { png, gif, jpeg, lossy, lossless, extended };
  it.each(Object.entries(formats))("reads the header of %s", (_name, make) => {
    for (const [width, height] of [
      [1, 1],
      [640, 480],
      [3000, 2],
    ] as const) {
      expect(imageSize(Uint8Array.from(make(width, height)))).toEqual({ width, height });
    }
  });

  it.each(Object.entries(formats))("knows no size where %s is broken off", (_name, make) => {
    const bytes = Uint8Array.from(make(640, 480));
    for (let length = 0; length < bytes.length; length++) {
      const size = imageSize(bytes.subarray(0, length));
      if (size !== undefined) expect(size).toEqual({ width: 640, height: 480 });
    }
  });

  it("knows none of what is no image, and of one without pixels", () => {
    const wave = [...riff("VP8 ", [])];
    wave.splice(8, 4, ...ascii("WAVE"));
    for (const bytes of [[], ascii("text that is long enough for any header at all"), png(0, 5), jpeg(5, 0), wave]) {
      expect(imageSize(Uint8Array.from(bytes))).toBeUndefined();
    }
    expect(imageSize(Uint8Array.from(jpeg(9, 9, 0xc8)))).toBeUndefined();
  });
});

describe("mediaPrice", () => {
  // By hand, from what the providers document: patches of 28; tiles of 512, or patches of 32 × 2.46; tiles of 768.
  it.each<[number, number, number, number, number]>([
    [1, 1, 1, 85 + 170, 1120],
    [384, 384, 14 * 14, Math.ceil(144 * 2.46), 1120],
    [1024, 1024, 37 * 37, Math.ceil(1024 * 2.46), 1120], // tiles: 768 × 768 are 4, which is 765
    [1280, 720, 46 * 26, Math.ceil(920 * 2.46), 1120],
    [2048, 4096, 46 * 92, Math.ceil(1536 * 2.46), 258 * 2 * 4], // as 1,288 × 2,576, and as 1,536 × 3,072
    [2576, 1000, 92 * 36, Math.ceil(1536 * 2.46), 258 * 4 * 2],
    [8000, 8000, 4784, Math.ceil(1536 * 2.46), 258 * 4 * 4],
    [20_000, 1, 92, Math.ceil(625 * 2.46), 1120],
  ])("takes %i × %i for %i, %i and %i tokens", (width, height, anthropic, openai, gemini) => {
    const expected = [anthropic, openai, gemini];
    expect(prices(image(png(width, height)))).toEqual(expected);
    expect(mediaPrice()(image(png(width, height))) / 2).toBe(Math.max(...expected));
  });

  it("never passes what can be counted, whatever a header says", () => {
    const [anthropic, openai, gemini] = prices(image(png(2 ** 32 - 1, 2 ** 32 - 1)));
    expect([anthropic, openai, gemini]).toEqual([4784, 3779, 4128]);
    expect(prices(image(ascii("no image")))).toEqual([4784, 3779, 4128]);
  });

  it("knows media of each protocol, as base64, bytes, data URL or link", () => {
    const data = base64(png(1280, 720));
    const url = `data:image/png;base64,${data}`;
    const blocks = [
      { type: "image", data, mimeType: "image/png" },
      { type: "resource", resource: { uri: "a:b", mimeType: "image/png", blob: data } },
      { type: "image", source: { type: "base64", media_type: "image/png", data } },
      { type: "image_url", image_url: { url } },
      { type: "input_image", image_url: url },
      { inlineData: { mimeType: "image/png", data } },
      { inline_data: { mime_type: "image/png", data } },
      { type: "media", data, mediaType: "image/png" },
      { type: "image-data", data, mediaType: "image/png" },
      { type: "image", image: data },
      { type: "image", image: Uint8Array.from(png(1280, 720)) },
      { type: "file", file: { file_data: url } },
    ];
    for (const block of blocks) expect(mediaPrice("anthropic")(block), JSON.stringify(block).slice(0, 60)).toBe(2392);
    for (const link of [
      { type: "image", source: { type: "url", url: "https://example.org/a" } },
      { type: "image", source: { type: "file", file_id: "file_1" } },
      { type: "image_url", image_url: { url: "https://example.org/a" } },
      { type: "input_image", image_url: "https://example.org/a" },
    ]) {
      expect(mediaPrice("anthropic")(link)).toBe(4784 * 2);
    }
  });

  it("prices sound and files by their size, and nothing else", () => {
    const data = Buffer.alloc(6000).toString("base64");
    expect(mediaPrice()({ type: "audio", data, mimeType: "audio/ogg" })).toBe(200);
    expect(mediaPrice()({ type: "audio", data, mimeType: "audio/wav" })).toBe(24);
    expect(mediaPrice()({ type: "file", data, mediaType: "application/pdf" })).toBe(8000);
    for (const block of [
      { type: "text", text: "a" },
      { type: "log", data },
      { type: "resource_link", mimeType: "image/png", uri: "a:b" },
      {},
    ]) {
      expect(mediaPrice()(block)).toBe(0);
    }
    expect(() => mediaPrice("other" as never)).toThrow('provider must be one of "anthropic"');
  });
});
