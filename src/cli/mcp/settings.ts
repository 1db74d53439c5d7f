/** What the user asked for: flags, and a file with the same names. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type ClientPreset, clients } from "spillway/presets";
import { type FlagType, parseFlags, sizeOf, UsageError } from "../usage.js";

export interface McpSettings {
  readonly command: string;
  readonly args: readonly string[];
  /** Bytes of an encoded result; `undefined` = the client's, at most the default. */
  readonly limit: number | undefined;
  /** `undefined` = by the name that the client gives. */
  readonly client: ClientPreset | undefined;
  readonly toolLimits: ReadonlyMap<string, number>;
  readonly excluded: ReadonlySet<string>;
  readonly schema: "strip" | "loosen" | "error";
  readonly store: string | undefined;
  readonly session: string;
  readonly log: string | undefined;
  readonly maxRaised: number | undefined;
  /** Bytes of a message that is taken into memory. */
  readonly maxMessage: number;
  /** Names of clients that get everything as it is. */
  readonly passed: readonly string[];
  /** By tool, the arguments that can be filled from a Spill. */
  readonly handles: ReadonlyMap<string, ReadonlySet<string>>;
  /** Bytes of a Spill that goes into an argument. */
  readonly maxArgument: number;
}

/** @throws UsageError */
export function readSettings(all: readonly string[]): McpSettings {
  const divider = all.indexOf("--");
  const { values, words } = parseFlags("mcp", divider === -1 ? all : all.slice(0, divider), FLAGS);
  const [command, ...args] = divider === -1 ? [] : all.slice(divider + 1);
  if (words.length > 0 || divider === -1) throw new UsageError("mcp: put -- before the command of the server");
  if (command === undefined) throw new UsageError("mcp: no command behind --");
  const file = values.config === undefined ? {} : readConfig(values.config);

  const one = (flag: TextFlag): string | undefined => {
    const value = values[flag] ?? file[flag]?.at(-1);
    return Array.isArray(value) ? value.at(-1) : value;
  };
  const many = (flag: TextFlag): string[] => [...(file[flag] ?? []), ...((values[flag] as string[]) ?? [])];
  const size = (flag: TextFlag, least: number): number | undefined => {
    const value = one(flag);
    return value === undefined ? undefined : atLeast(flag, sizeOf(flag, value), least);
  };
  return {
    command,
    args,
    limit: size("limit", LEAST_LIMIT),
    client: presetOf(one("client")),
    toolLimits: new Map(
      many("tool").map((value) => {
        const [tool, limit] = pairOf("tool", value, "=");
        return [tool, atLeast("tool", sizeOf("tool", limit), LEAST_LIMIT)];
      }),
    ),
    excluded: new Set(many("exclude")),
    schema: schemaOf(one("schema")),
    store: one("store"),
    session: one("session") ?? sessionOf([process.cwd(), command, ...args]),
    log: one("log"),
    maxRaised: size("max-raised", LEAST_LIMIT),
    maxMessage: size("max-message", LEAST_MESSAGE) ?? DEFAULT_MESSAGE,
    passed: many("pass-client"),
    handles: handlesOf(many("handle")),
    maxArgument: size("max-argument", 0) ?? DEFAULT_ARGUMENT,
  };
}

/** Each name's values, as they would be on the command line. */
function readConfig(path: string): Readonly<Record<string, readonly string[] | undefined>> {
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new UsageError(`mcp: --config ${JSON.stringify(path)} is no file of JSON`);
  }
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw new UsageError("mcp: --config must hold an object");
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, valuesOf(name, value)]));
}

function valuesOf(name: string, value: unknown): string[] {
  if (!Object.hasOwn(FLAGS, name) || name === "config" || name === "help")
    throw new UsageError(`mcp: unknown name ${JSON.stringify(name.slice(0, 40))} in --config`);
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  const isList = (FLAGS[name as TextFlag] satisfies FlagType as FlagType).multiple === true;
  if (isList && Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  if (name === "tool" && typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.entries(value).map(([tool, limit]) => `${tool}=${limit}`);
  throw new UsageError(`mcp: ${name} in --config must be as it is on the command line`);
}

function presetOf(value: string | undefined): ClientPreset | undefined {
  if (value === undefined) return undefined;
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const found = Object.entries<ClientPreset>(clients).find(([name]) => plain(name) === plain(value));
  if (found !== undefined) return found[1];
  const known = Object.keys(clients).map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  throw new UsageError(`--client must be one of ${known.join(", ")}, got ${JSON.stringify(value.slice(0, 40))}`);
}

function schemaOf(value: string | undefined): McpSettings["schema"] {
  if (value === undefined) return "strip";
  if (value === "strip" || value === "loosen" || value === "error") return value;
  throw new UsageError(`--schema must be strip, loosen or error, got ${JSON.stringify(value.slice(0, 40))}`);
}

function handlesOf(pairs: readonly string[]): Map<string, Set<string>> {
  const handles = new Map<string, Set<string>>();
  for (const pair of pairs) {
    const [tool, argument] = pairOf("handle", pair, ":");
    handles.set(tool, (handles.get(tool) ?? new Set()).add(argument));
  }
  return handles;
}

/** The sign that counts is the last one: names of tools can have it, too. */
function pairOf(flag: string, value: string, sign: string): [string, string] {
  const at = value.lastIndexOf(sign);
  if (at > 0 && at < value.length - 1) return [value.slice(0, at), value.slice(at + 1)];
  throw new UsageError(`--${flag} must be like NAME${sign}VALUE, got ${JSON.stringify(value.slice(0, 40))}`);
}

function atLeast(flag: string, value: number, least: number): number {
  if (value >= least) return value;
  throw new UsageError(`--${flag} must be ${least} bytes or more, got ${value}`);
}

/** The same for the same server in the same folder: a client may start it again and go on. */
function sessionOf(words: readonly string[]): string {
  return `mcp-${createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32)}`;
}

const FLAGS = {
  limit: { type: "string" },
  tool: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  client: { type: "string" },
  schema: { type: "string" },
  store: { type: "string" },
  session: { type: "string" },
  log: { type: "string" },
  config: { type: "string" },
  "max-raised": { type: "string" },
  "max-message": { type: "string" },
  "pass-client": { type: "string", multiple: true },
  handle: { type: "string", multiple: true },
  "max-argument": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const satisfies Readonly<Record<string, FlagType>>;
type TextFlag = Exclude<keyof typeof FLAGS, "help">;
const LEAST_LIMIT = 64;
const LEAST_MESSAGE = 65_536;
/** Below the 10 MiB at which the clients of both SDKs drop the connection. */
const DEFAULT_MESSAGE = 8 * 1024 * 1024;
const DEFAULT_ARGUMENT = 1024 * 1024;
