import { checkMethods, checkObject, checkString } from "../internal/check.js";
import type { Observed } from "../spill/event.js";
import type { RegexEngine } from "../spill/request.js";
import type { SpillSink } from "../spill/types.js";
import { type Limits, resolveCounter, resolveLimits, type TokenCounter } from "../text/limits.js";
import type { DecoderFactory } from "../text/reader.js";
import { type Answerer, createAnswerer, LEAST_ROOM } from "./tools/answer.js";
import { readArguments, searchArguments } from "./tools/arguments.js";
import { readDefinition, searchDefinition, type ToolDescription } from "./tools/definitions.js";

/** Options of `readTools`. @public */
export interface ReadToolsOptions extends Observed {
  /**
   * What one answer may take, its first line included: at least 1,024 bytes, 1,024 chars, 2 lines and 1,024 tokens.
   *
   * @defaultValue maxBytes 16_384: below what the common harnesses cut at, so that no answer is cut or kept aside again
   */
  readonly limits?: Limits | undefined;
  /** Compiles regular expressions, such as `linearRegex`; without it, searches are for literal text. */
  readonly regex?: RegexEngine | undefined;
  /** The decoder for a Spill whose meta names this encoding; `undefined` = UTF-8. */
  readonly decoderFor?: ((encoding: string) => DecoderFactory | undefined) | undefined;
  /** Counts tokens for `maxTokens`. @defaultValue estimateTokens */
  readonly countTokens?: TokenCounter | undefined;
  /** Names of the tools: 1 to 64 of letters, digits, `_` and `-`. @defaultValue read_result and search_result */
  readonly names?: { readonly read?: string | undefined; readonly search?: string | undefined } | undefined;
}

/** A tool as any harness takes one. Plain data, but for its handler. @public */
export interface ToolDefinition extends ToolDescription {
  /**
   * Answers a call. Whatever the arguments, it resolves with a text inside the limits: a mistake, an id that is unknown or
   * gone, and a store that fails are answers that say what to do next.
   */
  handler(args: unknown): Promise<ToolAnswer>;
}

/** What a tool answers. Plain data. @public */
export interface ToolAnswer {
  /** For the model. Inside the limits: it needs no bound, and must not be kept as a Spill again. */
  readonly text: string;
  /** Whether the call gave nothing. */
  readonly isError: boolean;
  /** The call that gives what comes next, as the first line of the text has it. */
  readonly next?: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
}

/**
 * The tools by which a model reads what a View left out: `read_result` for a window by bytes, lines or JSON Pointer, and
 * `search_result` for the lines that match. The first line of an answer says what it is of what, and ends with the
 * arguments of the call that goes on from there, as JSON; whatever in the content looks like such a line is neutralised.
 *
 * They read what `sink` reads: hand over `scoped(sink, …)` for a model that may see the results of one session only.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * const tools = readTools(scoped(sink, { sessionId }), { regex: linearRegex });
 * const { text, isError } = await tools[0].handler({ id: "7-bash-8eb7adce", line: 200 });
 * ```
 * @public
 */
export function readTools(
  sink: SpillSink,
  options: ReadToolsOptions = {},
): [read: ToolDefinition, search: ToolDefinition] {
  checkMethods("sink", sink, ["stat", "read"]);
  checkObject("options", options);
  const { limits = { maxBytes: DEFAULT_MAX_BYTES }, regex, decoderFor, names = {}, onEvent } = options;
  const room = resolveLimits(limits);
  for (const [unit, least] of Object.entries(LEAST_ROOM) as [keyof typeof room, number][]) {
    if (room[unit] >= least) continue;
    const name = `max${unit.charAt(0).toUpperCase()}${unit.slice(1)}`;
    throw new RangeError(`limits.${name} must be an integer ≥ ${least} here, got ${room[unit]}`);
  }
  for (const [name, value] of Object.entries({ regex, decoderFor, onEvent })) {
    if (value !== undefined && typeof value !== "function") throw new TypeError(`${name} must be a function`);
  }
  const { read = "read_result", search = "search_result" } = checkObject("names", names) as typeof names;
  const toolNames = { read: checkToolName("names.read", read), search: checkToolName("names.search", search) };
  const answer: Answerer = createAnswerer(sink, {
    room,
    countTokens: resolveCounter(options),
    regex,
    decoderFor,
    onEvent,
    names: toolNames,
  });
  return [
    { ...readDefinition(toolNames), handler: (args) => answer(toolNames.read, readArguments, args) },
    {
      ...searchDefinition(toolNames, regex !== undefined),
      handler: (args) => answer(toolNames.search, searchArguments(regex !== undefined), args),
    },
  ];
}

function checkToolName(name: string, value: unknown): string {
  const checked = checkString(name, value);
  if (/^[\w-]{1,64}$/.test(checked)) return checked;
  throw new RangeError(`${name} must be 1 to 64 of letters, digits, _ and -`);
}

const DEFAULT_MAX_BYTES = 16_384;
