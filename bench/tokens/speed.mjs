/** `npm run bench:tokens`, second half: estimates a second beside tokenx and an exact tokenizer, on both sides of the seam. */
import { appendFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { estimateTokenCount } from "tokenx";
import { race } from "../text/race.mjs";
import { holdoutSamples } from "./judge.mjs";
import { loadSource } from "./library.mjs";

const UNITS = 200_000;
/** How many times as fast as tokenx: what has to be, on English and code. */
const MUST = { node: 30, portable: 15 };
const KINDS = ["english", "typescript", "json", "plain logs", "base64", "chinese", "russian", "emoji"];

const node = (await loadSource("tokens/estimate.ts", "node")).estimateTokens;
const portable = (await loadSource("tokens/estimate.ts", "portable")).estimateTokens;
const samples = holdoutSamples();
const lines = KINDS.map((kind) => {
  const text = textOf(kind);
  const times = race({ node, portable, tokenx: estimateTokenCount }, { text }, { rounds: 7, settle: false });
  const exact =
    race({ exact: (piece) => countTokens(piece) }, { text: text.slice(0, 40_000) }, { rounds: 3, settle: false })
      .exact * 5;
  const rate = (time) => `${((1000 * Buffer.byteLength(text)) / time).toFixed(0)} MB/s`;
  const ratio = (time) => `${(times.tokenx / time).toFixed(1)}×`;
  return [
    kind,
    rate(times.node),
    rate(times.portable),
    rate(times.tokenx),
    rate(exact),
    ratio(times.node),
    ratio(times.portable),
  ];
});
const header = [
  "text",
  "Node",
  "portable",
  "tokenx",
  "gpt-tokenizer (o200k, warm)",
  "Node ÷ tokenx",
  "portable ÷ tokenx",
];
const table = [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const text = `\n## Speed\n\n\`estimateTokens\` with its defaults, texts of ${UNITS.toLocaleString("en-US")} UTF-16 units, Node ${process.versions.node}; all ways of a row in one process in turn, medians. MB of UTF-8. It has to be ${MUST.node} times as fast as tokenx on English and code where Node's copies are at hand, and ${MUST.portable} times anywhere.\n\n${table}\n`;
console.log(text);
if (!process.argv.includes("--print")) appendFileSync(new URL("../results/tokens.md", import.meta.url), text);

/** A flat text of one category, repeated until it is long enough. */
function textOf(kind) {
  const texts = samples.filter(({ category }) => category === kind).map(({ text }) => text);
  const parts = [];
  for (let units = 0; units < UNITS; ) for (const text of texts) units += parts.push(text) && text.length;
  return [...parts].join("").slice(0, UNITS).split("").join("");
}
