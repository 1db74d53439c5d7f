/** The bounder of a connection as the settings have it, and what it decided for each response. */
import { createMessageBounder, type McpCall, type MessageBounder } from "spillway/mcp";
import type { SpillSink } from "spillway/spill";
import type { McpSettings } from "./settings.js";

export interface Bounds {
  readonly bounder: MessageBounder;
  /** Takes a message of the server. */
  fromServer(message: unknown): { readonly out: unknown; readonly call: LimitedCall | undefined };
}

/** The call of a tool that a response is to. */
export interface LimitedCall {
  readonly tool: string | undefined;
  /** Bytes that its result may take; `Infinity` = it is not bounded. */
  readonly limit: number;
}

export function createBounds(settings: McpSettings, spill: SpillSink): Bounds {
  const { limit, client, toolLimits, excluded, schema, session, maxRaised } = settings;
  let call: LimitedCall | undefined;

  function limitOf({ tool, maxEncodedBytes }: McpCall): number | false {
    const own = tool === undefined ? undefined : toolLimits.get(tool);
    const isExcluded = tool !== undefined && excluded.has(tool);
    const bytes = own ?? maxEncodedBytes;
    call = { tool, limit: isExcluded ? Number.POSITIVE_INFINITY : bytes };
    return isExcluded ? false : bytes;
  }

  const bounder = createMessageBounder({
    spill,
    sessionId: session,
    maxEncodedBytes: limit ?? client?.maxEncodedBytes,
    clients: client === undefined ? undefined : () => client,
    maxRaisedBytes: maxRaised,
    // "error" leaves a schema as it is, which suits a tool whose results are left alone.
    outputSchema: (tool) => (excluded.has(tool) ? "error" : schema),
    limitOf,
  });
  return {
    bounder,
    fromServer(message) {
      call = undefined;
      // A response's limit is asked for before this returns.
      const out = bounder.fromServer(message);
      return { out, call };
    },
  };
}
