/** Settings from what stands in files: each malformed value falls back to its default, and is told. */
import { DEFAULT_SETTINGS, type PiSettings, SETTING_KEYS } from "./keys.js";

export interface ResolvedSettings {
  readonly settings: PiSettings;
  /** What was wrong, a sentence each; never a value, which may be anything. */
  readonly problems: readonly string[];
}

/**
 * @param section - the value of `outputLimits`, from all files that may be used
 * @param defaults - what holds where the section says nothing
 */
export function resolveSettings(section: unknown, defaults: PiSettings = DEFAULT_SETTINGS): ResolvedSettings {
  if (section === undefined) return { settings: defaults, problems: [] };
  if (!isRecord(section)) return { settings: defaults, problems: [`${SECTION} must be an object`] };
  const { spill: spillSection, ...own } = section;
  const spill = isRecord(spillSection) ? spillSection : {};
  const problems = unknownKeys(own, spill);
  if (spillSection !== undefined && !isRecord(spillSection)) problems.push(`${SECTION}.spill must be an object`);

  const values = new Map<string, unknown>();
  for (const { name, rule, isValid } of SETTING_KEYS) {
    const value = name.startsWith("spill.") ? spill[name.slice("spill.".length)] : own[name];
    if (value === undefined || value === null) continue; // null: as if it were not there
    if (isValid(value)) values.set(name, value);
    else problems.push(`${SECTION}.${name} must be ${rule}; the default holds`);
  }
  return { settings: fromValues(values, defaults), problems };
}

function fromValues(values: ReadonlyMap<string, unknown>, defaults: PiSettings): PiSettings {
  const { spill, ...own } = defaults;
  const pick = (prefix: string, of: object) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, values.get(prefix + name) ?? value]));
  // Every value has passed the rule of its key.
  return { ...pick("", own), spill: pick("spill.", spill) } as unknown as PiSettings;
}

function unknownKeys(own: object, spill: object): string[] {
  const known = new Set(SETTING_KEYS.map(({ name }) => name));
  const names = [...Object.keys(own), ...Object.keys(spill).map((name) => `spill.${name}`)];
  return names
    .filter((name) => !known.has(name))
    .map((name) => `${SECTION} has no key ${/^[\w.-]{1,40}$/.test(name) ? name : "of that name"}`);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The section of pi's settings files. */
export const SECTION = "outputLimits";
