// Programs in pi's code mode, which bounds neither results nor return values nor errors: the bridge does.
// It needs @earendil-works/pi-codemode, and with it Node 22.19: test/e2e/code-mode brings both.
import assert from "node:assert/strict";
// biome-ignore lint/correctness/noUndeclaredDependencies: it is for another Node than the root's
import { CodemodeSandbox } from "@earendil-works/pi-codemode";
import { createBridge, createScriptOutput, projectError, ScriptError } from "spillway/code-mode";
import { memorySpill } from "spillway/spill";

const spill = memorySpill();
const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `row ${id}`, notes: "x".repeat(50) }));
const output = createScriptOutput({ spill });
const bridge = createBridge({ tools: { list_rows: { execute: () => rows, list: { identity: ["id"] } } }, spill });

const tools = bridge.tools.map(({ name, description, inputSchema, outputSchema }) => ({
  ...{ name, description, inputSchema, outputSchema },
  async execute(args) {
    const outcome = await bridge.invoke(name, args);
    if (outcome.ok) return outcome.value;
    throw new ScriptError(outcome.error); // pi hands its message on, of which the last line is the error as JSON
  },
}));
const sandbox = new CodemodeSandbox({ tools, memoryLimitBytes: 256 * 2 ** 20 });

async function run(program) {
  const result = await sandbox.execute(`return (${bridge.prelude})().run(async () => {${program}\n})`);
  for (const item of result.output) {
    if (item.type === "image") output.image(item);
    else if (item.console) output.console("log", item.text);
    else output.text(item.text);
  }
  if (result.ok) return bridge.finish(result.value ?? '{"ok":true}');
  return { ok: false, error: projectError(result.error, { operation: "script", scope: "script" }) };
}

const outcome = await run(`
  try {
    return await tools.list_rows();
  } catch (error) {
    const { kind, measured, recover: [less], evidence: [{ id }] } = JSON.parse(error.message.split("\\n").at(-1));
    text(kind + ": " + measured);
    const ids = await tools[less.tool](less.arguments);
    return JSON.parse((await tools.read_result({ id, pointer: "/" + (ids.length - 1) })).text).name;
  }`);
await sandbox.close();
const { content } = await output.finish(outcome);
console.log(content);
assert.deepEqual(content, [
  { type: "text", text: `capacity: ${JSON.stringify(rows).length}\n` },
  { type: "text", text: "returned:\nrow 39999" },
]);
