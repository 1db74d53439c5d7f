import { checkObject, checkString } from "../internal/check.js";
import { createAutoDecoder } from "./autoDecoder.js";
import { createNamedDecoder, type EncodingDecoder } from "./namedDecoder.js";

/** Options of `createDecoder`. @public */
export interface DecoderOptions {
  /**
   * `"auto"`, or a name, which wins over whatever the bytes look like: those of the WHATWG Encoding Standard, Windows code
   * pages by number (`cp936`, `936`), and all that iconv-lite has. Case, hyphens and underscores make no difference.
   *
   * @defaultValue "auto"
   */
  readonly encoding?: string | undefined;
}

/**
 * Creates a decoder of one stream of bytes; pieces can part it anywhere. With `"auto"`, ASCII goes through at once and
 * decides nothing; from the first other byte on, up to 2 KiB are held until it is told whether they are UTF-8, or else which
 * encoding makes text of them. A byte order mark goes. Bytes that are not valid become U+FFFD, in UTF-8 as the WHATWG Encoding
 * Standard has it; where no encoding fits, Windows-1252 is decoded, and `malformed` is true.
 *
 * @throws TypeError or RangeError that names the option, for an encoding that nobody knows
 * @example
 * ```ts
 * await boundResult(child.stdout, { limits, spill, decode: () => createDecoder() });
 * await readSpill(spill, id, { lines: { from: 1 } }, limits, { decode: () => createDecoder({ encoding: "gbk" }) });
 * ```
 * @public
 */
export function createDecoder(options: DecoderOptions = {}): EncodingDecoder {
  const { encoding = "auto" } = checkObject("options", options) as DecoderOptions;
  if (checkString("encoding", encoding).toLowerCase() === "auto") return createAutoDecoder();
  return createNamedDecoder(encoding, "name");
}
