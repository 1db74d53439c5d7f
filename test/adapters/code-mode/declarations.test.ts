/** Tools declared to a model: within an allowance, the same in any order, and unchanged while servers connect. */
import fc from "fast-check";
import { type DeclarationOptions, type DeclaredTool, fitDeclarations } from "spillway/code-mode";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { schemaType } from "../../../src/adapters/code-mode/declarations/schemaType.js";
import { runs } from "../../support/runs.js";

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const READ: DeclaredTool = {
  name: "read_page",
  description: "Reads one page.\nMore about it.",
  inputSchema: object({ id: { type: "integer" }, part: { enum: ["head", "tail"] } }, ["id"]),
  outputSchema: object({ text: { type: "string" } }, ["text"]),
};
const toolsOf = (namespace: string, count: number): DeclaredTool[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${namespace}_${index}`,
    namespace,
    description: `Tool ${index} of ${namespace}.`,
  }));

/** What the compiler says of a text. */
function mistakesIn(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("fitDeclarations", () => {
  it("should declare what fits, by name, with the first line of what it does", () => {
    const { text, tokens, undeclared } = fitDeclarations([{ name: "zero-args", namespace: "srv" }, READ]);
    expect(text).toBe(
      [
        "declare const tools: {",
        "  /** Reads one page. */",
        '  read_page(args: { id: number; part?: "head" | "tail" }): Promise<{ text: string }>;',
        "  zero_args(args?: unknown): Promise<unknown>;",
        "};",
        "// Namespaces: srv, tools. Object.keys(tools) has every tool, also those that are not declared here.",
        "",
      ].join("\n"),
    );
    expect(tokens).toBe(Math.ceil((text.split("\n").slice(1, 4).join("\n").length + 1) / 4));
    expect(undeclared).toEqual([]);
  });

  it("should list namespaces alone for 0 tokens", () => {
    const { text, tokens, undeclared } = fitDeclarations([READ, ...toolsOf("github", 2)], {
      maxTokens: 0,
      namespaces: ["linear"],
    });
    expect(text).toBe(
      "// Namespaces: github, linear, tools. Object.keys(tools) has every tool, also those that are not declared here.\n",
    );
    expect([tokens, undeclared]).toEqual([0, ["github_0", "github_1", "read_page"]]);
  });

  it("should fit at the limit exactly, and take 3,000 tokens by default", () => {
    const { tokens } = fitDeclarations([READ]);
    expect(fitDeclarations([READ], { maxTokens: tokens }).undeclared).toEqual([]);
    expect(fitDeclarations([READ], { maxTokens: tokens - 1 }).undeclared).toEqual(["read_page"]);
    const many = fitDeclarations(toolsOf("github", 1000));
    expect(many.tokens).toBeLessThanOrEqual(3000);
    expect(many.tokens).toBeGreaterThan(2980);
  });

  it("should let namespaces take turns", () => {
    const { declared } = fitDeclarations([...toolsOf("large", 500), ...toolsOf("small", 3)], { maxTokens: 300 });
    const names = Object.keys(declared);
    expect(names.filter((name) => name.startsWith("small"))).toHaveLength(3);
    expect(names.filter((name) => name.startsWith("large")).length).toBeGreaterThan(5);
  });

  it("should give the same text for the same tools in any order", () => {
    const all = [READ, ...toolsOf("b", 30), ...toolsOf("a", 30)];
    const expected = fitDeclarations(all, { maxTokens: 400 });
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (tools) => {
        expect(fitDeclarations(tools, { maxTokens: 400 })).toEqual(expected);
      }),
      runs(50),
    );
  });

  it("should not change while servers connect, and say what is new and what no longer holds", () => {
    const first = fitDeclarations([READ], { namespaces: ["github"] });
    const changed = { ...READ, inputSchema: object({}) };
    for (const previous of [first, JSON.parse(JSON.stringify(first)) as typeof first]) {
      const later = fitDeclarations([READ, ...toolsOf("github", 2)], { previous });
      expect(later).toEqual({ ...first, undeclared: ["github_0", "github_1"] });
      const last = fitDeclarations([changed, ...toolsOf("github", 1)], { previous: later });
      expect([last.text, last.stale]).toEqual([first.text, ["read_page"]]);
      expect(fitDeclarations([], { previous }).stale).toEqual(["read_page"]);
    }
  });

  it("should count with another counter, also one for which the whole costs more than its parts", () => {
    const countTokens = (text: string) => text.length ** 1.2;
    const { tokens, declared } = fitDeclarations(toolsOf("a", 50), { maxTokens: 2000, countTokens });
    expect(tokens).toBeLessThanOrEqual(2000);
    expect(Object.keys(declared).length).toBeGreaterThan(0);
  });

  it("should stay one comment and one line a tool, whatever the tools say", () => {
    const hostile = [
      "*/ evil(); /*",
      "a\u2028b\u2029c",
      "`$" + "{x}`",
      "\ud83d",
      "\0\x1b[31m",
      "x".repeat(100_000),
      "[spillway: x]",
      '"',
      "\\",
    ];
    const tools = hostile.flatMap((text, index) => [
      {
        name: `t${index}`,
        description: text,
        namespace: text,
        inputSchema: object({ [text]: { const: text } }),
        outputSchema: { enum: [text] },
      },
      { name: text, description: `second ${index}` },
    ]);
    const { text } = fitDeclarations(tools, { maxTokens: 1_000_000 });
    expect(mistakesIn(text)).toEqual([]);
    expect(text.match(/^ {2}\S/gm)?.length).toBe(text.trimEnd().split("\n").length - 3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is the point
    expect(text).not.toMatch(/[\0\x1b\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(text).not.toContain("evil();\n");
  });

  it.each<[string, unknown, unknown, RegExp]>([
    ["tools", {}, {}, /tools must be an array/],
    ["a tool", [{}], {}, /tools\[0\].name must be a string/],
    ["maxTokens", [], { maxTokens: -1 }, /maxTokens must be an integer ≥ 0, got -1/],
    ["countTokens", [], { countTokens: 1 }, /countTokens must be a function/],
    ["namespaces", [], { namespaces: [1] }, /namespaces\[\] must be a string/],
  ])("should name the caller's mistake in %s", (_name, tools, options, message) => {
    expect(() => fitDeclarations(tools as DeclaredTool[], options as DeclarationOptions)).toThrow(message);
  });
});

describe("schemaType", () => {
  const DEFS = {
    $defs: {
      id: { type: "string" },
      tree: { type: "array", items: { $ref: "#/$defs/tree" } },
      "a/b": { type: "null" },
    },
  };

  it.each<[unknown, string]>([
    [true, "unknown"],
    [false, "never"],
    [undefined, "unknown"],
    [{}, "unknown"],
    [{ type: "integer" }, "number"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ type: "string", nullable: true }, "string | null"],
    [{ const: 'a"b' }, '"a\\"b"'],
    [{ enum: ["a", 1, null, true] }, '"a" | 1 | null | true'],
    [{ anyOf: [{ type: "string" }, { type: "number" }, { type: "string" }] }, "string | number"],
    [{ oneOf: [{ type: "string" }, {}] }, "unknown"],
    [
      { allOf: [{ anyOf: [{ type: "string" }, { type: "null" }] }, object({ a: {} })] },
      "(string | null) & { a?: unknown }",
    ],
    [{ type: "array", items: { enum: [1, 2] } }, "(1 | 2)[]"],
    [{ type: "array" }, "unknown[]"],
    [{ items: { type: "string" } }, "string[]"],
    [{ prefixItems: [{ type: "string" }, { type: "number" }], type: "array" }, "[string, number]"],
    [object({ b: {}, a: { type: "string" }, "x-y": {} }, ["a"]), '{ a: string; b?: unknown; "x-y"?: unknown }'],
    [{ type: "object" }, "Record<string, unknown>"],
    [{ type: "object", additionalProperties: false }, "{}"],
    [{ type: "object", additionalProperties: { type: "number" } }, "{ [key: string]: number }"],
    [
      { ...object({ id: { $ref: "#/$defs/id" }, no: { $ref: "#/$defs/a~1b" } }), ...DEFS },
      "{ id?: string; no?: null }",
    ],
    [{ ...DEFS, $ref: "#/$defs/tree" }, "unknown[]"],
    [{ $ref: "#" }, "unknown"],
    [{ $ref: "https://example.com/schema.json" }, "unknown"],
    [{ $ref: "#/__proto__/constructor" }, "unknown"],
    [{ type: "strange" }, "unknown"],
  ])("should make a type of %j", (schema, type) => {
    expect(schemaType(schema, 2000)).toBe(type);
    expect(mistakesIn(`type T = ${type};`)).toEqual([]);
  });

  it("should run no getter, and give up what is deep, long or multiplies", () => {
    expect(schemaType({ get type() { throw new Error("ran"); } }, 100)).toBe("unknown"); // biome-ignore format: one line
    let deep: object = { type: "string" };
    for (let level = 0; level < 100_000; level++) deep = { type: "array", items: deep };
    expect(schemaType(deep, 2000)).toMatch(/^unknown(\[\])+$/);
    const $defs: Record<string, object> = { d0: { type: "string" } };
    for (let level = 1; level < 40; level++) {
      $defs[`d${level}`] = {
        prefixItems: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }],
        type: "array",
      };
    }
    const start = performance.now();
    expect(schemaType({ $ref: "#/$defs/d39", $defs }, 2000)).toBe("unknown");
    expect(schemaType(object({ ["k".repeat(3000)]: {} }), 2000)).toBe("unknown");
    expect(performance.now() - start).toBeLessThan(200);
  });

  it("should be a type of TypeScript, whatever the schema", () => {
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.record({ type: fc.constantFrom("string", "integer", "array", "object", "x") }),
        fc.record({ enum: fc.array(fc.jsonValue(), { maxLength: 3 }) }),
        fc.record({ anyOf: fc.array(tie("schema"), { maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie("schema"), { maxLength: 3 }) }),
        fc.record({ type: fc.constant("array"), items: tie("schema") }),
        fc.record({
          type: fc.constant("object"),
          properties: fc.dictionary(fc.string(), tie("schema"), { maxKeys: 3 }),
        }),
        fc.anything(),
      ),
    }));
    fc.assert(
      fc.property(schema, (value) => {
        expect(mistakesIn(`type T = ${schemaType(value, 2000)};`)).toEqual([]);
      }),
      runs(150),
    );
  });
});
