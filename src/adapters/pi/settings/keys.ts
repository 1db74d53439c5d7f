/** The keys of the section `outputLimits`: what each may be, and what it is where nobody says. */

/** How results are bounded, and how long complete ones are kept. @public */
export interface PiSettings {
  /** Whether anything is bounded. @defaultValue true */
  readonly enabled: boolean;
  /** Outer ceiling of one call, in tokens. @defaultValue 26000: pi's 50 KB and its notice */
  readonly maxOutputTokens: number;
  /** Lines of any View; `undefined` = pi's figure for the tool. @defaultValue undefined */
  readonly maxLines: number | undefined;
  /** Factor on bytes ÷ `bytesPerChar`. @defaultValue 2 */
  readonly inflation: number;
  /** Bytes taken for one token, before the factor. @defaultValue 4 */
  readonly bytesPerChar: number;
  /** Share of the Headroom that the calls of one message may spend together, 0 to 1. @defaultValue 0.25 */
  readonly shareOfHeadroom: number;
  /** Floor in bytes. @defaultValue 4096 */
  readonly minOutputBytes: number;
  /** Names of the tools that are bounded; `*` stands for any characters. @defaultValue ["*"] */
  readonly tools: readonly string[];
  /** How long complete results are kept. */
  readonly spill: {
    /** Bytes of all sessions together. @defaultValue 536_870_912 (512 MiB) */
    readonly maxTotalBytes: number;
    /** Days since a Spill was last used. @defaultValue 7 */
    readonly maxAgeDays: number;
  };
}

/** A key's value as it may stand in a settings file. */
export interface SettingKey {
  readonly name: string;
  /** What the value must be, in words. */
  readonly rule: string;
  readonly isValid: (value: unknown) => boolean;
  /** The value from the words of a command. */
  readonly parse: (words: string) => unknown;
}

export const DEFAULT_SETTINGS: PiSettings = {
  enabled: true,
  maxOutputTokens: 26_000,
  maxLines: undefined,
  inflation: 2,
  bytesPerChar: 4,
  shareOfHeadroom: 0.25,
  minOutputBytes: 4096,
  tools: ["*"],
  spill: { maxTotalBytes: 512 * 1024 ** 2, maxAgeDays: 7 },
};

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === "string");
/** `Number("")` is 0: no words are no number. */
const asNumber = (words: string) => (words.trim() === "" ? words : Number(words));

const count = { rule: "an integer ≥ 0", isValid: isCount, parse: asNumber };
const factor = { rule: "a number > 0", isValid: (value: unknown) => isNumber(value) && value > 0, parse: asNumber };

export const SETTING_KEYS: readonly SettingKey[] = [
  {
    name: "enabled",
    rule: "true or false",
    isValid: (value) => typeof value === "boolean",
    parse: (words) => (words === "true" ? true : words === "false" ? false : words),
  },
  { name: "maxOutputTokens", ...count },
  { name: "maxLines", ...count },
  { name: "inflation", ...factor },
  { name: "bytesPerChar", ...factor },
  {
    name: "shareOfHeadroom",
    rule: "a number from 0 to 1",
    isValid: (value) => isNumber(value) && value >= 0 && value <= 1,
    parse: asNumber,
  },
  { name: "minOutputBytes", ...count },
  { name: "tools", rule: "a list of names", isValid: isNames, parse: (words) => words.split(",").filter(Boolean) },
  { name: "spill.maxTotalBytes", ...count },
  {
    name: "spill.maxAgeDays",
    rule: "a number ≥ 0",
    isValid: (value) => isNumber(value) && value >= 0,
    parse: asNumber,
  },
];
