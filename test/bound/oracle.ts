/** Naive oracles: what a View measures, where escape sequences stand, how a View comes from its source. */

export interface Size {
  bytes: number;
  chars: number;
  lines: number;
}

export function sizeOf(text: string): Size {
  return { bytes: new TextEncoder().encode(text).length, chars: text.length, lines: linesIn(text) };
}

function linesIn(text: string): number {
  if (text === "") return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** `String.prototype.toWellFormed` by the letter of the standard, unit by unit. */
export function wellFormed(text: string): string {
  return Array.from(text, (character) => (isLone(character) ? "\ufffd" : character)).join("");
}

export function isWellFormed(text: string): boolean {
  return !Array.from(text).some(isLone);
}

function isLone(character: string): boolean {
  return character.length === 1 && character >= "\ud800" && character <= "\udfff";
}

export interface Escape {
  readonly from: number;
  readonly to: number;
  /** Nothing ends it but what comes behind it, or the end of the text. */
  readonly broken: boolean;
  /** The text ends inside it. */
  readonly open: boolean;
}

/** Where escape sequences stand, `[from, to)`. A plain ECMA-48 state machine. */
export function escapesIn(text: string): Escape[] {
  const found: Escape[] = [];
  let state: "text" | "esc" | "csi" | "string" = "text";
  let from = 0;
  const end = (to: number, broken: boolean) => {
    found.push({ from, to, broken, open: false });
    state = "text";
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (state === "text") {
      if (unit !== 0x1b) continue;
      state = "esc";
      from = at;
    } else if (state === "string") {
      if (unit === 0x07) end(at + 1, false);
      else if (unit === 0x0a) end(at, true);
      else if (unit === 0x1b && text[at + 1] === "\\") {
        end(at + 2, false);
        at++;
      } else if (unit === 0x1b && at + 1 < text.length) {
        end(at, true);
        at--; // the ESC begins another one
      }
    } else {
      const opener = state === "esc" && at === from + 1 ? (text[at] as string) : "";
      if (opener === "[") state = "csi";
      else if (opener !== "" && "]PX^_".includes(opener)) state = "string";
      else if (unit >= (state === "esc" ? 0x30 : 0x40) && unit <= 0x7e) end(at + 1, false);
      else if (unit < 0x20 || unit > 0x7e) {
        end(at, true);
        at--;
      }
    }
  }
  if (state !== "text") found.push({ from, to: text.length, broken: true, open: true });
  return found;
}

export function endsInEscape(text: string): boolean {
  return escapesIn(text).at(-1)?.open === true;
}

/** Where a text ends for a terminal: before the sequences at its end that nothing completes. */
export function completeEnd(text: string): number {
  let end = text.length;
  const found = escapesIn(text);
  for (let last = found.pop(); last?.broken && last.to === end; last = found.pop()) end = last.from;
  return end;
}

export interface Parts {
  head: string;
  tail: string;
  marker: string;
  notice: string;
}

/** Takes a View apart. Only for sources without `[spillway:` and `…` of their own. */
function partsOf(view: string, position: "first" | "last" = "last"): Parts {
  const pattern = position === "last" ? /(?:^|\n)(\[spillway: [^…\n]*\])$/ : /^(\[spillway: [^…\n]*\])(?:\n|$)/;
  const found = pattern.exec(view);
  const notice = found?.[1] ?? "";
  // The line end before a last notice may be the content's own; both readings are tried by `explains`.
  const content =
    found === null
      ? view
      : position === "last"
        ? view.slice(0, view.length - notice.length)
        : view.slice(found[0].length);
  const mark = /\[spillway: … [^\]]* omitted …\]|\[…\]/.exec(content);
  if (mark === null) return { head: content, tail: "", marker: "", notice };
  return {
    head: content.slice(0, mark.index),
    tail: content.slice(mark.index + mark[0].length),
    marker: mark[0],
    notice,
  };
}

/**
 * Explains a View as a prefix and a suffix of its source, and gives the indices where the omission starts and ends.
 * Line ends that the composition added are told from the source's own by `shownChars`.
 */
export function explain(
  view: string,
  source: string,
  shownChars: number,
  position: "first" | "last" = "last",
): { from: number; to: number; end: number; parts: Parts } | undefined {
  return explainUpTo(completeEnd(source)) ?? explainUpTo(source.length);

  /** An escape sequence that is open at the source's end is not shown. */
  function explainUpTo(end: number) {
    const found = explainWhole(view, wellFormed(source.slice(0, end)), shownChars, position);
    return found === undefined ? undefined : { ...found, end };
  }
}

function explainWhole(view: string, whole: string, shownChars: number, position: "first" | "last") {
  const parts = partsOf(view, position);
  const drop = (text: string, atEnd: boolean) =>
    atEnd
      ? text.endsWith("\n")
        ? [text, text.slice(0, -1)]
        : [text]
      : text.startsWith("\n")
        ? [text, text.slice(1)]
        : [text];
  const hasLastNotice = parts.notice !== "" && position === "last";
  if (parts.marker === "") {
    for (const content of hasLastNotice ? drop(parts.head, true) : [parts.head]) {
      if (content.length !== shownChars) continue;
      if (whole.startsWith(content)) return { from: content.length, to: whole.length, parts };
      if (whole.endsWith(content)) return { from: 0, to: whole.length - content.length, parts };
    }
    return undefined;
  }
  for (const afterMarker of drop(parts.tail, false)) {
    for (const tail of hasLastNotice ? drop(afterMarker, true) : [afterMarker]) {
      if (parts.head.length + tail.length !== shownChars) continue;
      if (!whole.startsWith(parts.head) || !whole.endsWith(tail)) continue;
      return { from: parts.head.length, to: whole.length - tail.length, parts };
    }
  }
  return undefined;
}

/** Sizes of what is left when `[from, to)` and all from `end` on go; a line counts if any of its characters stays. */
export function shownSize(source: string, from: number, to: number, end = source.length): Size {
  const kept = new Set<number>();
  let line = 0;
  for (let at = 0; at < source.length; at++) {
    if (at < from || (at >= to && at < end)) kept.add(line);
    if (source[at] === "\n") line++;
  }
  const { bytes } = sizeOf(source.slice(0, from));
  return { bytes: bytes + sizeOf(source.slice(to, end)).bytes, chars: from + end - to, lines: kept.size };
}

export function minus(total: Size, shown: Size): Size {
  return { bytes: total.bytes - shown.bytes, chars: total.chars - shown.chars, lines: total.lines - shown.lines };
}

export interface SomeLimits {
  maxBytes?: number | undefined;
  maxChars?: number | undefined;
  maxLines?: number | undefined;
  maxTokens?: number | undefined;
}

export function isInside(
  text: string,
  limits: SomeLimits,
  countTokens: (text: string) => number,
  extra: SomeLimits = {},
) {
  const { bytes, chars, lines } = sizeOf(text);
  const within = (amount: number, name: keyof SomeLimits) =>
    amount <= (limits[name] ?? Number.POSITIVE_INFINITY) + (extra[name] ?? 0);
  return (
    within(bytes, "maxBytes") &&
    within(chars, "maxChars") &&
    within(lines, "maxLines") &&
    (limits.maxTokens === undefined || limits.maxTokens === Infinity || within(countTokens(text), "maxTokens"))
  );
}
