import { type ClientPreset, clients } from "../../../presets/clients.js";

/**
 * What is known of a client by the name that it gives (`clientInfo.name`): the name itself, or one that goes on behind it.
 *
 * @returns `undefined` for a client that is not in the table
 * @example
 * ```ts
 * clientPreset("Visual Studio Code - Insiders")?.maxEncodedBytes; // 8192
 * ```
 * @public
 */
export function clientPreset(name: string): ClientPreset | undefined {
  if (typeof name !== "string") return undefined;
  const said = name.toLowerCase();
  return Object.values<ClientPreset>(clients).find(({ names }) =>
    names.some((known) => said === known || (said.startsWith(known) && !/[a-z0-9]/.test(said.charAt(known.length)))),
  );
}
