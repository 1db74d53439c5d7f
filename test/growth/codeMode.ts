/** Growth of what stands between a host and a guest: the entry `spillway/code-mode`. */
import {
  commandResult,
  createBridge,
  createScriptOutput,
  createScriptStore,
  type DeclaredTool,
  fitDeclarations,
  projectError,
  selectable,
} from "spillway/code-mode";
import { memorySpill } from "spillway/spill";
import { PIECES, TEXTS, VALUES } from "./inputs.js";
import { each, type Row, some } from "./row.js";

const ERRORS = some(TEXTS, "one endless line", "empty lines", "lone surrogates", "NUL", "notices that do not end");
const KIB = 1024;

export const CODE_MODE_ROWS: readonly Row[] = [
  {
    of: createBridge,
    how: "results that are refused and kept",
    inputs: each(VALUES, (value) => {
      const bridge = createBridge({
        tools: { give: { execute: () => value } },
        limits: { maxResultBytes: KIB },
        spill: store(),
      });
      return bridge.invoke("give");
    }),
  },
  {
    of: createBridge,
    how: "results that pass",
    inputs: each(
      some(VALUES, "numbers", "records", "arrays in arrays", "many properties", "one long string"),
      (value) =>
        createBridge({ tools: { give: { execute: () => value } }, limits: { maxResultBytes: Infinity } }).call("give"),
    ),
  },
  {
    of: createBridge,
    how: "calls",
    inputs: each({ "calls without arguments": (size) => size }, async (size) => {
      const bridge = createBridge({ tools: { none: { execute: () => undefined } }, limits: { maxCalls: Infinity } });
      for (let call = 0; call < size; call++) await bridge.call("none");
      return bridge.records();
    }),
  },
  {
    of: projectError,
    inputs: each(ERRORS, (text) =>
      projectError(Object.assign(new Error(text), { stack: text }), {
        operation: text,
        provenance: [text.slice(0, 99)],
        stack: true,
      }),
    ),
  },
  {
    of: createScriptOutput,
    inputs: each<readonly string[]>(PIECES, (pieces) => {
      const output = createScriptOutput({ spill: store(), maxItems: Infinity, maxOutputTokens: 100 });
      for (const piece of pieces) output.text(piece);
      return output.finish({ ok: true, value: pieces });
    }),
  },
  {
    of: createScriptStore,
    inputs: each(
      { "keys, each put once": (size) => Array.from({ length: size }, (_, key) => [`key ${key}`, key] as const) },
      (entries) => {
        const kept = createScriptStore({ maxTotalChars: Infinity });
        kept.setAll(Object.fromEntries(entries));
        for (const [key, value] of entries) kept.set(key, value + 1);
        return kept.list();
      },
    ),
  },
  {
    of: commandResult,
    inputs: each<readonly string[]>(PIECES, (pieces) =>
      commandResult(pieces, { limits: { maxBytes: KIB }, spill: store() }),
    ),
  },
  {
    of: selectable,
    inputs: each({ "rows of five fields": (size) => rowsOf(size) }, (rows) =>
      selectable(() => rows, { identity: ["id"] })({ fields: ["name"] }),
    ),
  },
  {
    of: fitDeclarations,
    inputs: each(
      {
        "tools of one server": (size) => toolsOf(size, () => "one"),
        "servers of one tool": (size) => toolsOf(size, (index) => `server ${index}`),
        "one server of many tools, and many of one": (size) =>
          toolsOf(size, (index) => `server ${Math.max(0, index - size / 40)}`),
        "one tool with a long schema": (size) => [
          { name: "a", inputSchema: schemaOf(size), description: "d".repeat(size) },
        ],
      },
      (tools: readonly DeclaredTool[]) => fitDeclarations(tools, { maxTokens: Number.MAX_SAFE_INTEGER }),
    ),
  },
];

function store() {
  return memorySpill({ key: "growth", maxBytes: Infinity, maxTotalBytes: Infinity });
}

function rowsOf(size: number): object[] {
  return Array.from({ length: Math.ceil(size / 5) }, (_, id) => ({ id, name: `row ${id}`, a: 1, b: 2, c: 3 }));
}

function toolsOf(size: number, namespace: (index: number) => string): DeclaredTool[] {
  return Array.from({ length: Math.ceil(size / 20) }, (_, index) => ({
    name: `tool ${index}`,
    namespace: namespace(index),
    description: "Does one thing.",
  }));
}

function schemaOf(size: number): object {
  return {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: size }, (_, key) => [`p${key}`, { type: "string" }])),
  };
}
