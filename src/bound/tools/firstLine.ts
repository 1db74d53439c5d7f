/** The first line of an answer: what is shown of what, and the arguments of the call that goes on. */
import { spillUri } from "../../spill/id.js";
import type { SpillWindow } from "../../spill/readSpill.js";
import type { SpillRequest } from "../../spill/request.js";
import { amount, digits, frame } from "../../text/words.js";
import type { ToolNames } from "./definitions.js";

export interface Next {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What the words are about. */
export interface Shown {
  readonly id: string;
  readonly window: Omit<SpillWindow, "truncated">;
  /** Bytes of the result, where the Spill does not have them all. */
  readonly wholeBytes?: number | undefined;
}

export function firstLine(shown: Shown, next: Next | undefined): string {
  const { id, window, wholeBytes } = shown;
  const part = wholeBytes === undefined ? "" : `, the kept part of a result of at least ${amount(wholeBytes, "byte")}`;
  const words = [`${whatIsShown(window)} of ${digits(window.total)} of ${spillUri(id)}${part}`];
  if (next === undefined) return frame([...words, "this is the end"].join("; "));
  return `${frame(words.join("; "))} next: ${next.name} ${JSON.stringify(next.arguments)}`;
}

function whatIsShown({ text, range, lines, json, matches }: Shown["window"]): string {
  const bytes =
    range.end > range.start ? `bytes ${digits(range.start)}-${digits(range.end - 1)}` : `byte ${digits(range.start)}`;
  if (matches !== undefined)
    return `${matches === 0 ? "no matching lines" : amount(matches, "matching line")} in ${bytes}`;
  if (range.end === range.start && text === "") return "nothing, from byte ".concat(digits(range.start));
  if (lines !== undefined) return `${span("line", lines.start, lines.end)}, ${bytes}`;
  if (json === undefined) return bytes;
  const unit = text.startsWith('"') ? "character" : "member";
  const isScalar = !/^["[{]/.test(text);
  const where =
    json.pointer === "" || json.pointer.length > MOST_POINTER_UNITS ? "" : ` of ${JSON.stringify(json.pointer)}`;
  const what = isScalar
    ? "the value"
    : json.count === 0
      ? `no ${unit}s`
      : span(unit, json.from, json.from + json.count - 1);
  return `${what}${where}, ${bytes}`;
}

function span(unit: string, first: number, last: number): string {
  return first === last ? `${unit} ${digits(first)}` : `${unit}s ${digits(first)}-${digits(last)}`;
}

/** The call that a request is. */
export function toCall(id: string, request: SpillRequest, names: ToolNames): Next {
  const { bytes, lines, search, pointer, from, within, at, kind, steps } = request;
  if (search !== undefined) {
    const { pattern: query, regex, ignoreCase, context, after, line } = search;
    return {
      name: names.search,
      arguments: compact({ id, query, regex, ignoreCase, context, after, hint: hint({ line }) }),
    };
  }
  if (bytes !== undefined)
    return { name: names.read, arguments: compact({ id, offset: bytes.from, limit: bytes.count }) };
  if (pointer !== undefined) {
    return { name: names.read, arguments: compact({ id, pointer, from, hint: hint({ within, at, kind, steps }) }) };
  }
  const { from: line = 1, count, at: offset } = lines ?? {};
  return { name: names.read, arguments: compact({ id, line, lines: count, hint: hint({ at: offset }) }) };
}

function hint(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const known = compact(fields);
  return Object.keys(known).length === 0 ? undefined : known;
}

function compact(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** A longer pointer is not said twice. */
const MOST_POINTER_UNITS = 80;
