// How much of the heap results hold, against their size, once the text that they were cut from is dropped. Run with
// --expose-gc beside an installed spillway. Prints JSON: { node, cases: [{ name, heldBytes, sizeBytes, parentBytes, mayHold }] }.
const { boundResult, boundText } = await import("spillway");
const { createCollector, cut } = await import("spillway/text");

const MEGABYTE = 1024 * 1024;
const LARGE_BYTES = 50 * MEGABYTE;
/** Where it is not the size of the parent that matters: what is left of one like this shows as well. */
const SMALL_BYTES = 5 * MEGABYTE;
/** Collections until nothing more is freed, at most. */
const MOST_ROUNDS = 8;
/** What else may be on the heap than before. */
const NOISE_BYTES = 512 * 1024;

const TEXTS = {
  ascii: "All of it stays, and none of it is lost.\n",
  latin1: "Größe élevée à été señalée où çà et là.\n",
  cjk: "漢字かな交じり文を切る。全部残る。\n",
  emoji: "🟡🟢 état 👍🏽 of it 👨‍👩‍👧 all 🇫🇷\n",
  escapes: "\u001b[38;5;196m\u001b[1mred\u001b[0m\u001b[32mgreen\u001b[39m\n",
};
const LIMIT = { maxBytes: 51_200, maxLines: 2000 };
/** From a few units, which V8 copies in other ways than many, to a large share of a megabyte. */
const LIMITS = [{ maxBytes: 50 }, LIMIT, { maxChars: 300_000 }];
const KEEPS = ["head", "tail", "ends"];

const cases = [];
let kept; // while it is measured
// A first round is not measured: code that is compiled takes heap as well.
await everything((_name, kind, make, _bytes, use) => use(make(TEXTS[kind], MEGABYTE / 8)));
await everything(measure);
warm();
for (const kind of ["ascii", "cjk"]) {
  for (const keep of KEEPS) {
    const options = { keep, counts: false };
    await measure(`cut ${keep}, compiled`, kind, flat, SMALL_BYTES, (parent) => cuts(parent, LIMITS, options));
    await measure(`boundText ${keep}, compiled`, kind, flat, SMALL_BYTES, (parent) => views(parent, { keep }));
  }
}
console.log(JSON.stringify({ node: process.version, cases }));

async function everything(measure) {
  for (const kind of Object.keys(TEXTS)) {
    const large = kind === "escapes" ? SMALL_BYTES : LARGE_BYTES;
    await cutsOf(measure, kind, flat, large);
    if (kind === "ascii" || kind === "cjk") await cutsOf(measure, kind, external, SMALL_BYTES);
    await measure("boundText at a line", kind, flat, large, (parent) => [boundText(parent, LIMIT).text]);
    await measure("collector of large slices", kind, flat, large, (parent) => collected(parent, 20_000));

    await measure("cut at a grapheme or line", kind, flat, SMALL_BYTES, (parent) => [
      ...cuts(parent, LIMITS, { boundary: "grapheme" }),
      ...cuts(parent, LIMITS, { boundary: "line" }),
    ]);
    for (const keep of KEEPS) {
      const options = { keep, boundary: "codePoint" };
      await measure(`boundText ${keep}`, kind, flat, SMALL_BYTES, (parent) => views(parent, options));
    }
    await measure("boundText cleaned", kind, flat, SMALL_BYTES, (parent) => [
      boundText(parent, LIMIT, { clean: true }).text,
    ]);
    await measure("collector of small slices", kind, flat, SMALL_BYTES, (parent) => collected(parent, 300));
    await measure("boundResult", kind, flat, SMALL_BYTES, result);
    await measure("boundResult of small slices", kind, flat, SMALL_BYTES, (parent) => result(slices(parent, 300)));
  }
}

async function cutsOf(measure, kind, make, bytes) {
  // The control: a plain slice must be seen to hold its parent.
  await measure("slice", kind, make, bytes, (parent) => [parent.slice(1000, 2000)]);
  for (const keep of KEEPS) {
    await measure(`cut ${keep}`, kind, make, bytes, (parent) => cuts(parent, [LIMIT], { keep }));
    const options = { keep, counts: false };
    await measure(`cut ${keep}, no counts`, kind, make, bytes, (parent) => cuts(parent, LIMITS, options));
  }
}

function cuts(parent, limits, options) {
  return limits.flatMap((limit) => {
    const { head, tail } = cut(parent, limit, options);
    return [head, tail];
  });
}

function views(parent, options) {
  return LIMITS.map((limits) => boundText(parent, limits, options).text);
}

async function result(source) {
  return [(await boundResult(source, { limits: LIMIT })).text];
}

function collected(parent, units) {
  const collector = createCollector({ limits: LIMIT });
  for (const slice of slices(parent, units)) collector.write(slice);
  const { head, tail } = collector.end();
  return [head, tail];
}

function slices(parent, units) {
  return Array.from({ length: Math.ceil(parent.length / units) }, (_, i) => parent.slice(i * units, (i + 1) * units));
}

/** Lets V8 compile what cuts: some ways to copy a string are optimized away then. */
function warm() {
  const texts = Object.values(TEXTS).map((line) => line.repeat(300));
  for (let round = 0; round < 3000; round++) {
    for (const text of texts) {
      const keep = KEEPS[round % KEEPS.length];
      cut(text, { maxBytes: 2000 }, { keep, counts: false });
      if (round % 10 === 0) boundText(text, { maxBytes: 2000 }, { keep });
    }
  }
}

/** `use` gets a fresh text, the only reference to it, and gives the strings to hold. */
async function measure(name, kind, make, parentBytes, use) {
  const before = await inUse();
  kept = await use(make(TEXTS[kind], parentBytes));
  const sizeBytes = kept.reduce((sum, text) => sum + memoryOf(text), 0);
  const mayHold = 1.1 * sizeBytes + NOISE_BYTES;
  let heldBytes = (await inUse()) - before;
  // What a compiler at work holds goes within moments; a parent does not.
  for (let round = 0; round < 3 && heldBytes > mayHold; round++) heldBytes = (await inUse()) - before;
  kept = undefined;
  const suffix = make === external ? ", external" : "";
  cases.push({ name: `${name}: ${kind}${suffix}`, heldBytes, sizeBytes, mayHold, parentBytes });
}

/** V8 keeps a unit in one byte where no unit of the text needs two. */
function memoryOf(text) {
  return text.length * unitBytes(text);
}

function unitBytes(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Latin-1, all of it
  return /^[\u0000-\u00ff]*$/.test(text) ? 1 : 2;
}

/** A sequential string in V8's heap: `join` copies, where `repeat` would link. */
function flat(line, bytes) {
  const block = line.repeat(Math.ceil(8192 / line.length));
  return new Array(Math.ceil(bytes / memoryOf(block))).fill(block).join("");
}

/** A string outside V8's heap, as large ones from a `Buffer` are. */
function external(line, bytes) {
  const encoding = unitBytes(line) === 1 ? "latin1" : "utf16le";
  return Buffer.from(flat(line, bytes), encoding).toString(encoding);
}

async function inUse() {
  /^/.test(""); // V8 holds the text that was matched last
  let bytes = Number.POSITIVE_INFINITY;
  // External strings are freed behind the collection, in a task.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    globalThis.gc();
    await new Promise(setImmediate);
    const { heapUsed, external } = process.memoryUsage();
    const isSettled = bytes - heapUsed - external < 32_768;
    bytes = Math.min(bytes, heapUsed + external);
    if (isSettled) break;
  }
  return bytes;
}
