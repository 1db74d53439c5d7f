/** `spillway read`: a window of a Spill. */
import { linearRegex } from "spillway/regex";
import { readSpill, toSpillId } from "spillway/spill";
import { decoderOf, LIMIT_FLAGS, limitsOf, STORE_FLAGS } from "./options.js";
import { formatBytes, printJson } from "./print.js";
import { nextCommand, REQUEST_FLAGS, requestOf } from "./readRequest.js";
import { openStore } from "./store.js";
import { parseFlags, UsageError } from "./usage.js";

export async function read(args: readonly string[]): Promise<number> {
  const { values, words } = parseFlags("read", args, FLAGS);
  const [ref, ...rest] = words;
  if (ref === undefined || rest.length > 0) throw new UsageError("read: takes one REF, an id or spill://ID");
  const request = requestOf(values);
  const limits = limitsOf(values);
  const id = toSpillId(ref);
  if (id === undefined) throw new BadRef();

  const window = await readSpill(openStore(values.store), id, request, limits, {
    regex: linearRegex,
    decode: decoderOf(values),
  });
  if ("gone" in window) {
    process.stderr.write(`spillway: this Spill was ${window.reason}; it had ${formatBytes(window.bytes)}\n`);
    return 1;
  }
  if (values.json) printJson(window);
  else process.stdout.write(window.text + (endsLine(window.text) || !isOfLines(request) ? "" : "\n"));
  if (window.next !== undefined && !values.json) {
    process.stderr.write(`next: ${nextCommand(ref, window.next, values)}\n`);
  }
  return 0;
}

/** A REF that no store can have given out: told as one that does not exist. */
export class BadRef extends Error {}

/** What a search or a pointer gives is no slice of the Spill that would have its own line end. */
function isOfLines(request: ReturnType<typeof requestOf>): boolean {
  return request.search !== undefined || request.pointer !== undefined;
}

function endsLine(text: string): boolean {
  return text === "" || text.endsWith("\n");
}

const FLAGS = { ...LIMIT_FLAGS, ...STORE_FLAGS, ...REQUEST_FLAGS, encoding: { type: "string" } } as const;
