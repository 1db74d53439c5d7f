/** The results as Markdown: the model first, then what was counted, then real commands. */
import { table } from "../shared/tables.mjs";
import { digits, METRICS, windowName } from "./metrics.mjs";
import { MODEL } from "./session.mjs";

export function renderMarkdown(rows, { sessions, commands, shown }) {
  const windows = [...new Set(rows.map(({ contextWindow }) => contextWindow))];
  const header = ["", ...METRICS.map(({ title, unit }) => `${title}, ${unit}`)];
  const tables = windows.flatMap((tokens) => [
    `## A context window of ${windowName(tokens)} tokens`,
    table(
      header,
      rows
        .filter(({ contextWindow }) => contextWindow === tokens)
        .map(({ policy, counts }) => [policy, ...METRICS.map(({ of }) => digits(of(counts, sessions)))]),
    ),
  ]);
  const names = commands.map(
    ({ name, text }) => `\`${name}\` (${Math.round(Buffer.byteLength(text) / 1000).toLocaleString("en-US")} kB)`,
  );
  const lines = shown.map(({ contextWindow, policy, tokens }) => [
    windowName(contextWindow),
    policy,
    ...tokens.map((count) => count.toLocaleString("en-US")),
    tokens.reduce((sum, count) => sum + count, 0).toLocaleString("en-US"),
  ]);
  return `${[
    "# Sessions of an agent",
    `Simulated: ${sessions} sessions of ${MODEL.messages} messages, the same for each way to bound. Written by \`npm run bench:session\`; deterministic, but for the commands of the last table, which print what this repository has.`,
    "![Overflows, compactions, tokens, windows and questions without an answer, for each way and context window](session.svg)",
    MODEL_WORDS,
    WAYS,
    ...tables,
    "## One message that asks for six real commands",
    "Run in this repository; half of the context window is in use. Tokens of each View, by the estimate that aims at the truth.",
    table(["window", "way", ...names, "together"], lines),
  ].join("\n\n")}\n`;
}

const percent = (share) => `${share * 100} %`;

const MODEL_WORDS = `## The model

- A message asks for ${Math.min(...MODEL.calls)} to ${Math.max(...MODEL.calls)} results (${MODEL.calls.join(", ")}, each as often), of six kinds: files, searches, tests, lists, logs, queries. Sizes are logarithmic normal, medians 1.5 to 30 kB, 4 MB at most. A reply takes ${MODEL.replyTokens} tokens, instructions ${MODEL.fixedTokens.toLocaleString("en-US")}, and ${percent(MODEL.reserve)} of the window is held back.
- In ${percent(MODEL.asked)} of the results the model looks for something, which stands in one line at a random place. If the View has that line, that is all.
- If not, and the View names a Spill, the model reads back: in ${percent(MODEL.searched)} of the cases it has a word and searches, else it reads on from where the View leaves out, window by window, until it has the line; ${MODEL.mostWindows} at most, ${MODEL.windowBytes.toLocaleString("en-US")} bytes each and no more than a share of the Headroom. Each is a message of its own.
- The harness compacts at ${percent(MODEL.compactAt)} of the context window, to ${percent(MODEL.compactTo)}. If results do not fit the window at all, the request fails: an overflow. It is compacted then, and these results are lost.
- Tokens are estimated (\`bias: "expected"\`), for the context and for what is counted. No model is asked: how well one reads back, and what it does without an answer, is not simulated.`;

const WAYS = `## The ways

- **no bound**: results as they are.
- **50 KB, 2,000 lines**: the end of each result, without a way to the rest, as harnesses have it.
- **share per call**: \`computeBound\`: each call may take a quarter of the Headroom, whatever the others take.
- **Ledger**: \`createLedger\`: a quarter for all calls of a message; each gets what is left ÷ calls left, as it ends.
- **allocate**: \`boundBatch\`: the same quarter, shared when the sizes of all are known: the small stay whole.
- **allocate, shared floors**: the same with \`floorPolicy: "shared"\`. The other ways give each call 4,096 bytes even where the Headroom has less: what overflows under them comes of that.`;
