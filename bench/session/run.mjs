/** `npm run bench:session`: replays sessions of an agent; writes results/session.md and session.svg. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { memorySpill } from "../../dist/spill/index.js";
import { captureCommands } from "./capture.mjs";
import { renderPlot } from "./plot.mjs";
import { POLICIES } from "./policies.mjs";
import { renderMarkdown } from "./report.mjs";
import { planSession, runSession, tokensOf } from "./session.mjs";

const WINDOWS = [32_000, 128_000, 1_000_000];
const { values } = parseArgs({ options: { sessions: { type: "string" }, out: { type: "string" } } });
const sessions = Number(values.sessions ?? 8);

const rows = WINDOWS.flatMap((contextWindow) =>
  Object.keys(POLICIES).map((policy) => ({ contextWindow, policy, counts: {} })),
);
for (let seed = 1; seed <= sessions; seed++) {
  console.error(`session ${seed} of ${sessions}`);
  const plan = planSession(seed);
  for (const { contextWindow, policy, counts } of rows) {
    for (const [name, count] of Object.entries(await runSession(plan, policy, contextWindow))) {
      counts[name] = (counts[name] ?? 0) + count;
    }
  }
}

const commands = captureCommands();
const shown = [];
for (const contextWindow of WINDOWS) {
  for (const policy of Object.keys(POLICIES)) {
    const context = { headroom: contextWindow * 0.5, spill: memorySpill({ key: "bench" }) };
    const views = await POLICIES[policy](
      commands.map(({ text }) => text),
      context,
    );
    shown.push({ contextWindow, policy, tokens: views.map(({ text }) => tokensOf(text)) });
  }
}

const text = renderMarkdown(rows, { sessions, commands, shown });
process.stdout.write(text);
const results = values.out ?? fileURLToPath(new URL("../results/", import.meta.url));
mkdirSync(results, { recursive: true });
writeFileSync(`${results}/session.md`, text);
writeFileSync(`${results}/session.svg`, renderPlot(rows, sessions));
