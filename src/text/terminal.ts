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
  if (!CONTROL.test(text) && !(text.includes("\r") && LONE_RETURN.test(text)))
    return invisible === "show" ? showInvisible(text) : text;
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

  /** Does what a control sequence says: the cursor and its line are all that it can touch. */
  const obey = (sequence: string): string => {
    const [first] = sequence;
    if (first === "[") obeyControl(sequence.charCodeAt(sequence.length - 1), numberIn(sequence));
    else if (sequence === "M") screen.up(1);
    else if (sequence === "D") screen.down(1);
    else if (sequence === "E") return screen.newline("\n");
    else if (sequence === "c") screen.lose();
    return "";
  };

  /** @param number - its one parameter: 0 where it has none, `OTHER` for several, -1 for other signs */
  const obeyControl = (final: number, number: number): void => {
    const count = Math.max(1, number);
    // Where on the screen that is, nobody knows: it is another place than the line's.
    if (final === HOME || final === POSITION || final === LINE) {
      if (number !== -1) screen.lose();
    } else if (number < 0) return;
    else if (final === UP || final === LINES_UP) screen.up(count);
    else if (final === DOWN || final === LINES_DOWN) screen.down(count);
    else if (final === COLUMN && count === 1) screen.restart();
    else if (final === ERASE_LINE && number === 2) screen.erase();
    else if (final === ERASE_LINE && number === 0) screen.eraseRest();
    else if (final === ERASE_SCREEN && number === 0) screen.eraseBelow();
    else if (final === ERASE_SCREEN) screen.lose();
  };

  return {
    write(piece) {
      const text = held + piece;
      held = "";
      let out = "";
      let at = 0;
      while (at < text.length) {
        if (reader.isOpen) {
          at = reader.read(text, at);
          if (!reader.isOpen) out += obey(reader.sequence);
          continue;
        }
        let end = nextControl(text, at);
        if (shows && end === text.length && isHighSurrogate(text.charCodeAt(end - 1))) held = text.slice(--end);
        if (end > at) out += writeText(text.slice(at, end));
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
        else if (unit === ESC) {
          const finalAt = finalOfPlain(text, at);
          if (finalAt === -1) reader.begin();
          else {
            if (!STYLES.includes(text[finalAt] as string)) out += obey(text.slice(at, finalAt + 1));
            at = finalAt + 1;
          }
        } else if (unit === "\b") screen.backspace();
        else out += screen.add(pictureOf(unit));
      }
      return out;
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

/** Where the final byte stands of a control sequence with nothing but numbers, such as a colour; -1 for all others. */
function finalOfPlain(text: string, from: number): number {
  if (text.charCodeAt(from) !== 0x5b) return -1;
  for (let at = from + 1; at < Math.min(text.length, from + MOST_PLAIN_UNITS); at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x40 && unit <= 0x7e) return at;
    if (unit < 0x30 || unit > 0x3f) return -1;
  }
  return -1;
}

/** The one number of a control sequence, of four digits at most; 0 for none, `OTHER` for more, or -1 for what is no number. */
function numberIn(sequence: string): number {
  let number = 0;
  let isOne = sequence.length <= MOST_MOVE_UNITS;
  for (let at = 1; at < sequence.length - 1; at++) {
    const digit = sequence.charCodeAt(at) - 0x30;
    if (digit === 0x0b) isOne = false;
    else if (digit >= 0 && digit <= 9) number = 10 * number + digit;
    else return -1;
  }
  return isOne ? number : OTHER;
}

function pictureOf(control: string): string {
  const unit = control.charCodeAt(0);
  if (unit < 0x20) return String.fromCharCode(0x2400 + unit);
  return unit === 0x7f ? "\u2421" : "\ufffd";
}

/** Every control character (C0, DEL, C1) but tabs and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NEXT_CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g;
/** The same, but for carriage returns, which are searched for faster apart. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/;
const LONE_RETURN = /\r(?!\n)/;
/** Final bytes of sequences that move nothing: styles and modes. */
const STYLES = "mhl";
/** UTF-16 units of a sequence that is looked at without a reader, which costs more. */
const MOST_PLAIN_UNITS = 64;
/** Final bytes of the sequences that are obeyed. */
const [UP, DOWN, LINES_DOWN, LINES_UP, COLUMN] = [0x41, 0x42, 0x45, 0x46, 0x47];
const [HOME, POSITION, LINE, ERASE_SCREEN, ERASE_LINE] = [0x48, 0x66, 0x64, 0x4a, 0x4b];
/** Several numbers, or a very large one. */
const OTHER = -2;
/** UTF-16 units of a sequence with a number of four digits. */
const MOST_MOVE_UNITS = 6;
