/**
 * Bytes as `hexdump -C` shows them: offset, sixteen bytes in hexadecimal, the same as ASCII, a line for each sixteen. Of a
 * last line, only what is there.
 */
export function hexDump(bytes: Uint8Array): string {
  let dump = "";
  for (let at = 0; at < bytes.length; at += ROW_BYTES) dump += `${rowOf(bytes.subarray(at, at + ROW_BYTES), at)}\n`;
  return dump;
}

function rowOf(bytes: Uint8Array, offset: number): string {
  const pairs = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  const halves = [pairs.slice(0, ROW_BYTES / 2), pairs.slice(ROW_BYTES / 2)].map((half) => half.join(" "));
  const ascii = Array.from(bytes, (byte) => (byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
  const hex = halves[1] === "" ? (halves[0] as string) : halves.join("  ");
  return `${offset.toString(16).padStart(8, "0")}  ${hex}  |${ascii}|`;
}

const ROW_BYTES = 16;
