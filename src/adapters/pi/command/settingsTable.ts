import type { PiSettings } from "../settings/keys.js";
import { SETTING_KEYS } from "../settings/keys.js";
import { table } from "./table.js";

/** The settings that hold, and where a change would be written. */
export function settingsTable(settings: PiSettings, file: string): string {
  const { spill, ...own } = settings;
  const values = new Map<string, unknown>(Object.entries(own));
  for (const [name, value] of Object.entries(spill)) values.set(`spill.${name}`, value);
  const rows = SETTING_KEYS.map(({ name, rule }) => [name, wordsOf(values.get(name)), rule]);
  return `output-limits settings (written to ${file})\n${table(rows)}`;
}

function wordsOf(value: unknown): string {
  if (value === undefined) return "auto";
  return Array.isArray(value) ? value.join(",") : String(value);
}
