/** `cleanTerminal` by the letter of docs/terminal.md: all lines of the text are kept, and every rule is tried unit by unit. */

interface Line {
  frame: string;
  /** The last frame that was not empty. */
  last: string;
  end: string;
  /** Too long to be overwritten. */
  out: boolean;
  /** A carriage return came behind it. */
  broken: boolean;
  erased: boolean;
}

const MOST_LINES = 128;
const MOST_UNITS = 16_384;
const MOST_FRAME = 4096;
const MOST_ESCAPE = 4096;

export function referenceClean(text: string): string {
  const lines: Line[] = [newLine()];
  let cursor = 0;
  let lost = false;
  let floor = -1; // the last line that is out: nothing up to it can be reached

  const seen = ({ frame, last }: Line) => (frame === "" ? last : frame);
  const here = () => (lost ? undefined : lines[cursor]);
  const isBottom = () => !lost && cursor === lines.length - 1;

  const newBottom = (end: string) => {
    (lines.at(-1) as Line).end = end;
    lines.push(newLine());
    cursor = lines.length - 1;
  };

  const goBelow = () => {
    lost = false;
    cursor = lines.length - 1;
    const line = lines[cursor] as Line;
    if (line.out) line.broken = true;
    else if (seen(line) !== "") newBottom("\n");
  };

  const put = (unit: string) => {
    if (lost) goBelow();
    if (cursor < 0) down(-cursor);
    if (!isBottom() && (lines[cursor] as Line).frame.length === MOST_FRAME) goBelow();
    if (isBottom() && (lines[cursor] as Line).broken) newBottom("\n");
    const line = lines[cursor] as Line;
    line.frame += unit;
    line.erased = false;
    if (!isBottom() || line.out || line.frame.length <= MOST_FRAME) return;
    line.out = true;
    floor = cursor;
  };

  const restart = (line: Line | undefined) => {
    if (line === undefined) return;
    if (line.out) line.broken = true;
    else {
      if (line.frame !== "") line.last = line.frame;
      line.frame = "";
    }
  };

  const lineEnd = (end: string) => {
    if (isBottom()) newBottom(end);
    else down(1);
  };

  const canReach = (target: number) => {
    if (target <= floor || lines.length - 1 - target > MOST_LINES) return false;
    return lines.slice(target).reduce((sum, line) => sum + seen(line).length + 1, 0) <= MOST_UNITS;
  };

  const up = (count: number) => {
    if (lost) return;
    const line = here();
    if (line?.erased && line.frame === "") line.last = "";
    cursor -= count;
    lost = !canReach(Math.max(0, cursor));
    restart(here());
  };

  const down = (count: number) => {
    if (lost) return;
    cursor = Math.min(cursor + count, lines.length - 1);
    restart(here());
  };

  const obey = (sequence: string) => {
    const [, digits = "", final = ""] = /^\[(\d{0,4})([ABEFGJK])$/.exec(sequence) ?? [];
    const count = Number(digits) || 1;
    if (["A", "F"].includes(final) || sequence === "M") up(count);
    else if (["B", "E"].includes(final) || sequence === "D") down(count);
    else if (final === "G" && count === 1) restart(here());
    else if (final === "K" && (digits === "2" || (Number(digits) === 0 && here()?.frame === ""))) {
      const line = here();
      restart(line);
      if (line !== undefined) line.erased = true;
    } else if (final === "J" && Number(digits) === 0) {
      if (!lost)
        for (const line of lines.slice(Math.max(0, cursor + 1)))
          Object.assign(line, { frame: "", last: "", erased: true });
    } else if (sequence === "E") lineEnd("\n");
    else if (final === "J" || /^\[[\d;]*[Hdf]$/.test(sequence) || sequence === "c") lost = true;
  };

  for (let at = 0; at < text.length; ) {
    const unit = text[at] as string;
    if (unit === "\u001b") {
      const { end, sequence } = escapeAt(text, at);
      if (sequence.length < 16) obey(sequence);
      at = end;
      continue;
    }
    if (text.startsWith("\r\n", at)) {
      lineEnd("\r\n");
      at += 2;
      continue;
    }
    at++;
    if (unit === "\n") lineEnd("\n");
    else if (unit === "\r") restart(here());
    else if (unit === "\b") {
      const line = here();
      if (line !== undefined && !line.out) line.frame = Array.from(line.frame).slice(0, -1).join("");
    } else if (unit < " " && unit !== "\t") put(String.fromCharCode(0x2400 + unit.charCodeAt(0)));
    else if (unit === "\u007f") put("\u2421");
    else if (unit >= "\u0080" && unit <= "\u009f") put("\ufffd");
    else put(unit);
  }

  let last = lines.length - 1;
  const isBlank = (line: Line) => line.erased && seen(line) === "";
  while (!lost && last > Math.max(0, cursor) && isBlank(lines[last] as Line)) last--;
  return lines
    .slice(0, last + 1)
    .map((line, at) => seen(line) + (at === last ? "" : line.end))
    .join("");
}

function newLine(): Line {
  return { frame: "", last: "", end: "\n", out: false, broken: false, erased: false };
}

/** Where a sequence ends, and what it says; nothing for a string, or for one that is broken off. */
function escapeAt(text: string, at: number): { end: number; sequence: string } {
  const kind = text[at + 1] ?? "";
  if ("]PX^_".includes(kind) && kind !== "") {
    for (let end = at + 2; end < text.length; end++) {
      if (text[end] === "\u0007") return { end: end + 1, sequence: "" };
      if (text[end] === "\n" || end - at - 2 >= MOST_ESCAPE) return { end, sequence: "" };
      if (text[end] !== "\u001b") continue;
      if (text[end + 1] === undefined) break;
      return { end: text[end + 1] === "\\" ? end + 2 : end, sequence: "" };
    }
    return { end: text.length, sequence: "" };
  }
  const from = kind === "[" ? at + 2 : at + 1;
  for (let end = from; end < text.length; end++) {
    const unit = text[end] as string;
    if (unit >= (kind === "[" ? "@" : "0") && unit <= "~")
      return { end: end + 1, sequence: text.slice(at + 1, end + 1) };
    if (unit < " " || unit > "~" || end - from >= MOST_ESCAPE) return { end, sequence: "" };
  }
  return { end: text.length, sequence: "" };
}
