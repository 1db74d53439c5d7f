/** Which blocks that cannot be cut stay, and what stands in the place of those that do not. */
import { amount, BARE_MARKER, frame } from "../../text/words.js";
import { base64Bytes } from "./base64.js";
import type { Part, WholePart } from "./blocks.js";
import { own } from "./own.js";

/** A part that goes, the dearest first. */
export interface Priced<B> {
  readonly part: WholePart<B>;
  readonly bytes: number;
}

/** The parts to leave out so that the others take no more than `mostBytes`, the dearest first. */
export function toDrop<B>(parts: readonly Priced<B>[], mostBytes: number): Set<number> {
  const dearest = [...parts].sort((a, b) => b.bytes - a.bytes || a.part.index - b.part.index);
  let total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const dropped = new Set<number>();
  for (const { part, bytes } of dearest) {
    if (total <= mostBytes) break;
    total -= bytes;
    dropped.add(part.index);
  }
  return dropped;
}

/** What was there, from the longest wording to the shortest: no more of the block's own words than a plain type. */
export function markersFor<B>({ block, media, jsonBytes }: WholePart<B>): readonly [string, string, string] {
  const type = [media?.mime, own(block, "type")].find((name) => typeof name === "string" && PLAIN.test(name));
  const bytes = media === undefined ? jsonBytes : base64Bytes(media.data ?? "");
  const what = media === undefined ? "block" : "media";
  return [frame(`… ${what} (${type ?? "unknown"}), ${amount(bytes, "byte")}, omitted …`), BARE_MARKER, ""];
}

/** What was left out, for a notice. */
export function leftOutWords<B>(parts: readonly Part<B>[], dropped: ReadonlySet<number>): string[] {
  const counts = new Map<string, number>();
  for (const part of parts) {
    if (part.kind === "text" || !dropped.has(part.index)) continue;
    const { kind = "block" } = part.media ?? {};
    const noun = kind === "audio" || kind === "video" ? `${kind} block` : kind;
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  return [...counts].map(([noun, count]) => amount(count, noun));
}

const PLAIN = /^[\w.+/-]{1,60}$/;
