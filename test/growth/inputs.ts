/** Inputs in which anything quadratic would show. All sizes are UTF-16 units, of all chunks together. */
const ESC = "\u001b";
const NOTICE =
  "[spillway: 1 of 9 lines, 10 of 99 bytes shown (limit 10 bytes); complete output kept as spill://1-x-00000000]";

export const TEXTS: Readonly<Record<string, (units: number) => string>> = {
  "one endless line": (units) => "x".repeat(units),
  "empty lines": (units) => "\n".repeat(units),
  "short lines, two bytes a unit": (units) => repeated("ab 中é\r\n", units),
  returns: (units) => "\r".repeat(units),
  frames: (units) => repeated("50%\r", units),
  "lone surrogates": (units) => "\ud83d".repeat(units),
  pairs: (units) => repeated("🟡", units),
  flags: (units) => repeated("🇩🇪", units),
  "combining marks": (units) => `a${"\u0301".repeat(units)}`,
  joiners: (units) => repeated("👨‍", units),
  colours: (units) => repeated(`${ESC}[31mx`, units),
  "escapes that do not end": (units) => repeated(`${ESC}[1`, units),
  "titles that do not end": (units) => repeated(`${ESC}]`, units),
  "a title that never ends": (units) => `${ESC}]${"x".repeat(units)}`,
  "escapes, broken off at the end": (units) => `${"x".repeat(units)}${repeated(`${ESC}]x`, units / 2)}`,
  "lines that are redrawn": (units) => repeated(`row\nrow\n${ESC}[2A`, units),
  "a cursor that goes far up and down": (units) => repeated(`\n${ESC}[128A${ESC}[128B`, units),
  "ESC alone": (units) => ESC.repeat(units),
  NUL: (units) => "\0".repeat(units),
  backspaces: (units) => repeated("a\b", units),
  "backspaces behind a long frame": (units) => "x".repeat(4000) + repeated("a\b", units),
  notices: (units) => repeated(`${NOTICE}\n`, units),
  "notices in one line": (units) => repeated(NOTICE, units),
  markers: (units) => repeated("[spillway: … 9 lines, 99 bytes omitted …]\n", units),
  "notices that do not end": (units) => repeated("[spillway: ", units),
};

/** Chunks so large that a copy of all that came before would soon cost more than they do themselves. */
export const CHUNKS: Readonly<Record<string, (units: number) => readonly (string | Uint8Array)[]>> = {
  "chunks of an endless line": (units) => cutUp("x".repeat(units), 100),
  "chunks of an escape that never ends": (units) => cutUp(`${ESC}]${"x".repeat(units)}`, 100),
  "byte chunks of an endless line": (units) => cutUpBytes(Buffer.from("x".repeat(units)), 100),
  "byte chunks that are no text": (units) => cutUpBytes(Buffer.alloc(units, 0xe4), 100),
};

/** A text in small pieces. */
export const PIECES: Readonly<Record<string, (units: number) => readonly string[]>> = {
  "pieces of two units": (units) => cutUp("x".repeat(units), 2),
  "empty lines, one by one": (units) => cutUp("\n".repeat(units), 1),
  "halves of pairs": (units) => cutUp(repeated("🟡", units), 1),
  "halves of escapes": (units) => cutUp(repeated(`${ESC}[38;5;1mx`, units), 6),
  "pieces of notices": (units) => cutUp(repeated(`${NOTICE}\n`, units), 20),
  "nothing, again and again": (units) => ["x".repeat(units), ...Array<string>(Math.ceil(units / 8)).fill("")],
};

/** Small pieces of bytes; each a view of one buffer, as a socket gives them. */
export const BYTES: Readonly<Record<string, (units: number) => readonly Uint8Array[]>> = {
  "bytes, one by one": (units) => cutUpBytes(Buffer.from(repeated("ab é中🟡\n", units / 2)), 1),
  "bytes of pairs, parted": (units) => cutUpBytes(Buffer.from(repeated("🟡", units)), 7),
  "U+FFFD, byte by byte": (units) => cutUpBytes(Buffer.from("\ufffd".repeat(units / 3)), 1),
};

/** Values for JSON. */
export const VALUES: Readonly<Record<string, (size: number) => unknown>> = {
  numbers: (size) => Array.from({ length: size }, (_, index) => index / 8),
  "arrays in arrays": (size) => nested(size, (inner) => [inner]),
  "objects in objects": (size) => nested(size, (inner) => ({ a: inner })),
  "many properties": (size) => Object.fromEntries(Array.from({ length: size }, (_, index) => [`key ${index}`, index])),
  records: (size) => Array.from({ length: size }, (_, id) => ({ id, name: `name ${id}`, tags: ["a", "b"], ok: true })),
  "one long string": (size) => "x".repeat(size),
  "a string of controls": (size) => "\u0001".repeat(size),
  "a string of quotes": (size) => '"'.repeat(size),
  "a string of lone surrogates": (size) => "\ud83d".repeat(size),
  "long keys": (size) => ({ ["k".repeat(size)]: { ["\u0001".repeat(size)]: 1 } }),
  holes: (size) => Array.from({ length: size }, () => undefined),
  cycles: (size) => {
    const list: unknown[] = [];
    for (let index = 0; index < size; index++) list.push({ list });
    return list;
  },
};

/** As often as it goes into so many units. */
export function repeated(unit: string, units: number): string {
  return unit.repeat(Math.ceil(units / unit.length));
}

function cutUp(text: string, units: number): string[] {
  return Array.from({ length: Math.ceil(text.length / units) }, (_, at) => text.slice(at * units, (at + 1) * units));
}

function cutUpBytes(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}
