/** Cases of texts that come in chunks. */
import { ACUTE, FAMILY, FLAG } from "./sizeCases.js";
import type { Chunk, StreamPlan } from "./types.js";

const LOG = "alpha\nbeta\ngamma\ndelta\nepsilon\n";
const CUT = { maxBytes: 14 };

export const STREAM_CASES: readonly StreamPlan[] = [
  ["No chunk at all", [], { maxBytes: 0 }],
  ["Only empty chunks", [text(""), bytes(""), text("", "stderr")], { maxBytes: 0 }],
  ["One chunk that fits", [text(LOG)], { maxBytes: 31 }],
  ["One chunk that does not fit", [text(LOG)], CUT],
  ["Text in pieces", [text("alp"), text("ha\nbeta\ngam"), text("ma\ndelta\nepsilon\n")], CUT],
  ["Text unit by unit", [...LOG].map((unit) => text(unit)), CUT, { boundary: "line" }],
  ["Bytes one by one", hexes("6e 61 c3 af 76 65 0a f0 9f 9f a1 0a"), { maxBytes: 6 }, { keep: "head" }],
  ["Bytes of every width, one by one, within the limits", hexes("61 c3 a9 e4 b8 ad f0 9f 9f a1"), { maxBytes: 10 }],
  ["Two bytes split", [hex("61 c3"), hex("a9 62")], {}],
  ["Three bytes split after the first", [hex("e4"), hex("b8 ad")], {}],
  ["Three bytes split after the second", [hex("e4 b8"), hex("ad")], {}],
  ["Four bytes split in the middle", [hex("f0 9f"), hex("9f a1")], {}],
  ["An empty chunk of bytes ends nothing that waits", [hex("f0 9f"), bytes(""), hex("9f a1")], {}],
  ["An empty chunk of text ends nothing that waits", [hex("f0 9f"), text(""), hex("9f a1")], {}],
  ["A sequence that never ends is one U+FFFD", [hex("61"), hex("f0 9f 9f")], {}],
  ["A sequence broken off by the next chunk", [hex("61 f0 9f"), hex("62")], {}],
  ["An invalid sequence split", [hex("ed"), hex("a0 80")], {}],
  ["A byte order mark split stays", [hex("ef"), hex("bb"), hex("bf 61")], {}],
  ["Text behind half a sequence of the same stream breaks it off", [hex("61 e4 b8"), text("b"), hex("ad")], {}],
  ["The halves of a pair in two chunks", [text("a\ud83d"), text("\udfe1b")], {}],
  ["A high surrogate that gets no other half", [text("a\ud83d"), text("b")], {}],
  ["A high surrogate at the very end", [text("ab"), text("\ud83d")], {}],
  ["Two high surrogates, then a low one", [text("\ud83d"), text("\ud83d"), text("\udfe1")], {}],
  ["Bytes behind a high surrogate leave it lone", [text("a\ud83d"), hex("62")], {}],
  ["A pair split at the cut stays whole", [text("🟡\ud83d"), text("\udfe1🟡")], { maxBytes: 7 }, { keep: "head" }],
  ["Streams are joined in the order of their chunks", [out("one\n"), err("two\n"), out("three\n")], {}],
  ["Interleaved streams, cut", [out("one\n"), err("two\n"), out("three\n"), err("four\n")], { maxLines: 2 }],
  ["A chunk without a name is a stream of its own", [hex("e4 b8"), hex("61", "stdout"), hex("ad")], {}],
  [
    "A character stays whole though another stream comes between",
    [hex("61 f0 9f", "stdout"), hex("62", "stderr"), hex("9f a1 63", "stdout")],
    {},
  ],
  [
    "Both streams wait for the rest of a character",
    [hex("f0 9f", "stdout"), hex("e4 b8", "stderr"), hex("ad", "stderr"), hex("9f a1", "stdout")],
    {},
  ],
  ["A pair stays whole though another stream comes between", [out("a\ud83d"), err("b"), out("\udfe1c")], {}],
  ["The halves of a pair in two streams do not join", [out("\ud83d"), err("\udfe1")], {}],
  [
    "What streams still hold at the end comes in the order in which they began",
    [hex("61", "stdout"), err("b"), err("\ud83d"), hex("e4 b8", "stdout")],
    {},
  ],
  ["An empty first chunk begins a stream", [out(""), err("\ud83d"), hex("e4", "stdout")], {}],
  [
    "Interleaved bytes, cut inside the limits of bytes and lines",
    [
      hex("6f 75 74 20 c3", "stdout"),
      hex("65 72 72 0a e4", "stderr"),
      hex("a9 0a", "stdout"),
      hex("b8 ad 0a", "stderr"),
    ],
    { maxBytes: 9, maxLines: 2 },
  ],
  ["CR and LF in two chunks end one line", [text("a\r"), text("\nb\r"), text("\nc")], { maxLines: 2 }],
  [
    "CR and LF in two chunks are not parted between lines",
    [text("abcd\r"), text("\ne")],
    { maxBytes: 5 },
    { keep: "head", boundary: "line" },
  ],
  [
    "A letter and its mark in two chunks stay together",
    [text("ae"), text("\u0301b")],
    { maxChars: 2 },
    { keep: "head", boundary: "grapheme" },
  ],
  [
    "A family in pieces stays together",
    [...FAMILY, "x"].map((part) => text(part)),
    { maxBytes: 18 },
    { keep: "head", boundary: "grapheme" },
  ],
  [
    "A run of flags unit by unit, from the tail",
    `x${FLAG.repeat(5)}`.split("").map((unit) => text(unit)),
    { maxChars: 6 },
    { keep: "tail", boundary: "grapheme" },
  ],
  [
    "The whole limits are met across chunks",
    [text(`${ACUTE}\n`), text("🟡")],
    { maxBytes: 8, maxChars: 5, maxLines: 2, maxTokens: 2 },
    { countTokens: "chars/4" },
  ],
  [
    "Tokens are those of the joined text, not of the chunks",
    [..."abcdefgh"].map((unit) => text(unit)),
    { maxTokens: 2 },
    { countTokens: "chars/4" },
  ],
  [
    "Tokens, cut",
    [text("abc"), text("defghijk"), text("lmnop")],
    { maxTokens: 3 },
    { headShare: 0.2, countTokens: "chars/4" },
  ],
  [
    "Long: what is no longer needed still counts",
    [{ repeat: [{ text: "é\n", times: 250 }] }, { repeat: [{ text: "line\n", times: 50 }] }],
    { maxBytes: 20 },
    { boundary: "line" },
  ],
];

function text(value: string, stream?: string): Chunk {
  const chunk = /\p{Surrogate}/u.test(value)
    ? { utf16: value.split("").map((unit) => unit.charCodeAt(0)) }
    : { text: value };
  return stream === undefined ? chunk : { stream, ...chunk };
}

function out(value: string): Chunk {
  return text(value, "stdout");
}

function err(value: string): Chunk {
  return text(value, "stderr");
}

function bytes(base64: string): Chunk {
  return { base64 };
}

function hex(value: string, stream?: string): Chunk {
  const base64 = Buffer.from(value.replaceAll(" ", ""), "hex").toString("base64");
  return stream === undefined ? { base64 } : { stream, base64 };
}

function hexes(value: string): Chunk[] {
  return value.split(" ").map((byte) => hex(byte));
}
