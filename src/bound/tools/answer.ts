/** Answers a call of a tool, inside the limits whatever comes. */

import type { EventListener } from "../../spill/event.js";
import { readSpill, type SpillWindow } from "../../spill/readSpill.js";
import type { RegexEngine, SpillRequest } from "../../spill/request.js";
import type { SpillInfo, SpillSink } from "../../spill/types.js";
import { cut } from "../../text/cut.js";
import { fitsRoom } from "../../text/fits.js";
import { limitsOf, type Room, type TokenCounter } from "../../text/limits.js";
import type { DecoderFactory } from "../../text/reader.js";
import { measureText } from "../../text/size.js";
import { toWellFormed } from "../../text/wellFormed.js";
import type { ToolAnswer } from "../readTools.js";
import { neutralise } from "../trust/neutralise.js";
import { BadArguments, type Call, type ReadArguments } from "./arguments.js";
import type { ToolNames } from "./definitions.js";
import { firstLine, type Next, type Shown, toCall } from "./firstLine.js";
import { Missing, problemText } from "./problems.js";

export type Answerer = (name: string, parse: ReadArguments, args: unknown) => Promise<ToolAnswer>;

export interface AnswerOptions {
  readonly room: Room;
  readonly countTokens: TokenCounter;
  readonly regex: RegexEngine | undefined;
  readonly decoderFor: ((encoding: string) => DecoderFactory | undefined) | undefined;
  readonly onEvent: EventListener | undefined;
  readonly names: ToolNames;
}

/** First lines of any result, and something behind them. */
export const LEAST_ROOM: Room = { bytes: 1024, chars: 1024, lines: 2, tokens: 1024 };

export function createAnswerer(sink: SpillSink, options: AnswerOptions): Answerer {
  return async (name, parse, args) => {
    try {
      return await answer(sink, parse(args), options);
    } catch (error) {
      return { text: clip(problemText(name, error, options.names), options), isError: true };
    }
  };
}

async function answer(sink: SpillSink, call: Call, options: AnswerOptions): Promise<ToolAnswer> {
  const { id, request } = call;
  const info = await sink.stat(id);
  if (info === undefined || "gone" in info) throw new Missing(id, info);
  const { encoding } = info.meta;
  const decode = encoding === undefined ? undefined : options.decoderFor?.(encoding);
  const { countTokens, regex, onEvent } = options;
  for (let room: Room | undefined = roomBehind(call, info, options); room !== undefined; room = lessTokens(room)) {
    const window = await readSpill(sink, id, request, limitsOf(room), { countTokens, regex, decode, onEvent });
    if ("gone" in window) throw new Missing(id, window);
    const found = compose(call, info, window, options);
    if (found !== undefined) return found;
  }
  throw new BadArguments("the answer is too long for this tool: give a shorter query or pointer");
}

/** An answer that fits. What next is asked for is said in other words where these are too long: a key can be. */
function compose(
  { id, request }: Call,
  info: SpillInfo,
  window: SpillWindow,
  { room, countTokens, names }: AnswerOptions,
): ToolAnswer | undefined {
  const shown: Shown = { id, window, wholeBytes: info.complete ? undefined : info.totalBytes };
  const onward = window.next === undefined ? [undefined] : [window.next, { bytes: { from: window.range.end } }];
  for (const next of onward.map((request) => (request === undefined ? undefined : toCall(id, request, names)))) {
    const text = `${firstLine(shown, next)}\n${bodyOf(request, window)}`;
    if (fitsRoom(text, room, countTokens)) return { text, isError: false, ...(next === undefined ? {} : { next }) };
  }
  return undefined;
}

function bodyOf({ search }: SpillRequest, { text, matches, next }: SpillWindow): string {
  if (search === undefined || matches !== 0 || next !== undefined) return neutralise(toWellFormed(text));
  return `Try fewer words${search.ignoreCase ? "" : ", or ignoreCase: true"}.`;
}

/** What is left for content behind the longest first line that this call can get. */
function roomBehind({ id, request }: Call, info: SpillInfo, { room, countTokens, names }: AnswerOptions): Room {
  const most = Number.MAX_SAFE_INTEGER;
  const { pointer, within = pointer } = request;
  const next: SpillRequest =
    request.search !== undefined
      ? { search: { ...request.search, after: most, line: most } }
      : pointer !== undefined
        ? { pointer, from: most, within, at: most, kind: "records", steps: `o${most}` }
        : { lines: { from: most, count: most, at: most } };
  const window = {
    text: "{",
    range: { start: most - 1, end: most },
    total: info.bytes,
    ...(request.search === undefined ? {} : { matches: most }),
    ...(pointer === undefined ? { lines: { start: 1, end: most } } : { json: { pointer, from: 1, count: most } }),
  };
  const call: Next = toCall(id, next, names);
  const line = `${firstLine({ id, window, wholeBytes: info.complete ? undefined : info.totalBytes }, call)}\n`;
  const { bytes, chars } = measureText(line);
  const tokens = room.tokens === Infinity ? 0 : countTokens(line);
  const left = {
    bytes: room.bytes - bytes,
    chars: room.chars - chars,
    lines: room.lines - 1,
    tokens: room.tokens - tokens,
  };
  if (Math.min(left.bytes, left.chars, left.tokens) >= LEAST_CONTENT) return left;
  throw new BadArguments(
    `${pointer === undefined ? "query" : "pointer"} is too long for this tool: give a shorter one`,
  );
}

/** Tokens do not add up: what was reserved for the first line may not be enough next to this content. */
function lessTokens(room: Room): Room | undefined {
  const tokens = Math.floor(room.tokens / 2);
  return room.tokens === Infinity || tokens < LEAST_CONTENT ? undefined : { ...room, tokens };
}

function clip(text: string, { room, countTokens }: AnswerOptions): string {
  return cut(text, limitsOf(room), { keep: "head", counts: false, countTokens }).head;
}

/** Bytes, chars and tokens: less is not worth a call. */
const LEAST_CONTENT = 64;
