/**
 * An extension for pi that bounds what tools return by what the context window has left, and keeps all of it in files.
 *
 * @packageDocumentation
 */

import { createPiExtension } from "./createPiExtension.js";

export type { PiExtensionOptions } from "./createPiExtension.js";
export type { PiSettings } from "./settings/keys.js";
export type {
  PiApi,
  PiBlock,
  PiCommandContext,
  PiContext,
  PiImage,
  PiText,
  PiToolResult,
  PiToolResultChange,
} from "./types.js";
export { createPiExtension };

/** The extension with its defaults, as `pi install` finds it. @public */
const extension: ReturnType<typeof createPiExtension> = createPiExtension();
export default extension;
