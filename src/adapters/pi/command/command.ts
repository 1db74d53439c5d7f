/** `/output-limits`: what is going on, and settings. */
import type { Session } from "../session.js";
import { settingsFile, writeSettings } from "../settings/files.js";
import { SETTING_KEYS } from "../settings/keys.js";
import type { PiApi, PiCommandContext, PiContext } from "../types.js";
import { settingsTable } from "./settingsTable.js";
import { statusTable } from "./status.js";

export interface CommandParts {
  current(ctx: PiContext): Session;
  agentDirectory(): string;
}

export function registerCommand(pi: PiApi, parts: CommandParts): void {
  pi.registerCommand("output-limits", {
    description: "Bounds of tool results: status | settings [key=value …] | off | on",
    handler: async (args, ctx) => {
      const [verb = "status", ...words] = args.trim().split(/\s+/).filter(Boolean);
      try {
        await run(verb, words, ctx, parts);
      } catch {
        ctx.ui.notify(`output-limits: ${verb in VERBS ? VERBS[verb as keyof typeof VERBS] : USAGE}`, "error");
      }
    },
  });
}

async function run(verb: string, words: readonly string[], ctx: PiCommandContext, parts: CommandParts): Promise<void> {
  const session = parts.current(ctx);
  const file = settingsFile(parts.agentDirectory(), ctx);
  if (verb === "status") return ctx.ui.notify(await statusTable(session, ctx), "info");
  if (verb === "settings" && words.length === 0) return ctx.ui.notify(settingsTable(session.settings, file), "info");
  const changes = changesOf(verb, words);
  if (typeof changes === "string") return ctx.ui.notify(`output-limits: ${changes}`, "error");
  await writeSettings(file, changes);
  const list = [...changes].map(([name, value]) => `${name} ${value === undefined ? "unset" : `= ${wordsOf(value)}`}`);
  ctx.ui.notify(`output-limits: ${list.join(", ")} (${file})`, "info");
  await ctx.reload();
}

/** What a command wants written, or what is wrong with it. */
function changesOf(verb: string, words: readonly string[]): ReadonlyMap<string, unknown> | string {
  if (verb === "on" || verb === "off") return new Map([["enabled", verb === "on"]]);
  if (verb !== "settings") return USAGE;
  const changes = new Map<string, unknown>();
  for (const word of words) {
    const at = word.indexOf("=");
    const key = SETTING_KEYS.find(({ name }) => name === word.slice(0, Math.max(0, at)));
    if (key === undefined) return `key=value, with a key of ${SETTING_KEYS.map(({ name }) => name).join(", ")}`;
    const given = word.slice(at + 1);
    const value = given === "auto" ? undefined : key.parse(given);
    if (value !== undefined && !key.isValid(value)) return `${key.name} must be ${key.rule}, or auto`;
    changes.set(key.name, value);
  }
  return changes;
}

function wordsOf(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

const USAGE = "status | settings [key=value …] | off | on";
/** What went wrong, without the words of an error. */
const VERBS = {
  status: "the store cannot be read",
  settings: "the settings file cannot be read or written",
  on: "the settings file cannot be read or written",
  off: "the settings file cannot be read or written",
};
