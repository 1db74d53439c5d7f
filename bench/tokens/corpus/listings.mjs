/** What tools print about files: paths, searches, differences. */
import { execFileSync } from "node:child_process";
import { files, read, slices } from "./readers.mjs";

/** @param {object} at what `placesIn` gives */
export function listingSamples(at) {
  const { root, npm, deb, add } = at;
  // What tools print about files
  const listed = (folder, pattern) =>
    files(folder, pattern)
      .map((path) => path.slice(root.length))
      .join("\n");
  add("training", "paths", "npm:rxjs@7.8.2", slices(listed(npm("rxjs"), /\.(ts|js)$/), 3));
  add("training", "paths", "deb:libpython3.11-stdlib", slices(listed(deb("libpython3.11-stdlib", "usr"), /\.py$/), 2));
  add("holdout", "paths", "deb:mercurial-common", slices(listed(deb("mercurial-common", "usr"), /./), 3));
  add("holdout", "paths", "npm:openai@7", slices(listed(npm("openai"), /\.(ts|mjs)$/), 2));
  add("training", "grep output", "npm:rxjs@7.8.2", slices(grep("subscri", npm("rxjs"), "src/internal/operators"), 4));
  add(
    "training",
    "grep output",
    "deb:libpython3.11-stdlib",
    slices(grep("import ", deb("libpython3.11-stdlib", "usr/lib"), "python3.11/json python3.11/asyncio"), 2),
  );
  add("holdout", "grep output", "npm:openai@7", slices(grep("await", npm("openai"), "src"), 3));
  add("holdout", "grep output", "npm:luxon@3", slices(grep("return", npm("luxon"), "src"), 2));
  add(
    "training",
    "diff",
    "npm:rxjs@7.8.2",
    diffs(npm("rxjs/src/internal/operators"), [
      ["buffer.ts", "window.ts"],
      ["concatMap.ts", "mergeMap.ts"],
      ["last.ts", "first.ts"],
      ["takeLast.ts", "takeUntil.ts"],
    ]),
  );
  add(
    "training",
    "diff",
    "deb:libpython3.11-stdlib",
    diffs(deb("libpython3.11-stdlib", "usr/lib/python3.11"), [
      ["bdb.py", "cmd.py"],
      ["json/encoder.py", "json/decoder.py"],
    ]),
  );
  add(
    "holdout",
    "diff",
    "npm:luxon@3",
    diffs(npm("luxon/src"), [
      ["interval.js", "duration.js"],
      ["zones/IANAZone.js", "zones/fixedOffsetZone.js"],
      ["impl/regexParser.js", "impl/tokenParser.js"],
    ]),
  );
  add("holdout", "diff", "npm:better-sqlite3@12.11.1", slices(read(npm("better-sqlite3/deps/patches/1208.patch")), 1));
}

function grep(pattern, folder, paths) {
  return execFileSync("grep", ["-rn", pattern, ...paths.split(" ")], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  })
    .split("\n")
    .filter((line) => !line.startsWith("Binary"))
    .sort()
    .join("\n");
}

function diffs(folder, pairs) {
  return pairs.flatMap(([from, to]) => {
    const labels = ["--label", `a/${from}`, "--label", `b/${to}`];
    try {
      return slices(execFileSync("diff", ["-u", ...labels, from, to], { cwd: folder, encoding: "utf8" }), 1);
    } catch (error) {
      return slices(error.stdout, 1); // that files differ is an exit code
    }
  });
}
