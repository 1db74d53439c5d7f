/** What the listing says of a tool's structured content, so that validators take a result from which it had to go. */

import type { OutputSchemaPolicy } from "../options.js";
import { type Fields, isFields } from "../types.js";

/** The tool as it is listed; the same object where nothing changes. */
export function withPolicy(tool: Fields, policy: OutputSchemaPolicy): Fields {
  const { outputSchema, ...others } = tool;
  if (outputSchema === undefined || policy === "error") return tool;
  const loosened = policy === "loosen" && isFields(outputSchema) ? loosen(outputSchema) : undefined;
  return loosened === undefined ? others : { ...tool, outputSchema: loosened };
}

/**
 * A schema that takes `{ bounded: … }` besides. What the whole document needs at its root is lifted there, and references to
 * the root lead into the first branch.
 *
 * @returns `undefined` for one that is nested too deep
 */
function loosen(schema: Fields): Fields | undefined {
  const root = Object.fromEntries(Object.entries(schema).filter(([name]) => ROOT_KEYWORDS.includes(name)));
  const branch = Object.fromEntries(Object.entries(schema).filter(([name]) => !ROOT_KEYWORDS.includes(name)));
  try {
    const moved = rebase({ root, branch }, 0) as { root: Fields; branch: Fields };
    const type = schema["type"] === "object" ? { type: "object" } : {};
    return { ...moved.root, ...type, anyOf: [moved.branch, BOUNDED] };
  } catch {
    return undefined;
  }
}

/** Copies, with each reference to somewhere in the document as it is now. */
function rebase(value: unknown, depth: number): unknown {
  if (depth > MOST_DEPTH) throw new RangeError("too deep");
  if (Array.isArray(value)) return value.map((item) => rebase(item, depth + 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (DATA_KEYWORDS.includes(name)) return [name, member];
      if ((name === "$ref" || name === "$dynamicRef") && typeof member === "string") return [name, rebased(member)];
      return [name, rebase(member, depth + 1)];
    }),
  );
}

function rebased(ref: string): string {
  if (ref === "#" || ref === "#/") return "#/anyOf/0";
  if (!ref.startsWith("#/")) return ref;
  return ROOT_KEYWORDS.some((name) => ref === `#/${name}` || ref.startsWith(`#/${name}/`))
    ? ref
    : `#/anyOf/0${ref.slice(1)}`;
}

const BOUNDED: Fields = {
  type: "object",
  description: "In place of a result that was too large: where the complete one is, and a part of it.",
  properties: {
    bounded: {
      type: "object",
      properties: {
        id: { type: "string" },
        uri: { type: "string" },
        bytes: { type: "integer" },
        preview: { type: "string" },
      },
      required: ["preview"],
    },
  },
  required: ["bounded"],
};

/** Keywords that have their meaning, or the targets of references, at the root of a document. */
const ROOT_KEYWORDS = ["$schema", "$id", "$defs", "definitions", "$vocabulary"];
/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS = ["const", "enum", "default", "examples", "example"];
const MOST_DEPTH = 500;
