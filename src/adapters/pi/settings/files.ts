/** The settings files of pi: where they are, and how a key of ours is written without touching anything else. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { PiContext } from "../types.js";
import { isRecord, SECTION } from "./resolve.js";

/** pi's own folder, as pi finds it. */
export function findAgentDirectory(): string {
  const named = process.env["PI_CODING_AGENT_DIR"];
  if (named === undefined || named === "") return join(homedir(), ".pi", "agent");
  return /^~(?:[/\\]|$)/.test(named) ? join(homedir(), named.slice(1)) : named;
}

/** The project's file where there is one that may be used, else the global one. */
export function settingsFile(agentDirectory: string, ctx: PiContext): string {
  const project = join(ctx.cwd, ".pi", "settings.json");
  return existsSync(project) && ctx.isProjectTrusted() ? project : join(agentDirectory, "settings.json");
}

/** What a file holds; an empty object if it is not there. @throws SyntaxError, TypeError for what is no JSON object */
async function readSettings(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  const settings: unknown = JSON.parse(text);
  if (isRecord(settings)) return settings;
  throw new TypeError("the settings file must hold an object");
}

/**
 * Writes keys of the section; one whose value is `undefined` is taken out. All else in the file stays, and the file is whole
 * at any moment.
 *
 * @param changes - by name, such as `spill.maxAgeDays`
 */
export async function writeSettings(path: string, changes: ReadonlyMap<string, unknown>): Promise<void> {
  const settings = await readSettings(path);
  const section = isRecord(settings[SECTION]) ? { ...settings[SECTION] } : {};
  for (const [name, value] of changes) {
    const own = name.startsWith("spill.") ? { ...(isRecord(section["spill"]) ? section["spill"] : {}) } : section;
    const key = name.replace(/^spill\./, "");
    if (value === undefined) delete own[key];
    else own[key] = value;
    if (own !== section) section["spill"] = own;
  }
  await replace(path, `${JSON.stringify({ ...settings, [SECTION]: section }, null, 2)}\n`);
}

async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const mode = await stat(path).then(
    (stats) => stats.mode & 0o777,
    () => 0o600,
  );
  const aside = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(aside, text, { mode, flag: "wx" });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
