/** What a model calls the tools with, made a request. Its mistakes are told to it in words that it can act on. */
import { toSpillId } from "../../spill/id.js";
import type { SpillRequest } from "../../spill/request.js";

/** Thrown for a mistake; its message is for the model. */
export class BadArguments extends Error {}

export interface Call {
  readonly id: string;
  readonly request: SpillRequest;
}

export type ReadArguments = (args: unknown) => Call;

export function readArguments(args: unknown): Call {
  const { fields, id } = checkFields(args, READ_FIELDS);
  const { offset, limit, line, lines, pointer, from, hint } = fields;
  const given = Object.entries({ offset: offset ?? limit, line: line ?? lines, pointer: pointer ?? from })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (given.length > 1) {
    throw new BadArguments(
      `${given.join(" and ")} exclude each other: give offset and limit, or line and lines, or pointer and from`,
    );
  }
  const { at, kind, within, steps } = hintOf(hint);
  if (pointer !== undefined || from !== undefined) {
    if (typeof pointer !== "string") throw new BadArguments('pointer must be a JSON Pointer such as "/rows/0"');
    const begin = from === undefined ? {} : { from: count("from", from, 0) };
    return { id, request: { pointer, ...begin, at, kind, within, steps } as SpillRequest };
  }
  if (line !== undefined || lines !== undefined) {
    const most = lines === undefined ? {} : { count: count("lines", lines, 1) };
    return {
      id,
      request: { lines: { from: count("line", line ?? 1, 1), ...most, ...(at === undefined ? {} : { at }) } },
    };
  }
  if (offset === undefined && limit === undefined) return { id, request: {} };
  const most = limit === undefined ? {} : { count: count("limit", limit, 1) };
  return { id, request: { bytes: { from: count("offset", offset ?? 0, 0), ...most } } };
}

export function searchArguments(hasRegex: boolean): ReadArguments {
  return (args) => {
    const { fields, id } = checkFields(args, SEARCH_FIELDS);
    const { query, context, after, hint } = fields;
    if (typeof query !== "string" || query === "") {
      throw new BadArguments('query must be the text to look for, such as "ERROR"');
    }
    if (/[\r\n]/.test(query)) throw new BadArguments("query must be on one line: lines are searched one by one");
    const regex = flag("regex", fields["regex"]);
    if (regex && !hasRegex) throw new BadArguments("there are no regular expressions here: leave regex out");
    const { line } = hintOf(hint);
    return {
      id,
      request: {
        search: {
          pattern: query,
          ...(regex ? { regex } : {}),
          ...(flag("ignoreCase", fields["ignoreCase"]) ? { ignoreCase: true } : {}),
          ...(context === undefined ? {} : { context: count("context", context, 0) }),
          ...(after === undefined ? {} : { after: count("after", after, 0) }),
          ...(line === undefined ? {} : { line }),
        },
      },
    };
  };
}

/** The fields by name; `null` is how some harnesses say that one is absent. */
function checkFields(args: unknown, known: readonly string[]) {
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    throw new BadArguments('the arguments must be an object such as {"id":"7-bash-8eb7adce"}');
  }
  const entries = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  const unknown = entries.find(([name]) => !known.includes(name));
  if (unknown !== undefined) {
    throw new BadArguments(`there is no argument ${shown(unknown[0])}; there are ${known.join(", ")}`);
  }
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(entries);
  const { id } = fields;
  if (typeof id !== "string") throw new BadArguments('id must be that of a result, such as "7-bash-8eb7adce"');
  const found = toSpillId(id.trim());
  if (found === undefined) {
    throw new BadArguments(
      `${shown(id)} is no id of a kept result: it stands in the notice of a result that was cut, like 7-bash-8eb7adce or spill://7-bash-8eb7adce. A file is read with other tools`,
    );
  }
  return { fields, id: found };
}

function count(name: string, value: unknown, least: number): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
  throw new BadArguments(`${name} must be an integer ≥ ${least}, got ${shown(value)}`);
}

function flag(name: string, value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value === true;
  throw new BadArguments(`${name} must be true or false, got ${shown(value)}`);
}

/** What a first line says of where to go on. Only ever a help: whatever is no such thing is passed by. */
function hintOf(hint: unknown): {
  at?: number;
  line?: number;
  kind?: SpillRequest["kind"];
  within?: string;
  steps?: string;
} {
  if (hint === undefined) return {};
  if (typeof hint !== "object" || hint === null) {
    throw new BadArguments(`hint must be the object that a first line has, or left out, got ${shown(hint)}`);
  }
  const fields = hint as Readonly<Record<string, unknown>>;
  const number = (name: string) =>
    Number.isSafeInteger(fields[name]) && Number(fields[name]) >= 0 ? { [name]: fields[name] } : {};
  const text = (name: string) => (typeof fields[name] === "string" ? { [name]: fields[name] } : {});
  return { ...number("at"), ...number("line"), ...text("kind"), ...text("within"), ...text("steps") };
}

/** Short, on one line, and as JSON, so that nothing in it can be taken for our words. */
function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}

const READ_FIELDS = ["id", "offset", "limit", "line", "lines", "pointer", "from", "hint"];
const SEARCH_FIELDS = ["id", "query", "regex", "ignoreCase", "context", "after", "hint"];
