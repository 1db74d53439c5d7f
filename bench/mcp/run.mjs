/** `npm run bench:mcp`: a tool's result directly and through `spillway mcp`; writes bench/results/mcp.md and mcp.svg. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { machine, table } from "../shared/tables.mjs";
import { renderPlot } from "./plot.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Bytes of the text, and how often it is asked for. */
const SIZES = [
  [10e3, 101],
  [100e3, 51],
  [1e6, 31],
  [10e6, 9],
  [100e6, 5],
];
const MIB = 2 ** 20;

const store = mkdtempSync(join(tmpdir(), "spillway-bench-"));
const server = [process.execPath, path("server.mjs")];
const proxied = [process.execPath, path("../../dist/cli/main.js"), "mcp", "--store", store, "--", ...server];
const rows = [];
try {
  for (const [bytes, rounds] of SIZES) rows.push(await measure(bytes, rounds));
} finally {
  rmSync(store, { recursive: true, force: true });
}
save();

/** Both ways in turn, so that a machine that is busy for a while does not favour one. */
async function measure(bytes, rounds) {
  const ways = [connect(server), connect(proxied)];
  const times = [[], []];
  const received = [0, 0];
  for (let round = 0; round <= rounds; round++) {
    for (const [index, way] of ways.entries()) {
      const before = performance.now();
      received[index] = await way.call(bytes);
      if (round > 0) times[index].push(performance.now() - before); // the first one warms up
    }
  }
  const [direct, through] = times.map(median);
  const peak = ways[1].peakBytes();
  for (const way of ways) way.close();
  console.error(`${bytes / 1e3} KB: ${direct.toFixed(2)} ms directly, ${through.toFixed(2)} ms through the proxy`);
  return { bytes, direct, through, peak, sent: received[0], received: received[1] };
}

/** A client that parses what comes, as any has to. */
function connect([command, ...args]) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  let chunks = [];
  let id = 0;
  let done;
  child.stdout.on("data", (chunk) => {
    chunks.push(chunk);
    if (chunk.at(-1) !== 10) return;
    const line = Buffer.concat(chunks);
    chunks = [];
    JSON.parse(line.toString());
    done(line.length);
  });
  return {
    call(bytes) {
      const message = {
        jsonrpc: "2.0",
        id: ++id,
        method: "tools/call",
        params: { name: "text", arguments: { bytes } },
      };
      return new Promise((resolve) => {
        done = resolve;
        child.stdin.write(`${JSON.stringify(message)}\n`);
      });
    },
    peakBytes() {
      if (process.platform !== "linux") return undefined;
      return 1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]);
    },
    close: () => child.stdin.end(),
  };
}

function median(times) {
  return times.sort((one, other) => one - other)[times.length >> 1];
}

function save() {
  const version = JSON.parse(readFileSync(path("../../package.json"), "utf8")).version;
  const about = `${new Date().toISOString().slice(0, 10)}, spillway ${version}, Node ${process.version}, ${machine()}.`;
  const lines = rows.map(({ bytes, direct, through, peak, sent, received }) => [
    bytes < 1e6 ? `${bytes / 1e3} KB` : `${bytes / 1e6} MB`,
    `${direct.toFixed(1)} ms`,
    `${through.toFixed(1)} ms`,
    sent.toLocaleString("en"),
    received.toLocaleString("en"),
    peak === undefined ? "–" : `${Math.round(peak / MIB)} MiB`,
  ]);
  const header = ["text", "directly", "through the proxy", "bytes before", "bytes after", "peak memory of the proxy"];
  const text = `# A tool's result through \`spillway mcp\`

${about}

From the request to the parsed response, median; both ways in turn, one call at a time. The client here takes a message of any size:
those of both SDKs close the connection above 10 MiB. Through the proxy, the complete result is in a file when the response arrives.

${table(header, lines)}

![Latency by size](mcp.svg)

Up to 8 MiB (\`--max-message\`) the proxy parses a message, above that it streams it: memory grows up to there and no further.
Written by \`npm run bench:mcp\`.
`;
  writeFileSync(path("../results/mcp.md"), text);
  writeFileSync(path("../results/mcp.svg"), renderPlot(rows));
}
