/** `spillway mcp`: a server whose results are bounded, in the place of one whose results are not. */
import { CANNOT_START, FORWARDED } from "./childProcess.js";
import { openLog } from "./mcp/log.js";
import { relay } from "./mcp/relay.js";
import { startServer } from "./mcp/server.js";
import { readSettings } from "./mcp/settings.js";
import { openStore } from "./store.js";

export async function mcp(args: readonly string[]): Promise<number> {
  const settings = readSettings(args);
  const store = openStore(settings.store);
  const log = openLog(settings.log);
  const server = await startServer(settings.command, settings.args);
  if (typeof server === "string") {
    const hint = process.platform === "win32" ? " (a .cmd file, such as npx, needs cmd /c before it)" : "";
    process.stderr.write(`spillway: cannot start ${JSON.stringify(settings.command)}: ${server}${hint}\n`);
    return CANNOT_START;
  }
  for (const name of FORWARDED) process.on(name, () => server.signal(name));
  return relay({ server, settings, store, log, input: process.stdin, output: process.stdout });
}
