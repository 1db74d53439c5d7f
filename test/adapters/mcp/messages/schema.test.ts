/** Output schemas that are loosened: what they took they take, and they still refuse the rest. */
import { describe, expect, it } from "vitest";
import { connect } from "./support.js";

async function loosened(outputSchema: unknown): Promise<unknown> {
  const message = await connect({ outputSchema: "loosen" }).listTools([{ name: "t", outputSchema }]);
  return ((message.result?.["tools"] ?? []) as { outputSchema?: unknown }[])[0]?.outputSchema;
}

const MARKER = expect.objectContaining({ required: ["bounded"] }) as unknown;

describe("a loosened schema", () => {
  it("should keep at its root what belongs there, and lead references to where the schema is now", async () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { row: { type: "object", properties: { parent: { $ref: "#" }, same: { $ref: "#/$defs/row" } } } },
      type: "object",
      properties: {
        rows: { type: "array", items: { $ref: "#/$defs/row" } },
        again: { $ref: "#/properties/rows" },
        elsewhere: { $ref: "https://example.com/schema#/a" },
        $ref: { type: "string" },
        fixed: { const: { $ref: "#" }, enum: [{ $ref: "#/properties" }] },
      },
      required: ["rows"],
    };
    expect(await loosened(schema)).toEqual({
      $schema: schema.$schema,
      $defs: { row: { type: "object", properties: { parent: { $ref: "#/anyOf/0" }, same: { $ref: "#/$defs/row" } } } },
      type: "object",
      anyOf: [
        {
          type: "object",
          properties: { ...schema.properties, again: { $ref: "#/anyOf/0/properties/rows" } },
          required: ["rows"],
        },
        MARKER,
      ],
    });
  });

  it("should have no type where it was of another", async () => {
    expect(await loosened({ type: "array", items: { type: "string" } })).toEqual({
      anyOf: [{ type: "array", items: { type: "string" } }, MARKER],
    });
  });

  it("should be none where it is no object, or nested too deep", async () => {
    let deep: object = {};
    for (let level = 0; level < 2000; level++) deep = { not: deep };
    expect(await loosened(deep)).toBeUndefined();
    expect(await loosened(true)).toBeUndefined();
  });
});
