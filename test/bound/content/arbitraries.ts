/** Blocks of content in the words of each protocol, and what only looks like them. */
import fc from "fast-check";
import { SECRET, toolText } from "../support.js";

const base64 = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const log = fc.tuple(fc.nat(80), fc.nat(30)).map(([lines, width]) => `${"x".repeat(width)}\n`.repeat(lines));
const text = fc.oneof(toolText, log);

export const someBlock: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 5, arbitrary: text.map((text) => ({ type: "text", text })) },
  text.map((text) => ({ type: "text", text, annotations: { audience: ["user"] } })),
  text.map((text) => ({ type: "resource", resource: { uri: "file:///a", mimeType: "text/plain", text } })),
  text.map((data) => ({ type: "document", source: { type: "text", media_type: "text/plain", data } })),
  base64.map((data) => ({ type: "image", data, mimeType: "image/png" })),
  base64.map((blob) => ({ type: "resource", resource: { uri: "file:///b", blob } })),
  base64.map((data) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } })),
  base64.map((data) => ({ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } })),
  base64.map((data) => ({ type: "input_audio", input_audio: { data, format: "wav" } })),
  base64.map((data) => ({ type: "file-data", data, mediaType: "application/pdf" })),
  fc.nat().map((id) => ({ type: "image", source: { type: "url", url: `https://example.org/${id}.png` } })),
  text.map((description) => ({ type: "resource_link", uri: "file:///c", name: "c", description })),
  text.map((data) => ({ type: "log", data })),
  text.map((text) => ({ type: "search_result", source: "s", content: [{ type: "text", text }] })),
);

/** Makes values that run code when they are read, or that have no JSON. */
export const hostile: fc.Arbitrary<() => unknown> = fc.constantFrom<(() => unknown)[]>(
  () => null,
  () => undefined,
  () => 7,
  () => "a string",
  () => [],
  () => () => 1,
  () => 1n,
  () => Symbol("x"),
  () => ({}),
  () => ({ type: 7, text: 7 }),
  () => ({ type: "text" }),
  () => ({
    type: "text",
    get text(): string {
      throw new Error(SECRET);
    },
  }),
  () => ({
    get type(): string {
      throw new Error(SECRET);
    },
    text: "plain",
  }),
  () => ({
    type: "image",
    get data(): string {
      throw new Error(SECRET);
    },
  }),
  () => ({
    type: "text",
    text: "plain",
    get other(): string {
      throw new Error(SECRET);
    },
  }),
  () => new Proxy({ type: "text", text: SECRET }, {}),
  () =>
    new Proxy(
      {},
      {
        get() {
          throw new Error(SECRET);
        },
        getOwnPropertyDescriptor() {
          throw new Error(SECRET);
        },
        ownKeys() {
          throw new Error(SECRET);
        },
      },
    ),
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  () => {
    const block: Record<string, unknown> = { type: "resource_link" };
    block["self"] = block;
    return block;
  },
  () => ({ type: "resource_link", size: 1n }),
  () => ({
    type: "resource_link",
    toJSON() {
      throw new Error(SECRET);
    },
  }),
  () =>
    Object.create({
      get text() {
        throw new Error(SECRET);
      },
      get type() {
        throw new Error(SECRET);
      },
    }),
  () => ({ type: "resource", resource: new Proxy({ text: SECRET }, {}) }),
  () => JSON.parse(`{"type":"text","text":"plain","__proto__":{"x":1}}`),
  () => ({ type: "image", data: new Uint8Array(9) }),
  () => ({ type: "image", image: new URL("https://example.org/a.png") }),
  () => {
    let deep: unknown = 1;
    for (let level = 0; level < 2000; level++) deep = { a: deep };
    return { type: "resource_link", deep };
  },
);
