/** Readers of what packages hold: plain texts out of files in several forms. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A file's text; of a gzipped file, what it holds. */
export function read(path) {
  const bytes = readFileSync(path);
  return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** Paths below a folder that match, in a fixed order. */
export function files(folder, pattern) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** The words of a page. */
export function htmlText(html) {
  return html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, "")
    .replace(/<\/(p|h\d|li|div|pre|td|tr|dt|dd)>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|amp|nbsp|#160);/g, (_, name) => ENTITIES[name])
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
const ENTITIES = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " ", "#160": " " };

/** The words of a manual page, without its markup. */
export function manualText(source) {
  return source
    .replace(/^[.']\\".*\n/gm, "")
    .replace(/^\.(SH|SS|B|I|BI|BR|IR|TP|PP|IP|RS|RE|TH|P|LP|nf|fi)\b ?/gm, "")
    .replace(/\\f[BIRP]|\\-|\\&/g, "")
    .trim();
}

/** Quoted strings of a source of messages that are not ASCII alone, or all of them. */
export function quoted(source, { ascii = false } = {}) {
  const found = source.match(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? [];
  const texts = found.map((text) => unescapeUnits(text.slice(1, -1)));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is ASCII
  return texts.filter((text) => text.length > 3 && (ascii || !/^[\x00-\x7f]*$/.test(text)));
}

/** The translations in a compiled message catalogue (GNU gettext, little-endian). */
export function catalogue(path) {
  const bytes = readFileSync(path);
  const count = bytes.readUInt32LE(8);
  const table = bytes.readUInt32LE(16);
  const texts = Array.from({ length: count }, (_, index) => {
    const length = bytes.readUInt32LE(table + 8 * index);
    const at = bytes.readUInt32LE(table + 8 * index + 4);
    return bytes.toString("utf8", at, at + length);
  });
  return texts.slice(1).filter((text) => text.length > 20 && !text.includes("\0")); // the first is the header
}

function unescapeUnits(text) {
  return text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\([nt"'\\])/g, (_, letter) => ({ n: "\n", t: "\t" })[letter] ?? letter);
}

/** Up to `count` samples out of a long text, evenly spaced, each beginning at a line. */
export function slices(text, count, units = SAMPLE_UNITS) {
  if (text.length <= units) return text.length < LEAST_UNITS ? [] : [text];
  const room = Math.max(1, Math.min(count, Math.floor(text.length / units)));
  return Array.from({ length: room }, (_, index) => {
    const from = Math.floor(((text.length - units) * (index + 0.5)) / room);
    const start = text.indexOf("\n", from) + 1 || from;
    return text.slice(start - from > units / 2 ? from : start, start + units).toWellFormed();
  }).map((sample) => sample.replace(/^\ufffd|\ufffd$/g, ""));
}

/** Up to `count` of a list, evenly spaced. */
export function spread(list, count) {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]);
}

/** UTF-16 units of a sample, and the fewest that are worth one. */
export const SAMPLE_UNITS = 2400;
const LEAST_UNITS = 200;
