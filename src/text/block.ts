/** A run of text, gathered from pieces that are decoded only where they are wanted. */

import { type Content, toText } from "./reader.js";
import { linesOf } from "./size.js";

/** The size of a piece as part of its text. */
export interface PieceSize {
  readonly bytes: number;
  readonly chars: number;
  readonly newlines: number;
  readonly endsLine: boolean;
}

export class Block {
  bytes = 0;
  chars = 0;
  private newlines = 0;
  private endsLine = true;
  private pieces: Content[] = [];

  add(piece: Content, size: PieceSize): void {
    this.pieces.push(piece);
    this.count(size);
  }

  /** Adds to the sizes alone. */
  count(size: PieceSize): void {
    this.bytes += size.bytes;
    this.chars += size.chars;
    this.newlines += size.newlines;
    this.endsLine = size.endsLine;
  }

  get lines(): number {
    return linesOf(this.newlines, this.endsLine);
  }

  /** Decodes and joins the pieces, once. */
  text(): string {
    const [first] = this.pieces;
    if (this.pieces.length === 1 && typeof first === "string") return first;
    const text = this.pieces.map(toText).join("");
    this.pieces = [text];
    return text;
  }
}
