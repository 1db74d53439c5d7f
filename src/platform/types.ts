/**
 * What spillway asks of the platform it runs on. Two modules offer it, `node.ts` and `portable.ts`; the `imports` field
 * of package.json picks one (`#platform`). They give equal answers: each is the test oracle of the other.
 */
export interface Platform {
  /** UTF-8 bytes of a text; a lone surrogate counts 3, as its replacement U+FFFD does. */
  utf8Length(text: string): number;
  /** UTF-8 bytes and newlines of a text, in one pass. */
  measureUtf8(text: string): Totals;
  /** Units of the longest prefix that takes `maxBytes` at most and parts no surrogate pair. Costs what it keeps. */
  utf8Head(text: string, maxBytes: number): number;
  /** Where the longest suffix starts that takes `maxBytes` at most and parts no surrogate pair. Costs what it keeps. */
  utf8Tail(text: string, maxBytes: number): number;
  /** UTF-8 of a text; a lone surrogate becomes U+FFFD (`EF BF BD`). */
  encodeUtf8(text: string): Uint8Array;
  /** Text of UTF-8 bytes. Invalid sequences become U+FFFD as in the WHATWG Encoding Standard; a byte order mark stays. */
  decodeUtf8(bytes: Uint8Array): string;
  /** Whether bytes are valid UTF-8, from the first to the last. */
  isUtf8(bytes: Uint8Array): boolean;
  /** UTF-16 units and newlines of the text that valid UTF-8 is. */
  measureBytes(bytes: Uint8Array): { readonly chars: number; readonly newlines: number };
  /** What a text takes inside a JSON string. */
  measureJsonString(text: string): JsonStringSize;
  /** Whether a text without lone surrogates has none of what a JSON string escapes: quote, backslash, control. */
  isPlainJson(text: string): boolean;
  /**
   * The sum of `table[first | second << 8]` over all neighbouring units from index `from` to `to`, at least one unit;
   * `undefined` if one is above 0xFF. The table has 65,536 entries.
   */
  weighPairs(text: string, from: number, to: number, table: Uint16Array): number | undefined;
  createSha256(): Sha256;
  /** HMAC-SHA-256 (RFC 2104), in lower-case hexadecimal. */
  hmacSha256(key: Uint8Array, data: Uint8Array): string;
  /** Bytes from a cryptographic source. */
  randomBytes(count: number): Uint8Array;
  /** Whether a value is a `Proxy`. `false` where the runtime cannot tell: callers must also survive a trap that throws. */
  isProxy(value: object): boolean;
  /** Whether {@link Platform.isProxy} tells them. */
  readonly tellsProxies: boolean;
  /** Whether a value is an object around a number, a string, a boolean or a bigint. Runs no code of the value. */
  isBoxed(value: object): boolean;
}

/** What a text takes in UTF-8, and its line ends. */
export interface Totals {
  readonly bytes: number;
  readonly newlines: number;
}

/** UTF-8 bytes of a text as JSON, quotes not included. */
export interface JsonStringSize {
  /** In a JSON string. A lone surrogate is six bytes: its escape. */
  readonly bytes: number;
  /** In a JSON string inside a JSON string: its own quotes would take two bytes each. */
  readonly escapedBytes: number;
}

/** A running SHA-256 (FIPS 180-4). */
export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** The digest in lower-case hexadecimal; the hash takes no more after it. */
  hex(): string;
}
