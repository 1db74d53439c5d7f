import { checkString } from "../../internal/check.js";
import { isSpillId, toSpillId } from "../../spill/id.js";

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

function claimOf(line: string, position: NoticeClaim["position"]): NoticeClaim | undefined {
  if (line.length > LONGEST_NOTICE_UNITS || !line.startsWith("[spillway: ") || !line.endsWith("]")) return undefined;
  const words = line.slice("[spillway: ".length, -1);
  if (words.startsWith("…")) return undefined; // an elision marker
  return { position, line, ...sizesIn(words), ...placeIn(words) };
}

function sizesIn(words: string): Partial<NoticeClaim> {
  const brief = BRIEF_SIZES.exec(words)?.groups;
  if (brief !== undefined) {
    return {
      shown: { lines: count(brief["shownLines"]), bytes: count(brief["shown"]) },
      total: { lines: count(brief["lines"]), bytes: count(brief["bytes"]) },
      ...(brief["more"] === "+" ? { totalIsLowerBound: true } : {}),
    };
  }
  const full = FULL_SIZES.exec(words)?.groups;
  if (full === undefined) return {};
  const { parts, shownLines, lines, shown, bytes, least } = full;
  return {
    shown: { lines: count(parts === undefined ? shownLines : lines), bytes: count(shown) },
    total: { lines: count(lines), bytes: count(bytes) },
    ...(least === undefined ? {} : { totalIsLowerBound: true }),
  };
}

/** The Spill, by whichever of its names the notice has. What precedes the last of the phrases can be no name. */
function placeIn(words: string): { id?: string; path?: string } {
  const uri = /(?:^|[ ,;]) ?(?:kept as |in )?spill:\/\/([a-z0-9._-]{1,96})$/.exec(words)?.[1];
  if (uri !== undefined) return { id: toSpillId(uri) ?? uri };
  const argument = / through \S{1,200} \{"id":"([a-z0-9._-]{1,96})"\}$/.exec(words)?.[1];
  if (argument !== undefined) return { id: argument };
  const path = /(?:complete output|what came, [\d,]+ bytes?,|the first [\d,]+ bytes? of [\d,]+) in (.+)$/u.exec(
    words,
  )?.[1];
  if (path === undefined) return {};
  const stem = (/[^/\\]*$/.exec(path)?.[0] ?? "").replace(/\.[a-z]{1,8}$/, "");
  return isSpillId(stem) ? { id: stem, path } : { path };
}

function count(digits: string | undefined): number {
  return Number((digits ?? "0").replaceAll(",", ""));
}

const COUNT = String.raw`\d{1,3}(?:,\d{3}){0,5}`;
const FULL_SIZES = new RegExp(
  `^(?:(?<parts>parts of) |(?<shownLines>${COUNT}) of )(?<least>at least )?(?<lines>${COUNT}) lines?, ` +
    `(?<shown>${COUNT}) of (?:at least )?(?<bytes>${COUNT}) bytes? shown \\(`,
);
const BRIEF_SIZES = new RegExp(
  `^(?<shownLines>${COUNT})/(?<lines>${COUNT})(?<more>\\+?) lines, (?<shown>${COUNT})/(?<bytes>${COUNT})\\+? bytes`,
);
/** A path can be long, as far as systems allow. */
const LONGEST_NOTICE_UNITS = 8192;
