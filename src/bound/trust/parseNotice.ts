import { checkString } from "../../internal/check.js";
import { SPILL_ERROR_TEXT } from "../../spill/error.js";
import { isSpillId } from "../../spill/id.js";

/** What a line at the edge of a text says of a View. Anybody can write such a line: a claim until a store confirms it. @public */
export interface NoticeClaim {
  /** The edge at which the line stands. */
  readonly position: "first" | "last";
  /** The line. */
  readonly line: string;
  /** The id of the Spill that it names, where it can be told. */
  readonly id?: string;
  /** The file that it names. */
  readonly path?: string;
  /** Lines and bytes that the View shows of the source. */
  readonly shown?: { readonly lines?: number; readonly bytes: number };
  /** Lines and bytes of the source. */
  readonly total?: { readonly lines?: number; readonly bytes: number };
  /** Whether the totals count only what came. */
  readonly totalIsLowerBound?: boolean;
}

/**
 * Reads the notice at the first or last line of a View, of the kind that `boundResult` and `boundText` write. Syntax alone:
 * it says nothing of whether the line is true.
 *
 * @returns `undefined` where neither edge has one
 * @throws TypeError if `view` is not a string
 * @public
 */
export function parseNotice(view: string): NoticeClaim | undefined {
  checkString("view", view);
  const firstEnd = view.indexOf("\n");
  const lastStart = view.lastIndexOf("\n", view.endsWith("\n") ? view.length - 2 : view.length) + 1;
  return (
    claimOf(view.slice(lastStart).replace(/\n$/, ""), "last") ??
    claimOf(firstEnd === -1 ? view : view.slice(0, firstEnd), "first")
  );
}

/** The line must be a notice in full: what has other words in it could lead a reader anywhere. */
function claimOf(line: string, position: NoticeClaim["position"]): NoticeClaim | undefined {
  if (line.length > LONGEST_NOTICE_UNITS || !line.startsWith("[spillway: ") || !line.endsWith("]")) return undefined;
  let rest = line.slice("[spillway: ".length, -1);
  let claim: NoticeClaim = { position, line };
  while (rest !== "") {
    const place = placeIn(rest);
    if (place !== undefined) return { ...claim, ...place };
    const part = rest.split("; ", 1)[0] as string;
    const sizes = sizesIn(part);
    if (sizes === undefined && !STATUS.test(part)) return undefined;
    claim = { ...claim, ...sizes };
    rest = rest.slice(part.length + "; ".length);
  }
  return claim;
}

function sizesIn(words: string): Partial<NoticeClaim> | undefined {
  const sizes = (BRIEF_SIZES.exec(words) ?? FULL_SIZES.exec(words))?.groups;
  if (sizes === undefined) return binarySizesIn(words);
  const { parts, shownLines, lines, shown, bytes, more, least } = sizes;
  return {
    shown: { lines: count(parts === undefined ? shownLines : lines), bytes: count(shown) },
    total: { lines: count(lines), bytes: count(bytes) },
    ...(more === "+" || least !== undefined ? { totalIsLowerBound: true } : {}),
  };
}

/** What is no text is told in bytes alone. */
function binarySizesIn(words: string): Partial<NoticeClaim> | undefined {
  const sizes = (BRIEF_BINARY.exec(words) ?? FULL_BINARY.exec(words))?.groups;
  if (sizes === undefined) return undefined;
  const isLeast = sizes["more"] === "+" || sizes["least"] !== undefined;
  return {
    shown: { bytes: count(sizes["shown"]) },
    total: { bytes: count(sizes["bytes"]) },
    ...(isLeast ? { totalIsLowerBound: true } : {}),
  };
}

/** The Spill, by whichever of its names the notice has: the last thing that a notice says. */
function placeIn(words: string): { id?: string; path?: string } | undefined {
  const uri = URI.exec(words)?.[1] ?? TOOL.exec(words)?.[1];
  if (uri !== undefined) return { id: uri };
  const path = PATH.exec(words)?.[1]?.replace(PLACE, "");
  return path === undefined ? undefined : placeOfPath(path);
}

/** A file's name has its Spill's id before the extension. */
export function placeOfPath(path: string): { id?: string; path: string } {
  const stem = (/[^/\\]*$/.exec(path)?.[0] ?? "").replace(/\.[a-z]{1,8}$/, "");
  return isSpillId(stem) ? { id: stem, path } : { path };
}

function count(digits: string | undefined): number {
  return Number((digits ?? "0").replaceAll(",", ""));
}

const ID_PATTERN = "[a-z0-9_-][a-z0-9._-]{0,95}";
const COUNT = String.raw`\d{1,3}(?:,\d{3}){0,5}`;
const FULL_SIZES = new RegExp(
  `^(?:(?<parts>parts of) |(?<shownLines>${COUNT}) of )(?<least>at least )?(?<lines>${COUNT}) lines?, ` +
    `(?<shown>${COUNT}) of (?:at least )?(?<bytes>${COUNT}) bytes? shown ` +
    `\\(limit ${COUNT} (?:byte|char|line|token)s?\\)$`,
);
const BRIEF_SIZES = new RegExp(
  `^(?<shownLines>${COUNT})/(?<lines>${COUNT})(?<more>\\+?) lines, (?<shown>${COUNT})/(?<bytes>${COUNT})\\+? bytes$`,
);
const FULL_BINARY = new RegExp(
  `^binary data \\([\\w ().,+/-]{1,60}\\), (?<shown>${COUNT}) of (?<least>at least )?(?<bytes>${COUNT}) bytes? shown in hex$`,
);
const BRIEF_BINARY = new RegExp(`^binary data, (?<shown>${COUNT})/(?<bytes>${COUNT})(?<more>\\+?) bytes$`);
/** What else a notice can say. */
const STATUS = new RegExp(
  `^(?:binary data|all (?:that came|text) is shown, ${COUNT} bytes?|left out: [\\w ,/.+-]{1,200}|it was cut before it came here|exit code -?\\d{1,16}|cut` +
    "|the tool reported an error|the call was aborted|the source broke \\([\\w$]{1,64}\\)" +
    `|the rest was not kept|the rest could not be kept(?:: (?:${Object.values(SPILL_ERROR_TEXT).join("|")}))?)$`,
);
const EXTENT = `(?:complete output|what came, ${COUNT} bytes?,|the first ${COUNT} bytes? of ${COUNT})`;
/** A part of what `boundContent` keeps. */
const POINTER = "/(?:content/\\d+(?:/(?:resource/)?text|/source/data)?|structuredContent)";
const URI = new RegExp(`^(?:${EXTENT} (?:kept as|in) )?spill://(${ID_PATTERN})(?: at ${POINTER})?$`);
const TOOL = new RegExp(`^${EXTENT} through .{1,200} \\{"id":"(${ID_PATTERN})"(?:,"pointer":"${POINTER}")?\\}$`);
const PLACE = new RegExp(` at ${POINTER}$`);
const PATH = new RegExp(`^${EXTENT} in ((?!spill://).+)$`);
/** A path can be long, as far as systems allow. */
const LONGEST_NOTICE_UNITS = 8192;
