/** What is known of the server's tools, and what their listing becomes. */

import type { OutputSchemaPolicy } from "../options.js";
import { type Fields, isFields } from "../types.js";
import type { ToolNames } from "./ownTools.js";
import { withPolicy } from "./schema.js";

export interface ToolListOptions {
  /** Names to try, in this order; none: no tools are added. */
  readonly namings: readonly ToolNames[];
  policyOf(tool: string): OutputSchemaPolicy;
  /** The tools to add, as they are listed. */
  listOwn(names: ToolNames): readonly Fields[];
}

export interface ToolList {
  /** The names that the added tools have now; `undefined` where there are none. */
  readonly names: ToolNames | undefined;
  /** Bytes that a tool's own listing asks for (`anthropic/maxResultSizeChars`: a character is a byte at least). */
  askedBytes(tool: string): number | undefined;
  /** Rewrites a page; `isFirst` begins anew. */
  rewrite(result: Fields, isFirst: boolean): Fields;
}

export function createToolList({ namings, policyOf, listOwn }: ToolListOptions): ToolList {
  const foreign = new Set<string>();
  const asked = new Map<string, number>();
  let names = namings[0];

  return {
    get names() {
      return names;
    },
    askedBytes: (tool) => asked.get(tool),
    rewrite(result, isFirst) {
      const { tools, nextCursor } = result;
      if (!Array.isArray(tools)) return result;
      if (isFirst) {
        foreign.clear();
        asked.clear();
      }
      const rewritten = tools.map((tool: unknown) => {
        if (!isFields(tool) || typeof tool["name"] !== "string") return tool;
        foreign.add(tool["name"]);
        const size = isFields(tool["_meta"]) ? tool["_meta"]["anthropic/maxResultSizeChars"] : undefined;
        if (typeof size === "number" && Number.isSafeInteger(size) && size > 0) asked.set(tool["name"], size);
        return withPolicy(tool, policyOf(tool["name"]));
      });
      // A server's tool keeps its name: whoever comes later gives way.
      names = namings.find(({ read, search }) => !foreign.has(read) && !foreign.has(search));
      // Behind all pages, so that the others stay where they were.
      const own = nextCursor === undefined && names !== undefined ? listOwn(names) : [];
      const isSame = own.length === 0 && rewritten.every((tool, index) => tool === tools[index]);
      return isSame ? result : { ...result, tools: [...rewritten, ...own] };
    },
  };
}
