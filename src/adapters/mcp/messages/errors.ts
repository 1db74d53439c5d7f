/** Errors of JSON-RPC: their texts are as unbounded as any. */
import { amount } from "../../../text/words.js";
import { encodedBytes, encodedLength, fitsEncoded } from "../encoded.js";
import type { ResolvedOptions } from "../options.js";
import { jsonText, keep } from "../result/keep.js";
import { besideWhole, cutTextTo, type Wording } from "../result/view.js";
import type { Fields } from "../types.js";

/** Below it an error is left alone: the protocol has data of its own in errors, which clients need. */
export const LEAST_ERROR_BYTES = 1024;

/** An error inside the limit; the same object if it was. Its code stays. */
export async function boundError(error: Fields, options: ResolvedOptions): Promise<Fields> {
  const { maxBytes, reader } = options;
  if (fitsEncoded(error, maxBytes)) return error;
  const { data, ...others } = error;
  const message = typeof error["message"] === "string" ? error["message"] : "";
  const keepsData = data !== undefined && fitsEncoded(data, Math.floor(maxBytes / 4));
  const code = typeof error["code"] === "number" ? error["code"] : 0;
  const frame: Fields = { code, message: "", ...(keepsData ? { data } : {}) };
  const isText = keepsData || data === undefined;
  const whole = isText
    ? { text: message, mediaType: "text/plain" }
    : { text: jsonText({ ...others, data }), mediaType: "application/json" };
  const spill = await keep(whole, { ...options, onSpillFailure: "cut" });
  const wording: Wording = {
    notice: { position: "first", ...reader },
    facts: {
      spill,
      isError: true,
      leftOut: isText ? undefined : [amount(encodedBytes(data), "byte").concat(" of data")],
    },
    limitBytes: maxBytes,
  };
  const room = Math.max(0, maxBytes - encodedBytes(frame));
  const isWhole = !isText && encodedLength(message) <= room / 2;
  const shown = isWhole ? besideWhole(message, room, wording) : cutTextTo(message, room, wording);
  return { ...frame, message: shown };
}
