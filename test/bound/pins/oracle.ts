/** A View with pinned lines taken apart by eye: the lines go, and what is left has to be a View without them. */
import { sizeOf, wellFormed } from "../oracle.js";

export interface PinnedEntry {
  readonly number: number;
  readonly text: string;
  readonly isCut: boolean;
}

export interface WithoutPins {
  readonly entries: readonly PinnedEntry[];
  /** The View as it would be without them: of markers that then stand together, one. */
  readonly view: string;
  /** What the entries show of the source. */
  readonly shown: { readonly bytes: number; readonly chars: number; readonly lines: number };
}

/** @param test - whether a line of the source is to be pinned, without its line end */
export function takePinsOut(view: string, source: string, test: (line: string) => boolean): WithoutPins {
  const lines = linesOf(source);
  const entries: PinnedEntry[] = [];
  const rest: string[] = [];
  let shown = { bytes: 0, chars: 0, lines: 0 };
  for (const line of linesOf(view)) {
    const entry = entryIn(line);
    const whole = wellFormed(lines[(entry?.number ?? 0) - 1] ?? "");
    const content = whole.replace(/\r?\n$/, "");
    const isOne =
      entry !== undefined &&
      entry.number > (entries.at(-1)?.number ?? 0) &&
      test(content) &&
      alike(entry.text, entry.isCut ? content.slice(0, entry.text.length) : content);
    if (isOne) {
      entries.push(entry);
      const size = sizeOf(entry.isCut ? entry.text : whole);
      shown = { bytes: shown.bytes + size.bytes, chars: shown.chars + size.chars, lines: shown.lines + 1 };
      continue;
    }
    // Of a marker before pinned lines and one behind them, the last stays: text may follow it.
    if (entries.length > 0 && MARKER_FIRST.test(line) && MARKER_LAST.test(rest.at(-1) ?? "")) {
      rest.push((rest.pop() as string).replace(MARKER_LAST, ""));
    }
    rest.push(line);
  }
  return { entries, view: rest.join(""), shown };
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function entryIn(line: string): PinnedEntry | undefined {
  const found = /^(\d+):(.*?)(…?)\n$/s.exec(line);
  if (found === null) return undefined;
  const [, number, text = "", cut] = found;
  return { number: Number(number), text, isCut: cut === "…" };
}

function alike(shown: string, source: string): boolean {
  return shown.replaceAll("[", "(") === source.replaceAll("[", "(");
}

const MARKER_FIRST = /^(?:\[spillway: … [^\]\n]* omitted …\]|\[…\])/;
const MARKER_LAST = /(?:\[spillway: … [^\]\n]* omitted …\]|\[…\])\n$/;
