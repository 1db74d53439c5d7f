/** A store's secret, which ids are derived with. */
import { encodeUtf8, randomBytes } from "#platform";

/** A caller's key, copied. @throws TypeError, RangeError */
export function checkKey(key: unknown): Uint8Array {
  if (typeof key !== "string" && Object.prototype.toString.call(key) !== "[object Uint8Array]") {
    throw new TypeError("key must be a string or a Uint8Array");
  }
  const bytes = typeof key === "string" ? encodeUtf8(key) : new Uint8Array(key as Uint8Array);
  if (bytes.length === 0) throw new RangeError("key must not be empty");
  return bytes;
}

/** A key that nobody can foresee. */
export function newKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

/** As many as SHA-256 has: more add nothing. */
export const KEY_BYTES = 32;
