/** A host of QuickJS in WebAssembly, as any host would write one. */
import { getQuickJS, type QuickJSContext, type QuickJSHandle } from "quickjs-emscripten";
import type { Bridge, GuestText, Outcome } from "spillway/code-mode";

export interface QuickJSGuest {
  /** Runs the body of an async function, in the same realm as those before. */
  run(body: string): Promise<Outcome>;
  /** A value of the guest's, as text that is not copied yet. */
  text(expression: string): GuestText;
  dispose(): void;
}

export async function quickJSGuest(bridge: Bridge): Promise<QuickJSGuest> {
  const vm = (await getQuickJS()).newContext();
  let isGone = false;
  const runtime = vm.runtime;
  const unwrap = (result: ReturnType<QuickJSContext["evalCode"]>) => vm.unwrapResult(result);

  const call = vm.newFunction("call", (name, args) => {
    const promise = vm.newPromise();
    void bridge.call(vm.getString(name), textOf(vm, args), (reply) => {
      if (isGone) throw new Error("the guest is gone");
      vm.newString(reply).consume((handle) => promise.resolve(handle));
      runtime.executePendingJobs();
    });
    return promise.handle;
  });
  const emit = vm.newFunction("emit", (what, text) => vm.newString(bridge.emit(vm.getString(what), textOf(vm, text))));
  // Only the guest's half can reach the host's: a program has no name for it.
  const guest = unwrap(vm.callFunction(unwrap(vm.evalCode(bridge.prelude)), vm.undefined, call, emit));
  for (const name of ["tools", "console", "text", "image", "store", "load"]) {
    vm.getProp(guest, name).consume((handle) => vm.setProp(vm.global, name, handle));
  }

  return {
    async run(body) {
      const program = unwrap(vm.evalCode(`(async () => {${body}\n})`, "program.js"));
      const reply = vm.getProp(guest, "run").consume((run) => unwrap(vm.callFunction(run, guest, program)));
      const settled = vm.resolvePromise(reply);
      runtime.executePendingJobs();
      return unwrap(await settled).consume((text) => bridge.finish(textOf(vm, text)));
    },
    text: (expression) => textOf(vm, unwrap(vm.evalCode(expression))),
    dispose() {
      isGone = true; // its memory goes with the process
    },
  };
}

/** A string has its length without a copy. JSON has no NUL, at which `getString` would stop. */
function textOf(vm: QuickJSContext, handle: QuickJSHandle): GuestText {
  const length = vm.getProp(handle, "length").consume((value) => vm.getNumber(value));
  return { length, slice: (from, to) => vm.getString(handle).slice(from, to) };
}
