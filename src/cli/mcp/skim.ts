/** Finds what a message is, of one that is too large to parse: its bytes pass by, and only small members are kept. */

export interface Skimmer {
  /** Takes a piece; gives those of its bytes that are the message's payload. */
  write(piece: Uint8Array): Uint8Array[];
  /** Whether one whole JSON object has passed. Its syntax is checked no further than that. */
  readonly isWhole: boolean;
  /** `result` or `error`, if there is one. */
  readonly payload: string | undefined;
  /**
   * The JSON of a small member: by its name a string, number or word of the message (`id`), by two names any value one level
   * below (`params.name`). `undefined` if it is not there or is large.
   */
  member(path: string): string | undefined;
}

export function createSkimmer(): Skimmer {
  const members = new Map<string, string>();
  /** By depth; deeper than two nothing is looked at. */
  const isObject = [false, false, false];
  const awaitsName = [false, false, false];
  const names = ["", "", ""];
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isStarted = false;
  let isBroken = false;
  let isInPayload = false;
  let payload: string | undefined;
  /** The name or value that is being kept. */
  let record: { readonly depth: number; readonly isName: boolean; readonly bytes: number[] } | undefined;

  function startRecord(byte: number): void {
    if (record !== undefined || isObject[depth] !== true) return;
    const isName = awaitsName[depth] === true;
    if (isName ? byte === QUOTE : depth === 2 || !isOpening(byte)) record = { depth, isName, bytes: [] };
  }

  function put(byte: number): void {
    if (record === undefined) return;
    if (record.bytes.length < MOST_MEMBER_BYTES) record.bytes.push(byte);
    else if (record.isName)
      record.bytes[0] = 0; // then it is no name of ours
    else record = undefined;
  }

  /** What is kept may have ended, now that its own depth is reached again. */
  function endRecord(): void {
    if (record === undefined || record.depth !== depth) return;
    const text = Buffer.from(record.bytes).toString();
    const path = depth === 1 ? (names[1] as string) : `${names[1]}.${names[2]}`;
    if (record.isName) names[depth] = nameOf(text);
    else if (members.size < MOST_MEMBERS) members.set(path, text);
    record = undefined;
  }

  /** A byte of the message's structure, not deeper than what is looked at. */
  function structure(byte: number): void {
    if (byte === COMMA || isClosing(byte)) {
      endRecord(); // a number or a word
      if (depth === 1) isInPayload = false;
    } else if (byte !== COLON) {
      if (depth === 0 && isStarted) isBroken = true;
      const name = names[1] as string;
      if (depth === 1 && awaitsName[1] === false && PAYLOADS.includes(name)) {
        isInPayload = true;
        payload = name;
      }
      startRecord(byte);
    }
    put(byte);
    if (byte === QUOTE) isInString = true;
    else if (byte === COLON) awaitsName[depth] = false;
    else if (byte === COMMA) awaitsName[depth] = isObject[depth] === true;
    else if (isOpening(byte)) {
      depth++;
      isStarted = true;
      if (depth > 2) return;
      isObject[depth] = byte === OPEN_BRACE;
      awaitsName[depth] = byte === OPEN_BRACE;
    } else if (isClosing(byte)) depth--;
  }

  function write(piece: Uint8Array): Uint8Array[] {
    const found: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (isInString && record === undefined) {
        const end = passString(piece, isEscaped ? at + 1 : at);
        isEscaped = end > piece.length;
        isInString = end >= piece.length;
        at = end;
      } else if (isInString) {
        put(byte);
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          isInString = false;
          endRecord();
        }
      } else if (depth > 2 && record === undefined) {
        at = passStructure(piece, at);
        const found = piece[at] as number;
        if (found === QUOTE) isInString = true;
        else if (at < piece.length) depth += isOpening(found) ? 1 : -1;
      } else if (depth > 2) {
        put(byte);
        if (byte === QUOTE) isInString = true;
        else if (isOpening(byte)) depth++;
        else if (isClosing(byte)) {
          depth--;
          endRecord();
        }
      } else if (byte > SPACE) {
        const wasInPayload = isInPayload;
        structure(byte);
        if (isInPayload === wasInPayload) continue;
        if (wasInPayload) found.push(piece.subarray(from, at));
        from = at;
      }
    }
    if (isInPayload) found.push(piece.subarray(from));
    return found;
  }

  return {
    write,
    get isWhole() {
      return isStarted && depth === 0 && isObject[1] === true && !isBroken;
    },
    get payload() {
      return payload;
    },
    member: (path) => members.get(path),
  };
}

/** Where the string ends: at its quote, or behind the piece, by one more if what comes next is escaped. */
function passString(bytes: Uint8Array, from: number): number {
  // Most of a large message is passed by these searches, and by the loop below.
  for (let at = from; at < bytes.length; ) {
    const quote = bytes.indexOf(QUOTE, at);
    const end = quote === -1 ? bytes.length : quote;
    let slashes = 0;
    while (end - slashes > at && bytes[end - slashes - 1] === BACKSLASH) slashes++;
    if (quote === -1) return end + (slashes % 2);
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
  return Math.max(from, bytes.length);
}

/** The next quote or bracket, or behind the piece. */
function passStructure(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE || isOpening(byte) || isClosing(byte)) return at;
  }
  return at;
}

function nameOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return "";
  }
}

/** `{` and `[` differ in one bit, and so do `}` and `]`. */
function isOpening(byte: number): boolean {
  return (byte | 0x20) === OPEN_BRACE;
}

function isClosing(byte: number): boolean {
  return (byte | 0x20) === CLOSE_BRACE;
}

const PAYLOADS = ["result", "error"];
const MOST_MEMBER_BYTES = 16_384;
const MOST_MEMBERS = 256;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
