import { checkChoice, checkObject, checkString } from "../internal/check.js";
import { ESC } from "./escape.js";
import { createEscapeReader } from "./escapeReader.js";
import { showInvisible } from "./invisible.js";
import { Screen } from "./screen.js";
import { isHighSurrogate } from "./wellFormed.js";

/** Options of `cleanTerminal`. @public */
export interface CleanOptions {
  /**
   * `"show"` writes characters that nobody sees as `<U+202E>`: those that turn the direction of text, have no width, or are
   * tags. They can hide what a text says, but letters of some scripts and emoji are made with them as well.
   *
   * @defaultValue "keep"
   */
  readonly invisible?: "keep" | "show" | undefined;
}

/**
 * What a terminal would leave on the screen of a text, line by line: escape sequences go; of the frames that `\r` overwrites
 * in a line the last one that is not empty stays, and so for lines that are redrawn by moving the cursor up; a backspace takes
 * the character before it; other control characters are shown as control pictures (NUL as `␀`; C1 controls, which have none,
 * as U+FFFD). Tabs, `\n` and `\r\n` stay. The cursor reaches back over 128 lines and 16,384 UTF-16 units, and `\r` over 4,096.
 *
 * @returns the text itself where there is nothing to clean
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * cleanTerminal("\u001b[32m 50%\r100%\u001b[0m\n"); // "100%\n"
 * ```
 * @public
 */
export function cleanTerminal(text: string, options: CleanOptions = {}): string {
  checkString("text", text);
  const { invisible } = resolveCleanOptions(options);
  if (!HAS_CONTROL.test(text)) return invisible === "show" ? showInvisible(text) : text;
  const cleaner = createTerminalCleaner(options);
  return cleaner.write(text) + cleaner.end();
}

/** @throws TypeError or RangeError that names the option */
export function resolveCleanOptions(options: CleanOptions): Required<CleanOptions> {
  const { invisible = "keep" } = checkObject("options", options) as CleanOptions;
  return { invisible: checkChoice("invisible", invisible, ["keep", "show"]) };
}

/** {@link cleanTerminal} for a text in pieces: any chunking gives the same, in memory that does not grow. */
export interface TerminalCleaner {
  write(piece: string): string;
  end(): string;
  /** Whether anything was changed so far. */
  readonly altered: boolean;
}

export function createTerminalCleaner(options: CleanOptions = {}): TerminalCleaner {
  const shows = options.invisible === "show";
  const screen = new Screen();
  const reader = createEscapeReader();
  let held = ""; // a `\r` or half of a pair, of which the next unit decides
  let altered = false;

  const writeText = (text: string): string => {
    const shown = shows ? showInvisible(text) : text;
    altered ||= shown !== text;
    return screen.write(shown);
  };

  /** Takes what a control does; the cursor and its line are all that the sequences can touch. */
  const obey = (sequence: string): string => {
    const [, digits = "", final] = MOVES.exec(sequence) ?? [];
    const count = Math.max(1, Number(digits));
    if (final === "A" || final === "F" || sequence === "M") screen.up(count);
    else if (final === "B" || final === "E" || sequence === "D") screen.down(count);
    else if (final === "G" && count === 1) screen.restart();
    else if (final === "K" && digits === "2") screen.erase();
    else if (final === "K" && Number(digits) === 0) screen.eraseRest();
    else if (final === "J" && Number(digits) === 0) screen.eraseBelow();
    else if (sequence === "E") return screen.newline("\n");
    // Where on the screen that is, nobody knows: it is another place than the line's.
    else if (final === "J" || ELSEWHERE.test(sequence)) screen.lose();
    return "";
  };

  return {
    write(piece) {
      const text = held + piece;
      held = "";
      const out: string[] = [];
      let at = 0;
      while (at < text.length) {
        if (reader.isOpen) {
          at = reader.read(text, at);
          if (!reader.isOpen) out.push(obey(reader.sequence));
          continue;
        }
        let end = nextControl(text, at);
        if (shows && end === text.length && isHighSurrogate(text.charCodeAt(end - 1))) held = text.slice(--end);
        if (end > at) out.push(writeText(text.slice(at, end)));
        at = end;
        if (at === text.length || held !== "") break;
        const unit = text[at] as string;
        at++;
        if (unit === "\r" && at === text.length) {
          held = unit; // a line feed may follow
          break;
        }
        altered = true;
        if (unit === "\r") screen.restart();
        else if (unit === ESC) reader.begin();
        else if (unit === "\b") screen.backspace();
        else out.push(screen.add(pictureOf(unit)));
      }
      return out.join("");
    },
    end() {
      altered ||= held === "\r" || reader.isOpen; // cut short for good
      const rest = held === "\r" ? "" : writeText(held);
      if (held === "\r") screen.restart();
      held = "";
      return rest + screen.end();
    },
    get altered() {
      return altered;
    },
  };
}

function nextControl(text: string, from: number): number {
  NEXT_CONTROL.lastIndex = from;
  return NEXT_CONTROL.test(text) ? NEXT_CONTROL.lastIndex - 1 : text.length;
}

function pictureOf(control: string): string {
  const unit = control.charCodeAt(0);
  if (unit < 0x20) return String.fromCharCode(0x2400 + unit);
  return unit === 0x7f ? "\u2421" : "\ufffd";
}

/** Every control character (C0, DEL, C1) but tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NEXT_CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g;
const HAS_CONTROL = new RegExp(NEXT_CONTROL.source);
/** Sequences of one number that move the cursor by lines, or to the first column, or erase. */
const MOVES = /^\[(\d{0,4})([ABEFGJK])$/;
/** To a place on the screen, or the whole screen anew. */
const ELSEWHERE = /^(?:\[[\d;]*[Hdf]|c)$/;
