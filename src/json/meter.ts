import { measureJsonString } from "#platform";
import { checkString } from "../internal/check.js";
import { isHighSurrogate, isLowSurrogate } from "../text/wellFormed.js";

/** What a text that arrives in pieces takes as a JSON string; see {@link createJsonStringMeter}. @public */
export interface JsonStringMeter {
  /** Adds a piece; a surrogate pair may be split between pieces. */
  write(piece: string): void;
  /** UTF-8 bytes of all pieces so far as one JSON string, its quotes included: `measureJson` of their concatenation. */
  readonly bytes: number;
  /** The same encoded twice, as a JSON string inside of another: `measureJson` with `layers: 2`. */
  readonly escapedBytes: number;
}

/**
 * Measures a text that arrives in pieces as the one JSON string that it makes, in constant memory: any way to chunk a text
 * gives the size of the whole.
 *
 * @example
 * ```ts
 * const meter = createJsonStringMeter();
 * meter.write('say "');
 * meter.write("hi\"\n");
 * meter.bytes; // 14, as of "say \"hi\"\n"
 * meter.escapedBytes; // 23
 * ```
 * @public
 */
export function createJsonStringMeter(): JsonStringMeter {
  let bytes = 2;
  let escapedBytes = 6;
  let isHeld = false; // a high surrogate that may be half of a pair

  return {
    write(piece) {
      checkString("piece", piece);
      if (piece === "") return;
      const isPair = isHeld && isLowSurrogate(piece.charCodeAt(0));
      if (isHeld) {
        const held = measureJsonString(isPair ? PAIR : HALF);
        bytes += held.bytes;
        escapedBytes += held.escapedBytes;
      }
      isHeld = isHighSurrogate(piece.charCodeAt(piece.length - 1));
      const rest = measureJsonString(piece.slice(isPair ? 1 : 0, isHeld ? -1 : undefined));
      bytes += rest.bytes;
      escapedBytes += rest.escapedBytes;
    },
    get bytes() {
      return bytes + (isHeld ? measureJsonString(HALF).bytes : 0);
    },
    get escapedBytes() {
      return escapedBytes + (isHeld ? measureJsonString(HALF).escapedBytes : 0);
    },
  };
}

const HALF = "\ud83d";
const PAIR = "\ud83d\udfe1";
