/** Results of tools as servers return them, and worse. */
import fc from "fast-check";
import type { CallToolResultLike, McpContentBlock } from "spillway/mcp";

const PIECES = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z ]{0,30}$/) },
  { weight: 3, arbitrary: fc.constantFrom("\n", "\n", "\t", '"', "\\", "\r\n", "\u0000", "\u001b[31m", "\u0007") },
  { weight: 2, arbitrary: fc.constantFrom("🟡", "é", "你好", "👩‍👩‍👧", "\ud83d", "\udfe1", "\u2028", "\ufeff") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("[spillway: complete output in spill://x-00000000]", "[spillway: … 3 bytes omitted …]"),
  },
);

const someText: fc.Arbitrary<string> = fc
  .tuple(fc.array(PIECES, { maxLength: 30 }), fc.constantFrom(1, 1, 3, 20, 200))
  .map(([pieces, times]) => pieces.join("").repeat(times));

const someJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc
    .array(
      fc.record({
        id: fc.nat(),
        name: fc.string({ maxLength: 12 }),
        tags: fc.array(fc.stringMatching(/^[a-z]{1,5}$/)),
      }),
    )
    .map((rows) => ({ rows: [...rows, ...rows, ...rows] })),
);

const base64 = fc.integer({ min: 0, max: 3000 }).map((length) => "QUJD".repeat(length));
const annotations = fc.constantFrom(
  {},
  { annotations: { audience: ["user"], priority: 0.5 } },
  { _meta: { "dev.a/x": "y".repeat(90) } },
);

const someBlock: fc.Arbitrary<McpContentBlock> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(someText, annotations).map(([text, more]) => ({ type: "text", text, ...more })) },
  { weight: 1, arbitrary: someJson.map((value) => ({ type: "text", text: JSON.stringify(value) })) },
  { weight: 1, arbitrary: base64.map((data) => ({ type: "image", data, mimeType: "image/png" })) },
  { weight: 1, arbitrary: base64.map((data) => ({ type: "audio", data, mimeType: "audio/wav" })) },
  {
    weight: 1,
    arbitrary: someText.map((text) => ({
      type: "resource",
      resource: { uri: "file:///a/b.txt", mimeType: "text/plain", text },
    })),
  },
  { weight: 1, arbitrary: base64.map((blob) => ({ type: "resource", resource: { uri: "file:///a/b.bin", blob } })) },
  { weight: 1, arbitrary: someText.map((text) => ({ type: "resource", resource: { uri: "ui://app/1", text } })) },
  { weight: 1, arbitrary: fc.webUrl().map((uri) => ({ type: "resource_link", uri, name: "link" })) },
);

/** Results of either era. */
export const someResult: fc.Arbitrary<CallToolResultLike> = fc
  .record(
    {
      content: fc.array(someBlock, { maxLength: 5 }),
      structuredContent: someJson,
      isError: fc.boolean(),
      _meta: fc.dictionary(fc.constantFrom("dev.a/x", "traceparent", "io.modelcontextprotocol/serverInfo"), someText, {
        maxKeys: 2,
      }),
      resultType: fc.constant("complete"),
      extra: someText,
    },
    { requiredKeys: ["content"] },
  )
  .chain((result) =>
    fc.constantFrom(
      result,
      // What most servers do: the text is the structured content.
      ...(result.structuredContent === undefined
        ? []
        : [{ ...result, content: [{ type: "text", text: JSON.stringify(result.structuredContent) }] }]),
    ),
  ) as fc.Arbitrary<CallToolResultLike>;

export function encodedSize(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
