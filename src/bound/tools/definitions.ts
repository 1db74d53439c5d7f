/** The tools as a model sees them. Descriptions are below 2 KB: clients cut longer ones. */

/** What a harness tells a model of a tool. Plain data. @public */
export interface ToolDescription {
  /** `read_result` or `search_result`, if not named otherwise. */
  readonly name: string;
  /** When to use it, and how. */
  readonly description: string;
  /** JSON Schema (2020-12) of the arguments. */
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<
      Record<string, { readonly type: string; readonly description: string; readonly minimum?: number }>
    >;
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
  /** As MCP has them: a call changes nothing, and reaches nothing but the store. */
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: true;
    readonly destructiveHint: false;
    readonly idempotentHint: true;
    readonly openWorldHint: false;
  };
}

export interface ToolNames {
  readonly read: string;
  readonly search: string;
}

export function readDefinition({ read, search }: ToolNames): ToolDescription {
  return {
    name: read,
    description: `Reads a window of a tool result that was too large to be shown whole. Such a result has a notice like [spillway: …] with its id.

Use it when you know where to look: the lines around a match or an error, the part that a marker says was left out, the next piece of what you read last. To find a word or pattern first, use ${search}: reading a large result from end to end costs far more.

Give the id, and one of:
- line (and lines): from this line on, 1-based;
- offset (and limit): from this byte on, 0-based. For one endless line, where line numbers do not help;
- pointer (and from): in a result of JSON or JSON Lines, the value at this JSON Pointer, such as /rows, from its member number from on. Each window is JSON;
- none of them: from the start.

The first line of the answer says what it shows of how much, and ends with the arguments of the call that shows what comes next: copy them as they are, hint included. If there is none, that was the end.`,
    inputSchema: schema(["id"], {
      id: ID,
      line: integer("First line to show, 1-based", 1),
      lines: integer("Lines to show at most; default as many as fit", 1),
      offset: integer("First byte to show, 0-based", 0),
      limit: integer("Bytes to show at most; default as many as fit", 1),
      pointer: {
        type: "string",
        description: 'JSON Pointer (RFC 6901) of a value, such as "/rows/3/name"; "" is the whole',
      },
      from: integer("With pointer: member to begin with, or character of a string, 0-based", 0),
      hint: HINT,
    }),
    annotations: annotations("Read a kept result"),
  };
}

export function searchDefinition({ read, search }: ToolNames, hasRegex: boolean): ToolDescription {
  const regex = {
    regex: {
      type: "boolean",
      description: "query is a regular expression (RE2: no lookaround, no backreferences); default false",
    },
  };
  return {
    name: search,
    description: `Finds the lines of a tool result that contain a text${hasRegex ? " or match a regular expression" : ""}, in a result that was too large to be shown whole. Such a result has a notice like [spillway: …] with its id.

Use it first when you look for something in a kept result: an error, a name, a value. Then read around a match with ${read}, line set to its number.

Each match is shown as NUMBER:line; of a long line an excerpt, as NUMBER@BYTE:excerpt, where BYTE is the offset of the match for ${read}. With context, lines before and behind a match are NUMBER-line, and -- stands where lines are left out.

The first line of the answer says how many lines matched in which part of the result, and ends with the arguments of the call that searches on from there: copy them as they are, hint included. If there is none, all was searched. Lines are searched one by one: a query cannot span two.`,
    inputSchema: schema(["id", "query"], {
      id: ID,
      query: { type: "string", description: "Text to look for, on one line; case counts unless ignoreCase is true" },
      ...(hasRegex ? regex : {}),
      ignoreCase: { type: "boolean", description: "Upper-case and lower-case letters are the same; default false" },
      context: integer("Lines to show before and behind each match; default 0", 0),
      after: integer("Byte to begin at, 0-based, as the first line of an answer has it", 0),
      hint: HINT,
    }),
    annotations: annotations("Search a kept result"),
  };
}

type Properties = ToolDescription["inputSchema"]["properties"];

function schema(required: readonly string[], properties: Properties): ToolDescription["inputSchema"] {
  return { type: "object", properties, required, additionalProperties: false };
}

function integer(description: string, minimum: number): Properties[string] {
  return { type: "integer", description, minimum };
}

function annotations(title: string): ToolDescription["annotations"] {
  return { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
}

const ID = { type: "string", description: "The result's id, or spill://ID, from its notice" };
const HINT = {
  type: "object",
  description: "Only what the first line of an answer says: it saves a search from the start",
};
