/** The texts that are cut and measured: six kinds, of any size in UTF-16 units. */

/** Kinds of text; each makes one line, its newline included, from a source of random numbers. */
const KINDS = {
  ascii: (random) => line(random, 79, () => letter(random)),
  latin1: (random) => line(random, 79, () => (random() < 0.3 ? "é" : letter(random))),
  cjk: (random) => line(random, 40, () => String.fromCharCode(0x4e00 + Math.floor(random() * 0x5000))),
  emoji: (random) => line(random, 40, () => String.fromCodePoint(0x1f600 + Math.floor(random() * 64))),
  endless: (random) => line(random, 79, () => letter(random)).replace("\n", " "),
  short: (random) => line(random, 9, () => letter(random)),
};

export const KIND_NAMES = Object.keys(KINDS);

/** Names of sizes, in UTF-16 units. */
export const SIZES = { "2kb": 2_000, "60kb": 60_000, "1mb": 1_000_000, "100mb": 100_000_000 };

/** One flat sequential string of exactly so many units. */
export function flatText(kind, units) {
  return [...pieces(kind, units, BLOCK_UNITS)].join("");
}

/** A maker of ropes: each call gives a new one, since the first look at a rope flattens it. */
export function ropeMaker(kind, units) {
  const parts = [...pieces(kind, units, CHUNK_UNITS)];
  return () => {
    let rope = "";
    for (const part of parts) rope += part;
    return rope;
  };
}

/**
 * Pieces of a text that ends inside a line, so that "does a final newline count" is no question between peers. Two or
 * more, since joining one gives it back as it is.
 */
function* pieces(kind, units, pieceUnits) {
  const blockUnits = Math.min(pieceUnits, units >> 1);
  const key = `${kind} ${blockUnits}`;
  if (!stocks.has(key)) stocks.set(key, blocks(kind, blockUnits));
  const stock = stocks.get(key);
  let left = units;
  for (let index = 0; left > 0; index++) {
    const block = stock[index % stock.length];
    yield block.length < left ? block : finish(block.slice(0, left));
    left -= block.length;
  }
}

/** Blocks made before. */
const stocks = new Map();

function finish(piece) {
  return /[\n\ud800-\udbff]$/.test(piece) ? `${piece.slice(0, -1)}x` : piece;
}

function blocks(kind, units) {
  const random = randomNumbers();
  return Array.from({ length: BLOCKS }, () => {
    const lines = [];
    for (let length = 0; length < units; length += lines.at(-1).length) lines.push(KINDS[kind](random));
    return lines.join("");
  });
}

function line(random, characters, character) {
  const words = Array.from({ length: characters }, (_, at) => (at > 0 && random() < 0.15 ? " " : character()));
  return `${words.join("")}\n`;
}

function letter(random) {
  return String.fromCharCode(97 + Math.floor(random() * 26));
}

/** Park and Miller's generator: the same texts in every run. */
function randomNumbers(seed = 20_26) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const BLOCK_UNITS = 65_536;
/** Pieces of a rope: what a child process writes at a time. */
const CHUNK_UNITS = 4_096;
/** Enough that a branch predictor cannot learn the text by heart, few enough to be made in a moment. */
const BLOCKS = 16;
