/**
 * Limits and wordings of known programs, as data with their sources.
 *
 * @packageDocumentation
 */

export { presets } from "./harnesses.js";
export { styles } from "./styles.js";
export type { NoticeStyle, Preset } from "./types.js";
