/** What imitates a notice or marker, and how it is made harmless: docs/spec-view.md, section 7. */
import { imitationsIn } from "../promises/oracle/imitations.js";
import type { NoticePlan } from "./viewWords.js";

export interface Stays {
  /** A notice at the edge, which stays. */
  readonly line: string;
  readonly isFirst?: boolean;
  readonly keepsMarkers: boolean;
  readonly signature?: string | undefined;
}

/** Section 7.2: a notice of one's own that names no Spill. The plans have these forms alone. */
export function staysAtEdge(text: string, notice: NoticePlan | false): Stays {
  const lines = text.split("\n");
  const pattern =
    /^\[spillway: (?:(?:parts of|[\d,]+ of) [\d,]+ lines?, [\d,]+ of [\d,]+ bytes? shown \(limit [\d,]+ \w+\)|[\d,]+\/[\d,]+ lines, [\d,]+\/[\d,]+ bytes)(?:; exit code -?\d+)?(?:; the rest was not kept)?\]$|^\[spillway: (?:cut|the rest was not kept)\]$/;
  const last = lines.at(-1) === "" ? (lines.at(-2) ?? "") : (lines.at(-1) ?? "");
  const style = notice === false ? undefined : notice.style;
  const signature = style?.signature;
  if (pattern.test(last)) return { line: last, keepsMarkers: true, signature };
  const first = lines[0] as string;
  if (pattern.test(first)) return { line: first, isFirst: true, keepsMarkers: true, signature };
  const isSilent =
    notice === false ||
    (style !== undefined && [...style.kept, ...(style.failed ?? []), ...(style.unkept ?? [])].length === 0);
  return { line: "", keepsMarkers: isSilent && text.split(signature ?? "[spillway:").length === 2, signature };
}

const EXACT_MARKER =
  /^\[spillway: … (?:[\d,]+ lines?, )?[\d,]+ bytes? omitted …\]|^\[spillway: … [\d,]+ of [\d,]+ (?:item|member|record|char)s? omitted(?:, next (?:at [\w./~-]+ )?from \d+)? …\]/;

/** Section 7.1. */
export function neutral(text: string, { line, isFirst = false, keepsMarkers, signature }: Stays): string {
  if (line !== "") {
    const at = isFirst ? 0 : text.lastIndexOf(line);
    const part = (piece: string) => neutral(piece, { line: "", keepsMarkers, signature });
    return part(text.slice(0, at)) + line + part(text.slice(at + line.length));
  }
  const signed = signature === undefined ? text : text.split(signature).join(`(${signature.slice(1)}`);
  const units = signed.split("");
  for (const at of imitationsIn(signed)) {
    if (!(keepsMarkers && EXACT_MARKER.test(signed.slice(at)))) units[at] = "(";
  }
  return units.join("");
}
