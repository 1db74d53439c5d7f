/** Bytes at the end of a piece that wait for the rest of their character. */

/** @param bytes - begin with a character */
export type Unfinished = (bytes: Uint8Array) => number;

/** What is known of an encoding by name; the others have a byte a character, or a memory that nobody sees into. */
export function unfinishedOf(name: string): Unfinished {
  return SEQUENCES[name] ?? (() => 0);
}

function units(width: number): Unfinished {
  return (bytes) => bytes.length % width;
}

/** UTF-16: half a unit, and a high surrogate that waits for a low one. */
function utf16(highByte: 0 | 1): Unfinished {
  return (bytes) => {
    const odd = bytes.length % 2;
    const last = bytes[bytes.length - odd - 2 + highByte] ?? 0;
    return bytes.length - odd >= 2 && (last & 0xfc) === 0xd8 ? odd + 2 : odd;
  };
}

/**
 * Two bytes a character or one, told by the first.
 *
 * @param leastTrail - a byte below it is a character by itself, wherever it stands
 */
function doubleByte(isLead: (byte: number) => boolean, leastTrail: number): Unfinished {
  return (bytes) => {
    let at = startOfRun(bytes, leastTrail);
    while (at < bytes.length) at += isLead(bytes[at] as number) ? 2 : 1;
    return at > bytes.length ? 1 : 0;
  };
}

/** Where the run begins of bytes that may all be parts of characters: behind the last one that surely is none. */
function startOfRun(bytes: Uint8Array, leastTrail: number): number {
  let at = bytes.length;
  while (at > 0 && (bytes[at - 1] as number) >= leastTrail) at--;
  return at;
}

/** GB 18030 has two bytes, or four, of which the second and the fourth are digits. */
function gb18030(bytes: Uint8Array): number {
  let at = startOfRun(bytes, 0x30);
  while (at < bytes.length) {
    const [first = 0, second, third, fourth] = bytes.subarray(at, at + 4);
    if (first < 0x81 || first === 0xff) at++;
    else if (second === undefined) return 1;
    else if (second < 0x30 || second > 0x39) at += second >= 0x40 ? 2 : 1;
    else if (third === undefined) return 2;
    else if (third < 0x81 || third === 0xff) at++;
    else if (fourth === undefined) return 3;
    else at += fourth >= 0x30 && fourth <= 0x39 ? 4 : 1;
  }
  return 0;
}

/** EUC-JP has two bytes, or three behind 0x8F. */
function eucJp(bytes: Uint8Array): number {
  let at = startOfRun(bytes, 0x8e);
  for (let end = at; at < bytes.length; at = end) {
    const lead = bytes[at] as number;
    end = at + (lead === 0x8f ? 3 : lead === 0x8e || lead >= 0xa1 ? 2 : 1);
    if (end > bytes.length) return bytes.length - at;
  }
  return 0;
}

const isLead = (byte: number) => byte >= 0x81 && byte <= 0xfe;

const SEQUENCES: Readonly<Record<string, Unfinished>> = {
  "utf-16le": utf16(1),
  "utf-16be": utf16(0),
  "utf-32le": units(4),
  "utf-32be": units(4),
  gbk: gb18030,
  gb18030,
  shift_jis: doubleByte((byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc), 0x40),
  "euc-kr": doubleByte(isLead, 0x40),
  big5: doubleByte(isLead, 0x40),
  "euc-jp": eucJp,
};
