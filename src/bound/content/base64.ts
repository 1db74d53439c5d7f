/** The first bytes of base64, without decoding the rest. */

/** Bytes that the first `units` of a base64 text or data URL stand for; stops at what is none. */
export function base64Start(data: string | Uint8Array, units: number): Uint8Array {
  if (typeof data !== "string") return data.subarray(0, (units * 3) / 4);
  const from = base64From(data);
  const end = Math.min(data.length, from + units);
  const bytes = new Uint8Array(Math.ceil(((end - from) * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = from; at < end; at++) {
    const value = ALPHABET.indexOf(data.charAt(at));
    if (value === -1) break;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (held >> bits) & 0xff;
  }
  return bytes.subarray(0, length);
}

/** About how many bytes it stands for. */
export function base64Bytes(data: string | Uint8Array): number {
  if (typeof data !== "string") return data.length;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor(((data.length - base64From(data)) * 3) / 4) - padding);
}

function base64From(data: string): number {
  return data.startsWith("data:") ? data.indexOf(",") + 1 : 0;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
