/** The platform seam anywhere: plain ECMAScript, and the Web Crypto API for random bytes. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { isPlainJson, measureJsonString } from "./jsonString.js";
import { weighPairs } from "./pairs.js";
import type { Platform, Sha256 } from "./types.js";
import { decodeUtf8, encodeUtf8, isUtf8, measureBytes, measureUtf8, utf8Head, utf8Length, utf8Tail } from "./utf8.js";

export {
  decodeUtf8,
  encodeUtf8,
  isPlainJson,
  isUtf8,
  measureBytes,
  measureJsonString,
  measureUtf8,
  utf8Head,
  utf8Length,
  utf8Tail,
  weighPairs,
};

export function createSha256(): Sha256 {
  const hash = sha256.create();
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => bytesToHex(hash.digest()),
  };
}

export function hmacSha256(key: Uint8Array, data: Uint8Array): string {
  return bytesToHex(hmac(sha256, key, data));
}

/** @throws Error where the runtime has no Web Crypto: a guessable secret would be worse than none. */
export function randomBytes(count: number): Uint8Array {
  const { crypto } = globalThis as { crypto?: { getRandomValues(bytes: Uint8Array): Uint8Array } };
  if (crypto === undefined) throw new Error("this runtime has no secure random numbers: pass a key instead");
  return crypto.getRandomValues(new Uint8Array(count));
}

/** ECMAScript has no test for proxies. */
export function isProxy(_value: object): boolean {
  return false;
}

export const tellsProxies = false;

/**
 * By a method that takes only what it is for. An object around a bigint that was made to inherit from `Object.prototype` is
 * not told: to ask would cost a thrown error for each plain object.
 */
export function isBoxed(value: object): boolean {
  if (!(Symbol.toStringTag in value)) return BOX_TAGS.includes(Object.prototype.toString.call(value));
  return BOXES.some((box) => takes(box.valueOf, value));
}

function takes(method: () => unknown, value: object): boolean {
  try {
    Reflect.apply(method, value, []);
    return true;
  } catch {
    return false;
  }
}

const BOX_TAGS = ["[object Number]", "[object String]", "[object Boolean]"];
const BOXES = [Number.prototype, String.prototype, Boolean.prototype, BigInt.prototype];

({
  utf8Length,
  measureUtf8,
  utf8Head,
  utf8Tail,
  encodeUtf8,
  decodeUtf8,
  isUtf8,
  measureBytes,
  measureJsonString,
  isPlainJson,
  weighPairs,
  createSha256,
  hmacSha256,
  randomBytes,
  isProxy,
  tellsProxies,
  isBoxed,
}) satisfies Platform;
