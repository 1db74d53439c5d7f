/** WebAssembly, where the runtime has it. */

/** @returns what a module exports, or `undefined` where the runtime lacks what it needs, or forbids to compile */
export function instantiate<Exports>(base64: string): Exports | undefined {
  try {
    const { WebAssembly } = globalThis as { WebAssembly?: WebAssemblyLike };
    if (WebAssembly === undefined) return undefined;
    const module = new WebAssembly.Module(Buffer.from(base64, "base64"));
    return new WebAssembly.Instance(module).exports as Exports;
  } catch {
    return undefined;
  }
}

/** The little of the WebAssembly interface that is used; Node's types leave it to those of the DOM. */
interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}
