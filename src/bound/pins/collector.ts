/** Finds the lines to keep in a text that comes in pieces, in memory proportional to the limits. */
import { utf8Length } from "#platform";
import { detach } from "../../text/detach.js";
import { ESC, endOfEscape } from "../../text/escape.js";
import type { Room } from "../../text/limits.js";
import { isHighSurrogate, isLowSurrogate, splitsPair } from "../../text/wellFormed.js";
import type { PinTest } from "./pin.js";

/** A line to keep, and where in the source text it stands. */
export interface PinnedLine {
  /** 1-based. */
  readonly number: number;
  /** The line without its line end, or as much of it as can be shown. */
  readonly text: string;
  /** Where it starts. */
  readonly start: Place;
  /** Where the next line starts. */
  readonly end: Place;
  /** Whether `text` is all of it. */
  readonly isWhole: boolean;
}

/** A place in the source text, by what stands before it. */
export interface Place {
  readonly bytes: number;
  readonly chars: number;
}

export interface PinCollector {
  /** Any pieces of a text give the same lines. */
  write(piece: string): void;
  end(): void;
  /** The first lines that were found and the last ones, in order: more than the limits have room for. */
  lines(): readonly PinnedLine[];
}

/** Those of a text in memory. */
export function pinnedLines(text: string, test: PinTest, room: Room): readonly PinnedLine[] {
  const collector = createPinCollector(test, room);
  collector.write(text);
  collector.end();
  return collector.lines();
}

export function createPinCollector(test: PinTest, room: Room): PinCollector {
  const most = mostOf(room);
  const first = new Found();
  const last = new Found();
  let number = 1;
  let start: Place = { bytes: 0, chars: 0 }; // of the line
  let begun = ""; // the line's first units
  let pieceStart: Place = start;
  let endsInHighSurrogate = false;

  const endLine = (rest: string, end: Place) => {
    const line = begun.length < MOST_LINE_UNITS ? begun + rest.slice(0, MOST_LINE_UNITS - begun.length) : begun;
    begun = "";
    if (line !== "") look(line, end);
    start = end;
    number++;
  };

  const look = (line: string, end: Place) => {
    const content = line.replace(/\r?\n$/, "");
    const seen = align(content, MOST_LINE_UNITS);
    if (!test(seen.includes(ESC) ? withoutEscapes(seen) : seen)) return;
    const text = detach(align(content, MOST_SHOWN_UNITS));
    const isWhole = text.length === content.length && line.length === end.chars - start.chars;
    const found = { number, text, start, end, isWhole };
    if (last.isEmpty && first.hasRoom(most)) first.push(found);
    else last.pushWithin(found, most);
  };

  return {
    write(piece) {
      if (piece === "") return;
      const joins = endsInHighSurrogate && isLowSurrogate(piece.charCodeAt(0)) ? 2 : 0;
      endsInHighSurrogate = isHighSurrogate(piece.charCodeAt(piece.length - 1));
      let place: Place = { bytes: pieceStart.bytes - joins, chars: pieceStart.chars };
      let from = 0;
      for (let at = piece.indexOf("\n"); at !== -1; at = piece.indexOf("\n", from)) {
        const line = piece.slice(from, at + 1);
        place = { bytes: place.bytes + utf8Length(line), chars: place.chars + line.length };
        endLine(line, place);
        from = at + 1;
      }
      const rest = piece.slice(from);
      pieceStart = { bytes: place.bytes + utf8Length(rest), chars: place.chars + rest.length };
      if (begun.length < MOST_LINE_UNITS) begun += rest.slice(0, MOST_LINE_UNITS - begun.length);
    },
    end() {
      if (begun !== "") endLine("", pieceStart);
    },
    lines: () => [...first.all(), ...last.all()],
  };
}

/** Found lines, and how large they are together. */
class Found {
  private lines: PinnedLine[] = [];
  private from = 0;
  private units = 0;

  get isEmpty(): boolean {
    return this.lines.length === this.from;
  }

  hasRoom(most: Most): boolean {
    return this.units < most.units && this.lines.length - this.from < most.lines;
  }

  push(line: PinnedLine): void {
    this.lines.push(line);
    this.units += line.text.length;
  }

  /** Takes a line, and drops the first ones for it. */
  pushWithin(line: PinnedLine, most: Most): void {
    this.push(line);
    while (this.units > most.units || this.lines.length - this.from > most.lines) {
      this.units -= (this.lines[this.from] as PinnedLine).text.length;
      this.from++;
    }
    if (this.from < this.lines.length / 2) return;
    this.lines = this.lines.slice(this.from);
    this.from = 0;
  }

  all(): readonly PinnedLine[] {
    return this.lines.slice(this.from);
  }
}

interface Most {
  readonly units: number;
  readonly lines: number;
}

/** What of found lines can have room: each takes a token, and its number with a colon and a line end. */
function mostOf({ bytes, chars, lines, tokens }: Room): Most {
  const most = Math.min(lines, tokens, Math.ceil(bytes / 3), Math.ceil(chars / 3), MOST_LINES);
  return { lines: most, units: Math.min(bytes, chars, most * MOST_SHOWN_UNITS) };
}

/** The first units, without half of a pair at their end. */
function align(line: string, units: number): string {
  return line.length <= units ? line : line.slice(0, splitsPair(line, units) ? units - 1 : units);
}

function withoutEscapes(line: string): string {
  let text = "";
  let from = 0;
  for (let at = line.indexOf(ESC); at !== -1; at = line.indexOf(ESC, from)) {
    text += line.slice(from, at);
    const end = endOfEscape(line, at);
    if (end === -1) return text;
    from = Math.max(end, at + 1);
  }
  return text + line.slice(from);
}

/** UTF-16 units of a line that are looked at. */
const MOST_LINE_UNITS = 4096;
/** UTF-16 units of a line that are shown. */
const MOST_SHOWN_UNITS = 500;
/** Lines, where nothing limits them. */
const MOST_LINES = 100_000;
