import { checkCount, checkObject, checkString } from "../../../internal/check.js";
import type { TokenCounter } from "../../../text/limits.js";
import { guestKeys } from "../guestKeys.js";
import { firstLineOf, signatureOf } from "./signature.js";

/** A tool to declare. @public */
export interface DeclaredTool {
  /** Its name. */
  readonly name: string;
  /** The group it stands with, such as the server it comes from. @defaultValue "tools" */
  readonly namespace?: string | undefined;
  /** What it does; the first line is declared. */
  readonly description?: string | undefined;
  /** JSON Schema of its argument. */
  readonly inputSchema?: object | undefined;
  /** JSON Schema of its result. */
  readonly outputSchema?: object | undefined;
}

/** Options of `fitDeclarations`. @public */
export interface DeclarationOptions {
  /** Tokens that declared tools may take; 0 lists namespaces alone. @defaultValue 3000 */
  readonly maxTokens?: number | undefined;
  /** Counts tokens. @defaultValue UTF-16 units ÷ 4, rounded up */
  readonly countTokens?: TokenCounter | undefined;
  /** Namespaces that are there whether their tools are known yet or not, such as all servers of the configuration. */
  readonly namespaces?: readonly string[] | undefined;
  /** What was declared before in the same conversation: the text stays as it is, whatever has connected since. */
  readonly previous?: FittedDeclarations | undefined;
}

/** Declarations for a model. Plain data. @public */
export interface FittedDeclarations {
  /** For the description of the tool that runs programs. */
  readonly text: string;
  /** Tokens of the tools that are declared in it. */
  readonly tokens: number;
  /** Those that are, by name. */
  readonly declared: Readonly<Record<string, string>>;
  /** Names of those that there was no room for, or that came later. */
  readonly undeclared: readonly string[];
  /** Names of those whose declaration in the text is no longer true: they changed, or went. */
  readonly stale: readonly string[];
}

/**
 * Declares tools to a model within an allowance of tokens. What does not fit is left to its namespace, of which the text has
 * the name. Namespaces take turns, each with its cheapest tool next, so that no large server crowds out the others.
 *
 * The text depends on which tools there are, not on the order in which they came. With `previous` it does not depend on them
 * either: the prefix of a conversation stays in the provider's cache while servers connect.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * const declarations = fitDeclarations(bridge.tools, { maxTokens: 3000 });
 * const later = fitDeclarations(moreTools, { previous: declarations }); // the same text
 * ```
 * @public
 */
export function fitDeclarations(tools: readonly DeclaredTool[], options: DeclarationOptions = {}): FittedDeclarations {
  if (!Array.isArray(tools)) throw new TypeError("tools must be an array");
  checkObject("options", options);
  const { maxTokens = 3000, countTokens = charsInFours, namespaces = [], previous } = options;
  checkCount("maxTokens", maxTokens);
  if (typeof countTokens !== "function") throw new TypeError("countTokens must be a function");
  const entries = entriesOf(tools, countTokens);
  if (previous !== undefined) return asBefore(previous, entries);

  const declared: Entry[] = [];
  let tokens = 0;
  for (const entry of inTurn(entries)) {
    if (tokens + entry.tokens > maxTokens) continue;
    declared.push(entry);
    tokens += entry.tokens;
  }
  // What lines cost apart need not be what they cost together.
  while (declared.length > 0 && countTokens(linesOf(declared)) > maxTokens) declared.pop();
  const names = new Set(declared.map(({ name }) => name));
  const groups = [
    ...entries.map(({ namespace }) => namespace),
    ...namespaces.map((name) => checkString("namespaces[]", name)),
  ];
  const undeclared = entries.filter(({ name }) => !names.has(name));
  return {
    text: textOf(declared, [...new Set(groups)].sort()),
    tokens: declared.length === 0 ? 0 : Math.ceil(countTokens(linesOf(declared))),
    declared: Object.fromEntries(byName(declared).map(({ name, lines }) => [name, lines])),
    undeclared: undeclared.map(({ name }) => name),
    stale: [],
  };
}

interface Entry {
  readonly name: string;
  readonly namespace: string;
  /** Its declaration, the comment included. */
  readonly lines: string;
  readonly tokens: number;
}

/** By name, whatever order they came in. */
function entriesOf(tools: readonly DeclaredTool[], countTokens: TokenCounter): readonly Entry[] {
  const named = tools.map((tool, index) => {
    checkObject(`tools[${index}]`, tool);
    return { ...tool, name: checkString(`tools[${index}].name`, tool.name) };
  });
  const keys = guestKeys(named.map(({ name }) => name));
  return byName(named).map((tool) => {
    const comment = firstLineOf(tool.description);
    const signature = signatureOf(keys.get(tool.name) ?? tool.name, tool);
    const lines = `${comment === "" ? "" : `  /** ${comment} */\n`}  ${signature}\n`;
    return { name: tool.name, namespace: tool.namespace ?? "tools", lines, tokens: countTokens(lines) };
  });
}

/** Turn by turn, and in each the cheapest tool of a namespace that had no turn yet. */
function inTurn(entries: readonly Entry[]): readonly Entry[] {
  const turns = new Map<string, number>();
  return [...entries]
    .sort((one, other) => one.tokens - other.tokens || compare(one.name, other.name))
    .map((entry) => {
      const turn = turns.get(entry.namespace) ?? 0;
      turns.set(entry.namespace, turn + 1);
      return { entry, turn };
    })
    .sort((one, other) => one.turn - other.turn || compare(one.entry.namespace, other.entry.namespace))
    .map(({ entry }) => entry);
}

function textOf(declared: readonly Entry[], namespaces: readonly string[]): string {
  const types = declared.length === 0 ? "" : `declare const tools: {\n${linesOf(declared)}};\n`;
  const names = namespaces.map(firstLineOf).join(", ");
  return `${types}// Namespaces: ${names === "" ? "none" : names}. Object.keys(tools) has every tool, also those that are not declared here.\n`;
}

function asBefore(previous: FittedDeclarations, entries: readonly Entry[]): FittedDeclarations {
  checkObject("previous", previous);
  const lines = new Map(entries.map((entry) => [entry.name, entry.lines]));
  const undeclared = entries.map(({ name }) => name).filter((name) => !Object.hasOwn(previous.declared, name));
  const stale = Object.keys(previous.declared).filter((name) => lines.get(name) !== previous.declared[name]);
  return { ...previous, undeclared, stale };
}

function linesOf(entries: readonly Entry[]): string {
  return byName(entries)
    .map(({ lines }) => lines)
    .join("");
}

function byName<T extends { readonly name: string }>(entries: readonly T[]): T[] {
  return [...entries].sort((one, other) => compare(one.name, other.name));
}

/** By code units: the same everywhere. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Not rounded: a line would lose up to a token. */
function charsInFours(text: string): number {
  return text.length / 4;
}
