import { checkString } from "../internal/check.js";
import { ESC, endOfEscape } from "./escape.js";

/**
 * What a terminal would leave on the screen of a text: escape sequences go, of the frames that `\r` overwrites in a line
 * the last one that is not empty stays, a backspace takes the character before it, other control characters are shown
 * as control pictures (NUL as `␀`; C1 controls, which have none, as U+FFFD). Tabs, `\n` and `\r\n` stay.
 *
 * @returns the text itself where there is nothing to clean
 * @throws TypeError if `text` is not a string
 * @public
 */
export function cleanTerminal(text: string): string {
  checkString("text", text);
  if (!CONTROLS.test(text)) return text;
  const cleaner = createTerminalCleaner();
  return cleaner.write(text) + cleaner.end();
}

/** {@link cleanTerminal} for a text in pieces: any chunking gives the same. */
export interface TerminalCleaner {
  write(piece: string): string;
  end(): string;
  /** Whether anything was changed so far. */
  readonly altered: boolean;
}

export function createTerminalCleaner(): TerminalCleaner {
  const line = new Line();
  let held = ""; // an escape sequence, or a `\r`, whose end has not come
  let altered = false;

  /** Cleans what can be told; `isLast` says that nothing comes behind. */
  const clean = (input: string, isLast: boolean): string => {
    const output: string[] = [];
    for (let at = 0; at < input.length; ) {
      const run = runOfText(input, at);
      if (run > at) output.push(line.add(input.slice(at, run)));
      at = run;
      if (at === input.length) break;
      const end = unitAt(input, at, output);
      if (end === -1) {
        if (!isLast) {
          held = input.slice(at);
          break;
        }
        altered = true; // cut short for good
        at = input[at] === "\r" ? at + 1 : input.length;
      } else at = end;
    }
    return output.join("");
  };

  /** Takes the control at `at`: the index behind it, or -1 if more text must decide. */
  const unitAt = (input: string, at: number, output: string[]): number => {
    const unit = input[at] as string;
    if (unit === "\n") {
      output.push(line.end("\n"));
      return at + 1;
    }
    if (unit === "\r") {
      if (at + 1 === input.length) return -1;
      if (input[at + 1] === "\n") {
        output.push(line.end("\r\n"));
        return at + 2;
      }
      output.push(line.restart());
      altered = true;
      return at + 1;
    }
    altered = true;
    if (unit === ESC) {
      const end = endOfEscape(input, at);
      if (end !== -1 && RESTARTS_LINE.test(input.slice(at + 1, end))) output.push(line.restart());
      return end;
    }
    if (unit === "\b") line.backspace();
    else output.push(line.add(pictureOf(unit)));
    return at + 1;
  };

  return {
    write(piece) {
      const input = held + piece;
      held = "";
      return clean(input, false);
    },
    end() {
      const input = held;
      held = "";
      return clean(input, true) + line.end("");
    },
    get altered() {
      return altered;
    },
  };
}

/** The line being written. It is held back, since a `\r` may still overwrite it, up to a length. */
class Line {
  private frame = "";
  private lastFrame = "";
  private flushed = false;

  /** Adds text; returns what can no longer change. */
  add(text: string): string {
    this.frame += text;
    if (!this.flushed && this.frame.length <= MAX_HELD_UNITS) return "";
    this.flushed = true;
    this.lastFrame = "";
    return this.take();
  }

  /** Starts the next frame. Behind a frame that is already out, it has to be a line of its own. */
  restart(): string {
    if (this.flushed) {
      this.flushed = false;
      return `${this.take()}\n`;
    }
    if (this.frame !== "") this.lastFrame = this.frame;
    this.frame = "";
    return "";
  }

  backspace(): void {
    this.frame = this.frame.replace(/.$/su, "");
  }

  end(terminator: string): string {
    const text = this.take() || this.lastFrame;
    this.lastFrame = "";
    this.flushed = false;
    return text + terminator;
  }

  private take(): string {
    const text = this.frame;
    this.frame = "";
    return text;
  }
}

function runOfText(text: string, from: number): number {
  NEXT_CONTROL.lastIndex = from;
  return NEXT_CONTROL.test(text) ? NEXT_CONTROL.lastIndex - 1 : text.length;
}

function pictureOf(control: string): string {
  const unit = control.charCodeAt(0);
  if (unit < 0x20) return String.fromCharCode(0x2400 + unit);
  return unit === 0x7f ? "\u2421" : "\ufffd";
}

/** Every control character (C0, DEL, C1) but a tab. */
const NEXT_CONTROL = /[^\P{Cc}\t]/gu;
/** The same without `\n`, which needs no cleaning. */
const CONTROLS = /[^\P{Cc}\t\n]/u;
/** Erase the whole line, or go to its first column: what `\r` does. */
const RESTARTS_LINE = /^\[(?:2K|[01]?G)$/;
/** UTF-16 units of a line that a `\r` can still overwrite. */
const MAX_HELD_UNITS = 4096;
