/** Gathers the pieces of a text without holding millions of them. */
export interface Output {
  push(piece: string): void;
  /** UTF-16 units so far. */
  units(): number;
  text(): string;
}

export function createOutput(): Output {
  const parts: string[] = [];
  let pieces: string[] = [];
  let units = 0;
  return {
    push(piece) {
      units += piece.length;
      if (pieces.push(piece) < PIECES_JOINED) return;
      parts.push(pieces.join(""));
      pieces = [];
    },
    units: () => units,
    text: () => [...parts, ...pieces].join(""),
  };
}

const PIECES_JOINED = 8192;
