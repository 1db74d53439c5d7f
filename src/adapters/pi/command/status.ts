import { computeBound } from "../../../budget/computeBound.js";
import { tokensToBytes } from "../../../budget/tokenMath.js";
import { readUsage } from "../headroom.js";
import type { Session } from "../session.js";
import type { PiContext } from "../types.js";
import { counted, sizeText, tokensText } from "../words.js";
import { table } from "./table.js";

/** What the Bound of a call is made of now, what is kept, and what was cut. */
export async function statusTable(session: Session, ctx: PiContext): Promise<string> {
  const { settings, counts, store } = session;
  const usage = readUsage(ctx, session.piSettings);
  const free = session.free(ctx);
  const bound = computeBound({ ...settings, maxLines: undefined, headroom: free?.headroom });
  const ceiling = tokensToBytes(settings.maxOutputTokens, settings);
  const kept = await footprint(session);
  return `output-limits is ${session.isOn() ? "on" : "off"}\n${table([
    ["Bound of one call", `${sizeText(bound.maxBytes)} (${tokensText(bound.tokens)} tokens)`, SOURCES[bound.source]],
    ["  context window", known(usage.contextWindow), ""],
    ["  in use", known(usage.usedTokens), ""],
    ["  reserve", tokensText(usage.reserveTokens), ""],
    ["  Headroom", known(free?.headroom), `${Math.round(settings.shareOfHeadroom * 100)} % for the calls of a message`],
    ["  floor", sizeText(settings.minOutputBytes), ""],
    ["  ceiling", sizeText(ceiling), `${tokensText(settings.maxOutputTokens)} tokens`],
    ["Spills", counted(kept.files, "file"), `${sizeText(kept.bytes)} of ${sizeText(settings.spill.maxTotalBytes)}`],
    ["  of this session", counted(kept.ownFiles, "file"), store.sink.directory],
    ["Cut", counted(counts.capped, "result"), `${counts.atCeiling} with the Bound at the ceiling`],
    ["Not saved", counted(counts.unsaved, "result"), ""],
  ])}`;
}

async function footprint({ store, id }: Session) {
  const sum = { files: 0, bytes: 0, ownFiles: 0 };
  for await (const { bytes, meta } of store.sink.list()) {
    sum.files++;
    sum.bytes += bytes;
    if (meta.sessionId === id) sum.ownFiles++;
  }
  return sum;
}

function known(tokens: number | undefined): string {
  return tokens === undefined ? "unknown" : tokensText(tokens);
}

const SOURCES = {
  share: "its share of the Headroom",
  floor: "the floor",
  ceiling: "the ceiling",
  blind: "the ceiling: pi does not say what is in use",
};
