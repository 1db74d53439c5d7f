/** The extension against the API of the real pi: checked by its types alone. */
import type { ExtensionAPI, ExtensionFactory } from "@earendil-works/pi-coding-agent";
import extension, { createPiExtension, type PiApi } from "spillway/pi";

export const factories: readonly ExtensionFactory[] = [
  extension,
  createPiExtension(),
  createPiExtension({ defaults: { shareOfHeadroom: 0.5, tools: ["bash", "mcp__*"] }, agentDirectory: "/srv/pi" }),
];

export function install(pi: ExtensionAPI): void {
  extension(pi);
}

// @ts-expect-error: a pi without hooks is none
export const none: PiApi = { on: undefined };
