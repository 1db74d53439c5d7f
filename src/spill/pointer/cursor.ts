/** Walks through a JSON text in a store, forward, without holding more of it than one read. */

export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** Thrown for bytes that are no JSON; never leaves this folder. */
export class NotJson extends Error {}

export class ByteCursor {
  private piece: Uint8Array = new Uint8Array(0);
  private pieceStart: number;
  private index = 0;
  private readonly read: ReadBytes;
  private readonly total: number;

  constructor(read: ReadBytes, total: number, from: number) {
    this.read = read;
    this.total = total;
    this.pieceStart = from;
  }

  /** Offset of the next byte. */
  get at(): number {
    return this.pieceStart + this.index;
  }

  /** The next byte; -1 at the end. */
  async peek(): Promise<number> {
    if (this.index === this.piece.length && !(await this.fill())) return -1;
    return this.piece[this.index] as number;
  }

  /** Moves over the byte that was peeked at. */
  advance(): void {
    this.index++;
  }

  /** @returns the first byte that is no white space of JSON; -1 at the end */
  async skipSpace(): Promise<number> {
    for (;;) {
      const byte = await this.peek();
      if (byte !== SPACE && byte !== NEWLINE && byte !== RETURN && byte !== TAB) return byte;
      this.index++;
    }
  }

  /**
   * Moves behind the value that begins here.
   *
   * @param limit - offset behind which it does not go
   * @returns whether the value ended there or before
   */
  async skipValue(limit = Number.POSITIVE_INFINITY): Promise<boolean> {
    const byte = await this.peek();
    if (byte === QUOTE || byte === OPEN_BRACE || byte === OPEN_BRACKET) return this.skipNested(limit);
    const start = this.at;
    for (let next = byte; !endsScalar(next); next = await this.peek()) {
      if (this.at >= limit) return false;
      this.index++;
    }
    if (this.at === start) throw new NotJson();
    return true;
  }

  /** A string or a container: strings hide brackets. */
  private async skipNested(limit: number): Promise<boolean> {
    let depth = 0;
    let inString = false;
    let isEscaped = false;
    for (;;) {
      const { piece } = this;
      for (let index = this.index; index < piece.length; index++) {
        const byte = piece[index] as number;
        if (inString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) inString = false;
          if (inString) continue;
        } else if (byte === QUOTE) {
          inString = true;
          continue;
        } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
          depth++;
          continue;
        } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
          depth--;
        } else {
          continue;
        }
        if (depth > 0) continue;
        this.index = index + 1;
        return this.at <= limit;
      }
      this.index = piece.length;
      if (this.at >= limit) return false;
      if (!(await this.fill())) throw new NotJson();
    }
  }

  private async fill(): Promise<boolean> {
    this.pieceStart += this.piece.length;
    this.index = 0;
    this.piece =
      this.pieceStart >= this.total
        ? new Uint8Array(0)
        : await this.read(this.pieceStart, Math.min(this.pieceStart + PIECE_BYTES, this.total));
    return this.piece.length > 0;
  }
}

function endsScalar(byte: number): boolean {
  return (
    byte <= SPACE ||
    byte === COMMA ||
    byte === COLON ||
    byte === CLOSE_BRACE ||
    byte === CLOSE_BRACKET ||
    byte === QUOTE
  );
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const NEWLINE = 0x0a;
const SPACE = 0x20;
const RETURN = 0x0d;
const TAB = 0x09;
const PIECE_BYTES = 65_536;
