/** `spill://` as resources: windows of Spills for clients that read resources. */
import type { ToolAnswer } from "../../../bound/readTools.js";
import type { SpillSink } from "../../../spill/types.js";
import { encodedBytes } from "../encoded.js";
import type { Fields } from "../types.js";
import { cacheable, type Era, NOT_FOUND } from "./era.js";
import { type ToolNames, toolsFor } from "./ownTools.js";

export const SPILL_TEMPLATE: Fields = {
  uriTemplate: "spill://{id}{?offset,limit,line,lines,pointer,from}",
  name: "spill",
  title: "Kept tool results",
  description:
    "The complete result of a tool call that was cut, in windows: from a line (line, lines), from a byte (offset, limit), or of JSON (pointer, from). The first line of a window says what it shows of how much, and the address of the next one.",
  mimeType: "text/plain",
};

export function isSpillUri(uri: unknown): uri is string {
  return typeof uri === "string" && uri.startsWith("spill://");
}

/** The answer to `resources/read`: a result, or an error of JSON-RPC. */
export async function readResource(
  sink: SpillSink,
  names: ToolNames,
  { uri, era, maxBytes }: { readonly uri: string; readonly era: Era; readonly maxBytes: number },
): Promise<{ readonly result: Fields } | { readonly error: Fields }> {
  const resultOf = (text: string): Fields => cacheable({ contents: [{ uri, mimeType: "text/plain", text }] }, era);
  const errorOf = (message: string) => ({ error: { code: NOT_FOUND[era], message } });
  const args = uri.length > MOST_URI_UNITS ? undefined : argumentsOf(uri);
  if (args === undefined) return errorOf("the address must be like spill://7-bash-8eb7adce?line=200");
  const [read] = toolsFor(sink, names, maxBytes - encodedBytes(resultOf("")));
  const answer = await (read as NonNullable<typeof read>).handler(args);
  if (answer.isError) return errorOf(answer.text);
  const worded = resultOf(withUri(answer));
  return { result: encodedBytes(worded) <= maxBytes ? worded : resultOf(answer.text) };
}

/** By hand: a URL's host knows no case, and an SDK's template matches only with all of its variables. */
function argumentsOf(uri: string): Fields | undefined {
  const [id = "", query] = uri.slice("spill://".length).split(/\?(.*)/s);
  const args: Record<string, unknown> = { id };
  const hint: Record<string, unknown> = {};
  try {
    for (const pair of (query ?? "").split("&").filter((pair) => pair !== "")) {
      const [name = "", value = ""] = pair.split(/=(.*)/s).map((part) => decodeURIComponent(part));
      const isNumber = NUMBERS.includes(name) && /^\d{1,15}$/.test(value);
      (HINTS.includes(name) ? hint : args)[name] = isNumber ? Number(value) : value;
    }
  } catch {
    return undefined;
  }
  return { ...args, ...(Object.keys(hint).length === 0 ? {} : { hint }) };
}

/** Whoever reads a resource goes on by its address, not by a call. */
function withUri({ text, next }: ToolAnswer): string {
  const end = text.indexOf("\n");
  const first = end === -1 ? text : text.slice(0, end);
  const call = next === undefined ? "" : `next: ${next.name} ${JSON.stringify(next.arguments)}`;
  if (next === undefined || !first.endsWith(call)) return text;
  return `${first.slice(0, -call.length)}next: ${uriOf(next.arguments)}${text.slice(first.length)}`;
}

function uriOf({ id, hint, ...args }: Fields): string {
  const pairs = Object.entries({ ...args, ...(hint as Fields | undefined) });
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return `spill://${id}${query === "" ? "" : `?${query}`}`;
}

const HINTS = ["at", "kind", "within", "steps"];
const NUMBERS = ["offset", "limit", "line", "lines", "from", "at"];
const MOST_URI_UNITS = 4096;
