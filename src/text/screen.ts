/**
 * The lines that a program may still redraw: the last line, and those above it that the cursor can go back up to. Without
 * columns: what is written behind a carriage return is a new frame of its line, and the last frame that is not empty stays.
 */
export class Screen {
  /** Finished lines that can still be reached. */
  private done = "";
  /** The lines from the highest that the cursor went up to, down to the last one. */
  private rows: Row[] = [new Row()];
  /** Index into `rows`; below 0 for lines above the first one of the text. */
  private cursor = 0;
  /** The cursor is where no line can be told. */
  private isLost = false;
  /** Whether lines above those in `done` were let go. */
  private isCutOff = false;
  /** Whether `done` may begin inside a line. */
  private startsInside = false;

  /** Writes text without controls but line ends; returns what can no longer change. */
  write(text: string): string {
    const firstEnd = text.indexOf("\n");
    if (firstEnd === -1) return this.add(text);
    const lastEnd = this.isAtBottom() ? text.lastIndexOf("\n") : firstEnd;
    let out = this.addLine(text.slice(0, firstEnd + 1));
    if (lastEnd > firstEnd) out += this.finish(text.slice(firstEnd + 1, lastEnd + 1));
    return out + this.write(text.slice(lastEnd + 1));
  }

  private addLine(line: string): string {
    const terminator = line.endsWith("\r\n") ? "\r\n" : "\n";
    return this.add(line.slice(0, -terminator.length)) + this.newline(terminator);
  }

  /** Writes text without controls. */
  add(text: string): string {
    if (text === "") return "";
    if (this.isLost) return this.goBelow() + this.add(text);
    if (this.cursor < 0) this.down(-this.cursor); // above the first line, there is nothing to overwrite
    const row = this.row();
    if (!this.isAtBottom()) {
      const left = MOST_FRAME_UNITS - row.frame.length;
      row.write(text.slice(0, left));
      // Too long to be redrawn: what is more goes on below all lines.
      return text.length <= left ? "" : this.goBelow() + this.add(text.slice(left));
    }
    if (row.isOut && !row.isBroken) return text;
    const lineEnd = row.isOut ? "\n" : "";
    if (row.isOut) this.rows = [new Row()];
    this.row().write(text);
    return lineEnd + (this.row().frame.length > MOST_FRAME_UNITS ? this.letGo() : "");
  }

  /** A carriage return: the next text is a new frame. */
  restart(): void {
    this.current()?.restart();
  }

  /** Erases the line. */
  erase(): void {
    this.current()?.erase();
  }

  /** Erases what is behind the cursor: at the start of the line, all of it. */
  eraseRest(): void {
    const row = this.current();
    if (row?.frame === "" && !row.isOut) row.erase();
  }

  /** Erases the lines below. */
  eraseBelow(): void {
    if (!this.isLost) for (const row of this.rows.slice(Math.max(0, this.cursor + 1))) row.blank();
  }

  backspace(): void {
    this.current()?.backspace();
  }

  /** Ends the line, or goes to the one below where there is one. */
  newline(terminator: "\n" | "\r\n"): string {
    if (!this.isAtBottom()) {
      this.down(1);
      return "";
    }
    const row = this.row();
    if (row.isOut) {
      this.rows = [new Row()];
      return terminator;
    }
    row.terminator = terminator;
    this.rows.push(new Row());
    this.cursor++;
    return this.rows.length > MOST_ROWS_HELD ? this.collapse() : "";
  }

  up(lines: number): void {
    if (this.isLost) return;
    this.current()?.leaveUpward();
    this.cursor -= lines;
    while (this.cursor < 0 && this.pull()) this.cursor++;
    const isAboveAll = this.cursor < 0 && (this.isCutOff || this.done !== "");
    this.isLost = isAboveAll || !this.isReachable(Math.max(this.cursor, 0));
    this.current()?.restart();
  }

  down(lines: number): void {
    if (this.isLost) return;
    this.cursor = Math.min(this.cursor + lines, this.rows.length - 1);
    this.current()?.restart();
  }

  /** The cursor went to a place that nobody knows. */
  lose(): void {
    this.isLost = true;
  }

  /** What follows is none of the lines that are there: it stands on a new one. */
  private goBelow(): string {
    this.isLost = false;
    this.cursor = this.rows.length - 1;
    const row = this.row();
    if (row.isOut) row.restart();
    else if (row.text !== "") return this.newline("\n");
    return "";
  }

