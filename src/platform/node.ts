/** The platform seam on Node: native code where Node has it. */
import { createHash, createHmac, randomBytes as nodeRandomBytes } from "node:crypto";
import { TextDecoder, types } from "node:util";
import type { Platform, Sha256 } from "./types.js";

export function utf8Length(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

export function encodeUtf8(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

export function decodeUtf8(bytes: Uint8Array): string {
  return decoder().decode(bytes);
}

export function createSha256(): Sha256 {
  const hash = createHash("sha256");
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest("hex"),
  };
}

export function hmacSha256(key: Uint8Array, data: Uint8Array): string {
  return createHmac("sha256", key).update(data).digest("hex");
}

export function randomBytes(count: number): Uint8Array {
  return nodeRandomBytes(count);
}

export function isProxy(value: object): boolean {
  return types.isProxy(value);
}

/** `ignoreBOM` keeps a byte order mark: dropping it would make the text disagree with its bytes. */
function decoder() {
  sharedDecoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
  return sharedDecoder;
}
let sharedDecoder: InstanceType<typeof TextDecoder> | undefined;

({ utf8Length, encodeUtf8, decodeUtf8, createSha256, hmacSha256, randomBytes, isProxy }) satisfies Platform;
