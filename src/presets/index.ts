/**
 * Limits and wordings of known programs, as data with their sources.
 *
 * @packageDocumentation
 */

export type { ClientPreset } from "./clients.js";
export { clients } from "./clients.js";
export type { CodeModeProfile } from "./codeMode.js";
export { codeModeProfiles } from "./codeMode.js";
export { presets } from "./harnesses.js";
export { styles } from "./styles.js";
export type { NoticeStyle, Preset } from "./types.js";
