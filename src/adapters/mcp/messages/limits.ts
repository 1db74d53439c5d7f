/** What one call may take: the limit, the client's own, and what the tool asks for. */
import type { ResolvedOptions } from "../options.js";
import { checkEncodedBytes } from "../options.js";
import type { Fields } from "../types.js";
import { clientNameOf } from "./era.js";
import type { ConnectionSettings } from "./options.js";
import { LEAST_TOOL_BYTES } from "./ownTools.js";
import type { CallFacts } from "./pending.js";
import type { ToolList } from "./toolList.js";

export interface CallLimits {
  /** Remembers the client's name, where a message has one. */
  note(client: string | undefined): void;
  /** How the result of a call is bounded; `maxBytes` `Infinity` = not at all. */
  optionsFor(call: CallFacts, tools: ToolList): ResolvedOptions;
  /** What an answer of our own may take, with these params. */
  ofOwn(params: Fields): number;
}

export function createLimits(settings: ConnectionSettings): CallLimits {
  const { maxBytes, maxRaisedBytes } = settings;
  let known: string | undefined;

  function limitOf({ tool, client = known, meta }: Omit<CallFacts, "callId">, asked: number | undefined): number {
    const preset = client === undefined ? undefined : settings.clients(client);
    const cap = preset?.maxEncodedBytes ?? Number.POSITIVE_INFINITY;
    const raised = Math.min(asked ?? 0, maxRaisedBytes, preset?.maxRaisedBytes ?? cap);
    const maxEncodedBytes = Math.max(Math.min(maxBytes, cap), raised);
    const own = settings.limitOf({ tool, client, meta, maxEncodedBytes });
    if (own === false) return Number.POSITIVE_INFINITY;
    return own === undefined ? maxEncodedBytes : checkEncodedBytes("limitOf()", own);
  }

  function readerOf({ names }: ToolList): ResolvedOptions["reader"] {
    if (names !== undefined) return { canRead: "tool", toolName: names.read };
    return { canRead: settings.resources ? "resource" : "none" };
  }

  return {
    note(client) {
      known = client ?? known;
    },
    optionsFor(call, tools) {
      const asked = call.tool === undefined ? undefined : tools.askedBytes(call.tool);
      return {
        maxBytes: limitOf(call, asked),
        spill: settings.spill,
        meta: { ...(call.tool === undefined ? {} : { tool: call.tool }), callId: call.callId },
        reader: readerOf(tools),
        links: settings.resources,
        outputSchema: settings.policyOf(call.tool),
        onSpillFailure: settings.onSpillFailure,
      };
    },
    ofOwn(params) {
      const client = clientNameOf("", params) ?? known;
      const cap = (client === undefined ? undefined : settings.clients(client))?.maxEncodedBytes ?? maxBytes;
      return Math.max(LEAST_TOOL_BYTES, Math.min(maxBytes, cap));
    },
  };
}
