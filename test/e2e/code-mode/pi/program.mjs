// Runs one program in pi's code mode behind the bridge, or without it, and tells what came of it and what it took.
import { CodemodeSandbox } from "@earendil-works/pi-codemode";
import { createBridge, createScriptOutput, projectError, ScriptError } from "spillway/code-mode";
import { memorySpill } from "spillway/spill";

const { program, bare = false, memoryLimitBytes = 2 ** 28 } = JSON.parse(process.argv[2]);
const trap = () => {
  throw new Error("it ran");
};
const cycle = {};
cycle.self = cycle;
const values = {
  bigint: { rows: [1n] },
  cycle: [cycle],
  accessor: {
    a: {
      get b() {
        return trap();
      },
    },
  },
  proxy: { p: new Proxy({}, { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, getPrototypeOf: trap }) },
  toJSON: [0, { toJSON: trap }],
};
const bodies = {
  plain: `head${"p".repeat(2_101_248 - 8)}tail`,
  backslashes: `head${"\\".repeat(1_052_672 - 8)}tail`,
};
const log = (node) =>
  Array.from(
    { length: 5000 },
    (_, line) => `node-${node} ${line} ${line === 4321 && node % 3 === 0 ? "FAILED" : "ok"}`,
  ).join("\n");

const spill = memorySpill();
const output = createScriptOutput({ spill });
const bridge = createBridge({
  spill,
  tools: {
    echo: { execute: (args) => args },
    give: { execute: (kind) => values[kind] },
    get_body: { execute: ({ name }) => bodies[name] },
    read_log: { execute: async (node) => log(node) },
    list_responses: {
      execute: ({ name }) => [{ name, bytes: bodies[name].length, body: bodies[name] }],
      list: { identity: ["name", "bytes"] },
    },
  },
});
const sandbox = new CodemodeSandbox({
  memoryLimitBytes,
  tools: bridge.tools.map(({ name }) => ({
    name,
    async execute(args) {
      const outcome = await bridge.invoke(name, args);
      if (outcome.ok) return outcome.value;
      throw new ScriptError(outcome.error);
    },
  })),
});

// What an error says besides its words is the last line of its message.
const FACTS = 'const facts = (error) => JSON.parse(error.message.split("\\n").at(-1));';
const wrapped = bare ? program : `return (${bridge.prelude})().run(async () => {${FACTS}${program}\n})`;
const start = process.cpuUsage();
const result = await sandbox.execute(wrapped);
const { user, system } = process.cpuUsage(start);
const took = (user + system) / 1000; // milliseconds of all threads, whatever else the machine does
await sandbox.close();

let outcome = { ok: true, value: result.value };
if (!bare && result.ok) outcome = bridge.finish(result.value ?? '{"ok":true}');
else if (!result.ok) {
  outcome = { ok: false, error: projectError(result.error, { operation: "script", scope: "script" }) };
}
for (const item of result.output) output.text(item.text);
const { content } = await output.finish(await outcome);
const records = bridge.records().map(({ tool, status }) => ({ tool, status }));
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ outcome: await outcome, content, records, took, peakBytes, node: process.version }));
