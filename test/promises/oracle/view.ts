/** A View taken apart by eye: notice, marker, and what is left of the source. */
import { completeEnd, escapesIn, type Size, shownSize, wellFormed } from "../../bound/oracle.js";
import { takePinsOut } from "../../bound/pins/oracle.js";
import { isPinned, type PINS } from "../cases/options.js";
import { imitationsIn } from "./imitations.js";

export interface Apart {
  /** The line of the notice; `""` for none. */
  readonly notice: string;
  /** The View without it. A line end before a last notice may be the View's own. */
  readonly content: string;
}

const NOTICE = /^\[spillway: (?!…)[^\n]*\]$/;

/** The notice of a View, at the edge where it was asked for. */
export function takeApart(view: string, position: "first" | "last"): Apart {
  const at = position === "last" ? view.lastIndexOf("\n") + 1 : view.indexOf("\n");
  const line = position === "last" ? view.slice(at) : at === -1 ? view : view.slice(0, at);
  if (!NOTICE.test(line)) return { notice: "", content: view };
  const content = position === "last" ? view.slice(0, view.length - line.length) : view.slice(line.length + 1);
  return { notice: line, content };
}

/** How a View can come from its source: `[from, to)` and all from `end` on is left out. */
export interface Explanation {
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly marker: string;
}

const MARKERS = /\[spillway: … [^\]\n]* omitted …\]|\[…\]/g;

/** Every way in which a View is a prefix and a suffix of its source, as much together as it says that it shows. */
export function explanations(
  view: string,
  source: string,
  shownChars: number,
  position: "first" | "last",
): readonly Explanation[] {
  const { notice, content } = takeApart(view, position);
  const isLast = notice !== "" && position === "last";
  const found: Explanation[] = [];
  // An escape sequence that the source's end leaves open is not shown.
  for (const end of new Set([completeEnd(source), source.length])) {
    const whole = wellFormed(source.slice(0, end));
    for (const { 0: marker, index } of [...content.matchAll(MARKERS)]) {
      const head = content.slice(0, index);
      for (const afterLine of withoutLineEnd(content.slice(index + marker.length), "start")) {
        for (const tail of isLast ? withoutLineEnd(afterLine, "end") : [afterLine]) {
          if (head.length + tail.length !== shownChars || !alike(head, whole.slice(0, head.length))) continue;
          if (!alike(tail, whole.slice(whole.length - tail.length))) continue;
          found.push({ from: head.length, to: end - tail.length, end, marker });
        }
      }
    }
    for (const side of isLast ? withoutLineEnd(content, "end") : [content]) {
      if (side.length !== shownChars) continue;
      if (alike(side, whole.slice(0, side.length))) found.push({ from: side.length, to: end, end, marker: "" });
      if (alike(side, whole.slice(whole.length - side.length))) {
        found.push({ from: 0, to: end - side.length, end, marker: "" });
      }
    }
  }
  return found;
}

/** The View without the lines that were kept out of the middle, and what it then shows. */
export function withoutPinned(
  { text, shown }: { readonly text: string; readonly shown: Size },
  {
    source = "",
    pin,
    position,
  }: { source?: string | undefined; pin?: keyof typeof PINS | undefined; position: "first" | "last" },
): { readonly text: string; readonly shown: Size; readonly pinned: number } {
  if (pin === undefined) return { text, shown, pinned: 0 };
  const { notice, content } = takeApart(text, position);
  const { view, entries, shown: pinned } = takePinsOut(content, source, (line) => isPinned(pin, line));
  return {
    text: position === "last" ? view + notice : notice === "" ? view : `${notice}\n${view}`,
    shown: { bytes: shown.bytes - pinned.bytes, chars: shown.chars - pinned.chars, lines: shown.lines - pinned.lines },
    pinned: entries.length,
  };
}

/** Whether an explanation gives the sizes that were told. */
export function hasSizes({ from, to, end }: Explanation, source: string, shown: Size): boolean {
  const size = shownSize(source, from, to, end);
  return size.bytes === shown.bytes && size.chars === shown.chars && size.lines === shown.lines;
}

/** Whether no escape sequence of the source is parted. */
export function partsNoEscape({ from, to, end }: Explanation, source: string): boolean {
  return escapesIn(source).every((found) => [from, to, end].every((cut) => cut <= found.from || cut >= found.to));
}

/** Whether a text has nothing that can be taken for a notice or a marker: a View of it can be taken apart by eye. */
export function isPlain(source: string): boolean {
  return !source.includes("…") && imitationsIn(source).length === 0;
}

/** Equal, but that what imitates a notice has lost its bracket. */
export function alike(shown: string, source: string): boolean {
  return shown === source || shown.replaceAll("[", "(") === source.replaceAll("[", "(");
}

function withoutLineEnd(text: string, side: "start" | "end"): readonly string[] {
  if (side === "end") return text.endsWith("\n") ? [text, text.slice(0, -1)] : [text];
  return text.startsWith("\n") ? [text, text.slice(1)] : [text];
}

/** The sizes that a marker tells. */
export function sizesInMarker(marker: string): { readonly lines: number; readonly bytes: number } | undefined {
  const found = /^\[spillway: … (?:([\d,]+) lines?, )?([\d,]+) bytes? omitted …\]$/.exec(marker);
  return found === null ? undefined : { lines: number(found[1] ?? "0"), bytes: number(found[2]) };
}

/** The sizes that a notice tells, and whether it says that there may be more. */
export function sizesInNotice(notice: string) {
  const full =
    /^\[spillway: (?:(parts of)|([\d,]+) of) (at least )?([\d,]+) lines?, ([\d,]+) of (at least )?([\d,]+) bytes? shown \(limit ([\d,]+) (byte|char|line|token)s?\)/.exec(
      notice,
    );
  if (full !== null) {
    const [, parts, shownLines, more, lines, shown, moreBytes, bytes, limit, unit] = full;
    return {
      shown: { lines: number(parts === undefined ? shownLines : lines), bytes: number(shown) },
      total: { lines: number(lines), bytes: number(bytes) },
      isLeast: more !== undefined && moreBytes !== undefined,
      limit: { amount: number(limit), unit: `${unit}s` },
    };
  }
  const brief = /^\[spillway: ([\d,]+)\/([\d,]+)(\+?) lines, ([\d,]+)\/([\d,]+)(\+?) bytes/.exec(notice);
  if (brief === null) return undefined;
  const [, shownLines, lines, more, shown, bytes, moreBytes] = brief;
  return {
    shown: { lines: number(shownLines), bytes: number(shown) },
    total: { lines: number(lines), bytes: number(bytes) },
    isLeast: more === "+" && moreBytes === "+",
  };
}

function number(digits: string | undefined): number {
  return Number((digits ?? "NaN").replaceAll(",", ""));
}
