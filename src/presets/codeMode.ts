/** How a program bounds what model-written programs print, store and are told. @public */
export interface CodeModeProfile {
  /** For `createScriptOutput`. */
  readonly output?: { readonly maxChars: number; readonly maxItems: number; readonly maxOutputTokens: number };
  /** For `createScriptStore`. */
  readonly store?: { readonly maxValueChars: number; readonly maxTotalChars: number };
  /** For `fitDeclarations`. */
  readonly declarations?: { readonly maxTokens: number };
  /** For `createBridge`. */
  readonly bridge?: { readonly layers: 1 | 2; readonly limits: { readonly maxResultBytes: number } };
  /** Program and file, issue or page that says so. */
  readonly source: string;
  /** When it was read: a year and month. */
  readonly date: string;
}

/** How known programs bound code mode, as options of `spillway/code-mode`. @public */
export const codeModeProfiles = {
  /** pi; it bounds neither tool results, nor return values, nor errors, and sets no ceiling on what a model asks for. */
  pi: {
    output: { maxChars: 16_777_216, maxItems: 100_000, maxOutputTokens: 10_000 },
    store: { maxValueChars: 262_144, maxTotalChars: 1_048_576 },
    declarations: { maxTokens: 3000 },
    source: "pi 1.6.0, packages/codemode/src/runtime/prelude-source.ts and extensions/codemode/execute.ts",
    date: "2026-11",
  },
  /** A sandbox that gets 2 MiB at a time. */
  sandbox: {
    bridge: { layers: 1, limits: { maxResultBytes: 2_097_152 } },
    source: "a code mode over one owner of JSON sizes",
    date: "2026-11",
  },
  /** The same over MCP: bodies of 1 MiB, in which the JSON of a result is a string of JSON. */
  mcp: {
    bridge: { layers: 2, limits: { maxResultBytes: 1_048_576 } },
    source: "a code mode over one owner of JSON sizes",
    date: "2026-11",
  },
} as const satisfies Readonly<Record<string, CodeModeProfile>>;
