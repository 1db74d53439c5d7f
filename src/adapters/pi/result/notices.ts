/**
 * pi's own words behind a result. They are looked for only where pi says by other means that it wrote some: what a command
 * prints, or a file holds, can end in the same words.
 */

import { measureText } from "../../../text/size.js";
import { isRecord } from "../settings/resolve.js";
import type { PiToolResult } from "../types.js";

/** pi's description of a cut, as far as it is read. */
export interface Truncation {
  readonly truncated: true;
  readonly totalLines: number;
  readonly outputLines: number;
}

export function truncationOf(details: unknown): Truncation | undefined {
  const truncation = isRecord(details) ? details["truncation"] : undefined;
  if (!isRecord(truncation) || truncation["truncated"] !== true) return undefined;
  const { totalLines, outputLines } = truncation;
  if (!isCount(totalLines) || !isCount(outputLines)) return undefined;
  return { truncated: true, totalLines, outputLines };
}

export function outputPathOf(details: unknown): string | undefined {
  const path = isRecord(details) ? details["fullOutputPath"] : undefined;
  return typeof path === "string" && path !== "" ? path : undefined;
}

/** A text without pi's words behind it. */
export interface Split {
  readonly body: string;
  /** Without brackets; "" for none. */
  readonly notice: string;
}

/** The last `\n\n[…]` of a text. */
function splitLast(text: string): Split | undefined {
  const at = text.lastIndexOf("\n\n[");
  if (at === -1 || !text.endsWith("]") || text.indexOf("\n", at + 2) !== -1) return undefined;
  return { body: text.slice(0, at), notice: text.slice(at + 3, -1) };
}

/** What a command printed, and how it ended. */
export function splitStatus(text: string, isError: boolean): { output: string; status: string } {
  const status = isError ? (STATUS.exec(text)?.[1] ?? "") : "";
  if (status === "") return { output: text, status };
  return { output: text.slice(0, -status.length).replace(/\n\n$/, ""), status };
}

/** Of the output of a command that pi cut: the lines that pi shows, and where it says that all is. */
export function splitShell(output: string): (Split & { readonly path: string }) | undefined {
  const split = splitLast(output);
  const path = split === undefined ? undefined : SHELL_NOTICE.exec(split.notice)?.[1];
  return split === undefined || path === undefined ? undefined : { ...split, path };
}

/** Of a directory or of matches: pi wrote a notice where its details say why. */
export function splitRows(text: string, details: unknown): Split {
  const isNoticed = isRecord(details) && ROW_DETAILS.some((name) => details[name] !== undefined);
  return (isNoticed ? splitLast(text) : undefined) ?? { body: text, notice: "" };
}

/** Of a file, the part that pi read. */
export interface ReadSplit extends Split {
  /** The number of the first line. */
  readonly start: number;
  /** Lines of the file, where that is known for certain. */
  readonly totalLines: number | undefined;
}

export function splitRead(text: string, { details, input }: PiToolResult): ReadSplit {
  const { offset, limit } = input;
  const start = isCount(offset) && offset > 0 ? offset : 1;
  const truncation = truncationOf(details);
  const split = splitLast(text);
  if (truncation !== undefined) {
    const totalLines = limit === undefined ? start - 1 + truncation.totalLines : undefined;
    const isHint = FIRST_LINE_TOO_LONG.test(text);
    return {
      body: isHint ? "" : (split?.body ?? text),
      notice: isHint ? text : (split?.notice ?? ""),
      start,
      totalLines,
    };
  }
  const next = split === undefined ? undefined : MORE_LINES.exec(split.notice)?.[1];
  // Behind as many lines as were asked for, and with the number that must come next, it can only be pi's.
  const isOwn = isCount(limit) && Number(next) === start + limit && split?.body.split("\n").length === limit;
  if (split !== undefined && isOwn) return { ...split, start, totalLines: undefined };
  return { body: text, notice: "", start, totalLines: start - 1 + measureText(text).lines };
}

/** pi's advice for a line that is too long names the file as it stands: here, so that a shell understands it. */
export function quotedHint(text: string): string {
  const [, before, path, after] = FIRST_LINE_TOO_LONG.exec(text) ?? [];
  if (path === undefined || /^[\w./+@%:,-]+$/.test(path)) return text;
  return `${before}${shellQuote(path)}${after}`;
}

/** One word of a POSIX shell. */
export function shellQuote(path: string): string {
  return /^[\w./+@%:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const STATUS =
  /(?:^|\n\n)((?:Command exited with code -?\d{1,10}|Command timed out after [\d.]{1,20} seconds(?:\. The shell exited with code [^\n]{0,300})?|Command aborted|Command terminated without an exit code))$/;
const SHELL_NOTICE =
  /^Showing (?:lines \d+-\d+ of \d+(?: \(50\.0KB limit\))?|last [\d.]+[KMG]?B of line \d+ \(line is [\d.]+[KMG]?B\))\. Full output: ([^\n]+)$/;
const MORE_LINES = /^\d+ more lines in file\. Use offset=(\d+) to continue\.$/;
const FIRST_LINE_TOO_LONG =
  /^(\[Line \d+ is [\d.]+[KMG]?B, exceeds 50\.0KB limit\. Use bash: sed -n '\d+p' )([^\n]+)( \| head -c 51200\])$/;
const ROW_DETAILS = ["truncation", "matchLimitReached", "resultLimitReached", "entryLimitReached", "linesTruncated"];
