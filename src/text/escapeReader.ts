/** Terminal escape sequences in a text that comes in pieces: as `endOfEscape` has them, each unit looked at once. */
import { MAX_ESCAPE_UNITS, STRING_OPENERS } from "./escape.js";

export interface EscapeReader {
  /** An ESC was read. */
  begin(): void;
  /** Whether more text must tell where the sequence ends. */
  readonly isOpen: boolean;
  /** Reads on at `at`. Returns the index behind the sequence, or the text's length while it is open. */
  read(text: string, at: number): number;
  /** The sequence that just ended, without its ESC; `""` for one that was broken off, or has a text of its own. */
  readonly sequence: string;
}

export function createEscapeReader(): EscapeReader {
  let state: "closed" | "start" | "control" | "short" | "string" | "stringEnd" = "closed";
  let length = 0; // units behind the opening
  let body = "";

  const close = (at: number, isWhole: boolean): number => {
    state = "closed";
    if (!isWhole) body = "";
    return at;
  };

  const readString = (text: string, from: number): number => {
    let at = from;
    for (; at < text.length; at++, length++) {
      const unit = text.charCodeAt(at);
      if (unit === 0x07) return close(at + 1, false);
      if (unit === 0x0a || length >= MAX_ESCAPE_UNITS) return close(at, false);
      if (unit !== 0x1b) continue;
      state = "stringEnd";
      return at + 1;
    }
    return at;
  };

  const readPlain = (text: string, from: number, leastFinal: number): number => {
    for (let at = from; at < text.length; at++, length++) {
      const unit = text.charCodeAt(at);
      if (body.length < MOST_BODY_UNITS) body += text[at];
      if (unit >= leastFinal && unit <= 0x7e) return close(at + 1, body.length < MOST_BODY_UNITS);
      if (unit < 0x20 || unit > 0x7e || length >= MAX_ESCAPE_UNITS) return close(at, false);
    }
    return text.length;
  };

  const start = (text: string, at: number): number => {
    const kind = text[at] as string;
    length = 0;
    body = "";
    if (kind !== "[" && !STRING_OPENERS.includes(kind)) {
      state = "short";
      return at;
    }
    state = kind === "[" ? "control" : "string";
    body = kind;
    return at + 1;
  };

  return {
    begin() {
      state = "start";
    },
    get isOpen() {
      return state !== "closed";
    },
    get sequence() {
      return body;
    },
    read(text, from) {
      let at = from;
      while (state !== "closed" && at < text.length) {
        if (state === "start") at = start(text, at);
        else if (state === "control") at = readPlain(text, at, 0x40);
        else if (state === "short") at = readPlain(text, at, 0x30);
        else if (state === "string") at = readString(text, at);
        else if (text[at] === "\\") at = close(at + 1, false);
        else state = "start"; // the ESC did not end it, but began another one
      }
      return at;
    },
  };
}

/** Longer ones say nothing that a screen of lines could follow. */
const MOST_BODY_UNITS = 16;
