/** Texts that come from npm and Debian packages, each source in one split alone. */
import { join } from "node:path";
import { codeSamples } from "./code.mjs";
import { dataSamples } from "./data.mjs";
import { languageSamples } from "./languages.mjs";
import { listingSamples } from "./listings.mjs";
import { read, slices, spread } from "./readers.mjs";

/** @param {string} root a folder with `npm/node_modules` and, unpacked, `deb/NAME`; see bench/README.md */
export function packagedSamples(root) {
  const samples = [];
  const at = placesIn(root, samples);
  for (const collect of [languageSamples, codeSamples, dataSamples, listingSamples]) collect(at);
  return samples;
}

function placesIn(root, samples) {
  return {
    root,
    npm: (path) => join(root, "npm/node_modules", path),
    deb: (name, path) => join(root, "deb", name, path),
    add(split, category, source, texts) {
      for (const text of texts) if (text.trim() !== "") samples.push({ split, category, source, text });
    },
    /** Slices of each of some files, `each` of one. */
    sliceFiles: (paths, each, limit, turn = (text) => text) =>
      spread(paths, limit).flatMap((path) => slices(turn(read(path)), each)),
  };
}
