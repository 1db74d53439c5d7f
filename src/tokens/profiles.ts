/** The profiles that come with spillway, by name. */
import { FAMILIES } from "./generated/families.js";
import { GENERIC } from "./generated/generic.js";
import type { TokenProfile } from "./profile.js";

/** Names of the profiles that come with spillway. @public */
export type ProfileName = "generic" | "o200k" | "cl100k" | "claude" | "llama3" | "qwen3" | "gemma3" | "deepseek";

export const PROFILES: Readonly<Record<ProfileName, TokenProfile>> = { generic: GENERIC, ...FAMILIES };
export const PROFILE_NAMES = Object.keys(PROFILES) as readonly ProfileName[];