  /** All that is left. Lines below the cursor that were erased are none. */
  end(): string {
    let last = this.rows.length - 1;
    while (!this.isLost && last > Math.max(this.cursor, 0) && this.rows[last]?.isBlank) last--;
    const rows = this.rows.slice(0, last + 1);
    return this.done + rows.map((row, at) => (at === last ? row.text : row.text + row.terminator)).join("");
  }

  private row(): Row {
    return this.rows[this.cursor] as Row;
  }

  private current(): Row | undefined {
    return this.isLost ? undefined : this.rows[this.cursor];
  }

  private isAtBottom(): boolean {
    return !this.isLost && this.cursor === this.rows.length - 1;
  }

  /** Takes finished lines. */
  private finish(lines: string): string {
    const out = this.rows.length > 1 ? this.collapse() : "";
    this.done += lines;
    return out + this.release();
  }

  /** Lines above the last one are finished, until the cursor goes up again. */
  private collapse(): string {
    const above = this.rows.slice(0, -1);
    this.done += above.map((row) => row.text + row.terminator).join("");
    this.rows = this.rows.slice(-1);
    this.cursor = 0;
    return this.release();
  }

  /** Lets go what the cursor cannot reach. */
  private release(): string {
    if (this.done.length < 2 * MOST_UNITS) return "";
    const out = this.done.slice(0, -MOST_UNITS);
    this.done = this.done.slice(-MOST_UNITS);
    this.isCutOff = true;
    this.startsInside = true;
    return out;
  }

  /** The last line is too long to be held: it goes out, and with it all above. */
  private letGo(): string {
    const out = this.end();
    const row = this.row();
    row.clear();
    row.isOut = true;
    this.rows = [row];
    this.cursor = 0;
    this.done = "";
    this.isCutOff = true;
    this.startsInside = false;
    return out;
  }

  /** Takes the last finished line back, if it can be redrawn. */
  private pull(): boolean {
    if (this.done === "" || this.rows.length > MOST_ROWS) return false;
    const start = this.done.slice(0, -1).lastIndexOf("\n") + 1;
    if (start === 0 && this.startsInside) return false;
    const line = this.done.slice(start);
    const terminator = line.endsWith("\r\n") ? "\r\n" : "\n";
    if (line.length - terminator.length > MOST_FRAME_UNITS) return false;
    this.rows.unshift(new Row(line.slice(0, -terminator.length), terminator));
    this.done = this.done.slice(0, start);
    return true;
  }

  /** Whether a line is near enough to the last one, however much of the text is still here. */
  private isReachable(index: number): boolean {
    if (this.rows.length - 1 - index > MOST_ROWS) return false;
    let units = 0;
    for (let at = this.rows.length - 1; at >= index; at--) units += (this.rows[at] as Row).text.length + 1;
    return units <= MOST_UNITS;
  }
}

/** A line and its frames. */
class Row {
  frame: string;
  terminator: string;
  /** The text went out: what comes behind a carriage return needs a line of its own. */
  isOut = false;
  /** A carriage return came behind text that went out. */
  isBroken = false;
  private last = "";
  private isErased = false;

  constructor(frame = "", terminator = "\n") {
    this.frame = frame;
    this.terminator = terminator;
  }

  /** What is seen of it. */
  get text(): string {
    return this.frame === "" ? this.last : this.frame;
  }

  /** Erased, and not written again. */
  get isBlank(): boolean {
    return this.isErased && this.text === "";
  }

  write(text: string): void {
    this.frame += text;
    this.isErased = false;
  }

  restart(): void {
    if (this.isOut) {
      this.isBroken = true;
      return;
    }
    if (this.frame !== "") this.last = this.frame;
    this.frame = "";
  }

  erase(): void {
    this.restart();
    this.isErased = true;
  }

  /** A line that was erased before the cursor left it upward is one of a picture that is drawn anew. */
  leaveUpward(): void {
    if (this.isErased && this.frame === "") this.blank();
  }

  blank(): void {
    this.clear();
    this.isErased = true;
  }

  clear(): void {
    this.frame = "";
    this.last = "";
  }

  backspace(): void {
    const end = this.frame.length;
    const isPair = end > 1 && isPairAt(this.frame, end - 2);
    this.frame = this.frame.slice(0, isPair ? -2 : -1);
  }
}

function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

/** Lines above the last one that the cursor can go back up to. */
const MOST_ROWS = 128;
/** Lines that wait for the cursor to come back: more of them are finished. */
const MOST_ROWS_HELD = 2 * MOST_ROWS;
/** UTF-16 units that these lines have together, line ends counted as one. */
const MOST_UNITS = 16_384;
/** UTF-16 units of a line that can be overwritten. */
const MOST_FRAME_UNITS = 4096;
