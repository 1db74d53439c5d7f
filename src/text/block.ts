/** A run of text, gathered from pieces that are decoded only where they are wanted. */
import { decodeUtf8 } from "#platform";
import type { Content } from "./reader.js";
import { linesOf } from "./size.js";
import { Stage, type Stages } from "./stage.js";

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
  private pieces: (string | Stage)[] = [];

  /** Keeps a string as it is, and a copy of bytes. */
  add(piece: Content, size: PieceSize, stages: Stages): void {
    if (typeof piece === "string") this.pieces.push(piece);
    else this.stageFor(piece.length, stages).append(piece);
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
    const text = this.pieces.map((piece) => (typeof piece === "string" ? piece : decodeUtf8(piece.bytes()))).join("");
    this.pieces = [text];
    return text;
  }

  /** Gives back what held the bytes; the block is not used again. */
  release(stages: Stages): void {
    for (const piece of this.pieces) if (piece instanceof Stage) stages.giveBack(piece);
    this.pieces = [];
  }

  private stageFor(bytes: number, stages: Stages): Stage {
    const last = this.pieces.at(-1);
    if (last instanceof Stage && last.hasRoom(bytes)) return last;
    const stage = stages.take(bytes);
    this.pieces.push(stage);
    return stage;
  }
}
