/** What a linear estimate sees of a text: how often each place of a profile is used. */
import { readdirSync, readFileSync } from "node:fs";

/** The samples of the training split, the only one that the fit reads. */
export function trainingSamples() {
  const folder = new URL("../../../test/corpus/tokens/training/", import.meta.url);
  return readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => ({ category: file.replace(".ndjson", ""), ...JSON.parse(line) })),
  );
}

/** @returns {{ places: number[], times: number[] }} of one text, sparse; its first character belongs to no pair */
export function featuresOf(text, { classOf, placeOf, repeatPlaceOf }) {
  const counts = new Map();
  let last = -1;
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0);
    const current = classOf(code);
    if (last !== -1) {
      const place = code === last ? repeatPlaceOf(current) : placeOf(classOf(last), current);
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    last = code;
  }
  return { places: [...counts.keys()], times: [...counts.values()] };
}
