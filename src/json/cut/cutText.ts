/** What is not JSON, cut as text: whole lines of its start and end around a marker. */
import { cut } from "../../text/cut.js";
import { fitsRoom } from "../../text/fits.js";
import { type Limits, limitsOf, type Room, type TokenCounter } from "../../text/limits.js";
import type { Keep } from "../../text/sides.js";
import { measureText, type TextSize } from "../../text/size.js";
import type { Cut } from "../../text/source.js";
import { BARE_MARKER, elisionMarker } from "../../text/words.js";

export interface CutTextOptions {
  readonly keep: Keep;
  readonly headShare: number;
  readonly marker: boolean;
  readonly countTokens: TokenCounter;
}

/** A well-formed text that does not fit `room`; the marker is inside it. */
export function cutText(text: string, room: Room, options: CutTextOptions): Cut & { readonly text: string } {
  const { marker, ...rest } = options;
  const wordings = marker ? [elisionMarker, () => BARE_MARKER] : [];
  for (const wording of wordings) {
    const words = `\n${wording(measureText(text))}\n`;
    const kept = cut(text, lessWords(room, words, options.countTokens), { ...rest, boundary: "line" });
    const joined = join(kept, wording(kept.omitted));
    if (leavesHalf(kept.shown, room) && fitsRoom(joined, room, options.countTokens)) return { ...kept, text: joined };
  }
  // Without a marker between them, two sides would read as one text.
  const keep = rest.keep === "tail" || (rest.keep === "ends" && rest.headShare < 0.5) ? "tail" : "head";
  const kept = cut(text, limitsOf(room), { ...rest, keep, boundary: "line" });
  return { ...kept, text: kept.head + kept.tail };
}

function join({ head, tail }: Cut, marker: string): string {
  const parts = [head, marker, tail].filter((part) => part !== "");
  return parts.reduce((before, part) => (before.endsWith("\n") ? before + part : `${before}\n${part}`));
}

function lessWords(room: Room, words: string, countTokens: TokenCounter): Limits {
  const { bytes, chars } = measureText(words);
  const tokens = room.tokens === Infinity ? 0 : countTokens(words);
  return limitsOf({
    bytes: Math.max(0, room.bytes - bytes),
    chars: Math.max(0, room.chars - chars),
    lines: Math.max(0, room.lines - 1),
    tokens: Math.max(0, room.tokens - tokens),
  });
}

/** Words that take most of the room say less than the text would. */
function leavesHalf(shown: TextSize, room: Room): boolean {
  return (
    [
      [shown.bytes, room.bytes],
      [shown.chars, room.chars],
      [shown.lines, room.lines],
    ].some(([used, limit]) => limit !== Infinity && (used as number) * 2 >= (limit as number)) ||
    room.tokens !== Infinity
  );
}
