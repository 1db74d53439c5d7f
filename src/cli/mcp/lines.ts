/** A stream in lines, in memory of proportion to the longest line that is taken whole. */

/** Takes a line that is larger than the ceiling, piece by piece. */
export interface LargeLine {
  write(piece: Buffer): Promise<void> | void;
  /** @param isWhole - whether a line feed ended it */
  end(isWhole: boolean): Promise<void> | void;
}

export interface LineHandlers {
  /** Bytes of a line that is taken whole. */
  readonly ceiling: number;
  /** A line without its line feed. The lines behind it wait for the promise. */
  line(line: Buffer): Promise<void> | void;
  large(): LargeLine;
}

/** Resolves at the end of the source. What stands behind the last line feed is a line too. */
export async function readLines(source: AsyncIterable<Buffer>, { ceiling, line, large }: LineHandlers): Promise<void> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let open: LargeLine | undefined;

  async function add(piece: Buffer): Promise<void> {
    bytes += piece.length;
    if (open === undefined && bytes <= ceiling) {
      if (piece.length > 0) pieces.push(piece);
      return;
    }
    if (open === undefined) {
      open = large();
      for (const held of pieces.splice(0)) await open.write(held);
    }
    await open.write(piece);
  }

  async function finish(isWhole: boolean): Promise<void> {
    const [only] = pieces;
    if (open !== undefined) await open.end(isWhole);
    else if (only !== undefined) await line(pieces.length === 1 ? only : Buffer.concat(pieces, bytes));
    pieces = [];
    bytes = 0;
    open = undefined;
  }

  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, from);
      if (end === -1) {
        await add(chunk.subarray(from));
        break;
      }
      await add(chunk.subarray(from, end));
      await finish(true);
      from = end + 1;
    }
  }
  await finish(false);
}

const LINE_FEED = 0x0a;
