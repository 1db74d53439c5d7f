// A program in QuickJS: it gets a result that is too large for the bridge, and answers from it all the same.
import assert from "node:assert/strict";
import { getQuickJS, type QuickJSHandle } from "quickjs-emscripten";
import { createBridge, createScriptOutput } from "spillway/code-mode";
import { memorySpill } from "spillway/spill";

const spill = memorySpill();
const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `row ${id}`, notes: "x".repeat(50) }));
const output = createScriptOutput({ spill, maxOutputTokens: 200 });
const list_rows = { execute: () => rows, list: { identity: ["id"] } };
const bridge = createBridge({ tools: { list_rows }, output, spill });

// The engine: a string of the guest has its length without a copy, and goes in and out as JSON text.
const vm = (await getQuickJS()).newContext();
const textOf = (handle: QuickJSHandle) => ({
  length: vm.getProp(handle, "length").consume(vm.getNumber.bind(vm)),
  slice: (from: number, to: number) => vm.getString(handle).slice(from, to),
});
const call = vm.newFunction("call", (name, args) => {
  const promise = vm.newPromise();
  bridge.call(vm.getString(name), textOf(args), (reply) => {
    vm.newString(reply).consume((text) => promise.resolve(text));
    vm.runtime.executePendingJobs();
  });
  return promise.handle;
});
const emit = vm.newFunction("emit", (what, text) => vm.newString(bridge.emit(vm.getString(what), textOf(text))));

async function run(program: string) {
  const start = vm.unwrapResult(
    vm.evalCode(`(call, emit) => (${bridge.prelude})(call, emit).run(async ({ tools, text }) => {${program}})`),
  );
  const settled = vm.resolvePromise(vm.unwrapResult(vm.callFunction(start, vm.undefined, call, emit)));
  vm.runtime.executePendingJobs();
  return bridge.finish(textOf(vm.unwrapResult(await settled)));
}

const outcome = await run(`
  try {
    await tools.list_rows();
  } catch (error) {
    text(error.kind + ": " + error.measured + " of " + error.limit + " bytes");
    const [less] = error.recover;                              // the same call, with fields: []
    const ids = await tools[less.tool](less.arguments);
    const last = await tools.read_result({ id: error.evidence[0].id, pointer: "/" + (ids.length - 1) });
    return JSON.parse(last.text).name;
  }`);
const { content } = await output.finish(outcome);
console.log(content);
assert.deepEqual(content, [
  { type: "text", text: `capacity: ${JSON.stringify(rows).length} of 2097152 bytes\n` },
  { type: "text", text: "returned:\nrow 39999" },
]);
