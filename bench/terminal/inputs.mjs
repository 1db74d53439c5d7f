/** What programs print on a terminal, long enough to be timed. */
import { readFileSync } from "node:fs";

const ESC = "\u001b";
/** UTF-16 units of an input. */
export const UNITS = 1_000_000;

const recorded = JSON.parse(
  readFileSync(new URL("../../test/vectors/terminal/recorded.json", import.meta.url), "utf8"),
).cases;
const recording = (start) => recorded.find(({ name }) => name.startsWith(start)).input.text;

/** @returns {Record<string, string>} flat strings */
export function inputs() {
  return {
    "log, no controls": filled(
      (at) => `2026-12-01T00:00:00Z INFO request ${at} served in ${at % 97} ms by api-${at % 7}\n`,
    ),
    "log with CRLF": filled(
      (at) => `2026-12-01T00:00:00Z INFO request ${at} served in ${at % 97} ms by api-${at % 7}\r\n`,
    ),
    "coloured log": filled(
      (at) => `${ESC}[2m00:00:00${ESC}[0m ${ESC}[32mINFO${ESC}[0m request ${ESC}[1m${at}${ESC}[22m served\n`,
    ),
    links: filled((at) => `${ESC}]8;;https://example.org/${at}${ESC}\\file-${at}.ts${ESC}]8;;${ESC}\\ ok\n`),
    "progress in a line": filled(
      (at) => `\rReceiving objects: ${at % 101}% (${at}/9999)${at % 101 === 100 ? "\n" : ""}`,
    ),
    "git clone": filled(() => recording("git clone")),
    "docker pull, redrawn": filled(() => recording("docker pull")),
    "vitest, redrawn": filled(() => recording("vitest")),
  };
}

function filled(piece) {
  const pieces = [];
  for (let units = 0, at = 0; units < UNITS; at++) units += pieces[pieces.push(piece(at)) - 1].length;
  return Buffer.from(pieces.join("")).toString();
}
