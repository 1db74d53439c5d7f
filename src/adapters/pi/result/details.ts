/** What pi's user interface is told of a cut. */
import { isRecord } from "../settings/resolve.js";
import type { Part } from "./piece.js";

/**
 * pi keeps the text that it shows a second time among the details, in the session file too. Nothing reads it.
 *
 * @returns the same object where there is nothing to leave out
 */
export function withoutText(details: unknown): unknown {
  if (!isRecord(details) || !isRecord(details["truncation"]) || details["truncation"]["content"] === "") return details;
  return { ...details, truncation: { ...details["truncation"], content: "" } };
}

/** The real figures of a View in the place of pi's. */
export function withFigures(
  details: unknown,
  { part, maxBytes, maxLines, path }: { part: Part; maxBytes: number; maxLines: number; path: string | undefined },
): unknown {
  const { shown, total } = part;
  const isByLines = shown.lines >= maxLines;
  const before = isRecord(details) ? details : {};
  const truncation = {
    lastLinePartial: false,
    firstLineExceedsLimit: false,
    ...(isRecord(before["truncation"]) ? before["truncation"] : {}),
    content: "",
    truncated: !part.isWhole,
    truncatedBy: part.isWhole ? null : isByLines ? "lines" : "bytes",
    totalLines: total.lines,
    totalBytes: total.bytes,
    outputLines: shown.lines,
    outputBytes: shown.bytes,
    maxBytes,
    // A number for whoever prints it: pi's tools without a limit of lines have this one too.
    maxLines: Number.isFinite(maxLines) ? maxLines : Number.MAX_SAFE_INTEGER,
  };
  return { ...before, truncation, ...(path === undefined ? {} : { fullOutputPath: path }) };
}

/** The place of the complete result, where a tool has details at all. */
export function withPath(details: unknown, path: string): unknown {
  return isRecord(details) ? { ...details, fullOutputPath: path } : details;
}
