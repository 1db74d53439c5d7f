/** All that a notice may say, phrase by phrase: a list, so that nothing else can slip in. */

const N = String.raw`\d{1,3}(?:,\d{3})*`;
const REASONS = [
  ...["no such Spill", "the Spill was removed", "no space left in the store", "the store refused access"],
  ...["the store's quota is used up", "the Spill was already closed", "the file was still being written"],
  ...["the store did not keep what was written", "the store failed"],
].join("|");

const PHRASES: readonly RegExp[] = [
  RegExp(
    `^(?:parts of|${N} of) (?:at least )?${N} lines?, ${N} of (?:at least )?${N} bytes? shown \\(limit ${N} \\w+\\)$`,
  ),
  RegExp(`^${N}/${N}\\+? lines, ${N}/${N}\\+? bytes$`),
  RegExp(`^binary data \\([\\w ().,+/-]{1,60}\\), ${N} of (?:at least )?${N} bytes? shown in hex$`),
  RegExp(`^binary data, ${N}/${N}\\+? bytes$`),
  /^binary data$/,
  RegExp(`^all that came is shown, ${N} bytes?$`),
  /^it was cut before it came here$/,
  /^the call was aborted$/,
  /^the source broke \([A-Za-z][A-Za-z0-9_]{0,39}\)$/,
  /^exit code -?\d+$/,
  /^the tool reported an error$/,
  /^the rest was not kept$/,
  RegExp(`^the rest could not be kept(?:: (?:${REASONS}))?$`),
  /^spill:\/\/[a-z0-9._-]{1,96}$/,
  /^cut$/,
];

/** How the Spill is told of: how much of the output it has, and where. */
const PLACE = RegExp(`^(complete output|what came, ${N} bytes?,|the first ${N} bytes? of ${N}) (.+)$`, "u");

export interface Told {
  /** Phrases that no notice has. */
  readonly strange: readonly string[];
  readonly phrases: readonly string[];
  /** How much the Spill has, in the notice's words, and the way to it. */
  readonly place?: { readonly extent: string; readonly way: string };
}

/** Reads a notice. */
export function toldBy(notice: string): Told {
  const phrases = notice === "" ? [] : notice.slice("[spillway: ".length, -1).split("; ");
  const strange = phrases.filter((phrase) => !PLACE.test(phrase) && !PHRASES.some((known) => known.test(phrase)));
  const [, extent = "", way = ""] = phrases.map((phrase) => PLACE.exec(phrase)).find((found) => found !== null) ?? [];
  return { strange, phrases, ...(way === "" ? {} : { place: { extent, way } }) };
}
