/** Builds the library anew with one planted fault: in its source, or around its functions. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { build, type Plugin } from "esbuild";
import { type Library, spillway } from "./library.js";

/** A fault that somebody could make. */
export interface Mutation {
  readonly fault: string;
  /** In the source: what stands there once, and what stands there instead. */
  readonly edit?: { readonly file: string; readonly from: string; readonly to: string };
  /** Or around functions of the library. */
  readonly wrap?: (library: Library) => Partial<Library>;
}

const SRC = resolve(import.meta.dirname, "../../src");

export async function mutantOf({ edit, wrap }: Mutation): Promise<Library> {
  const library = edit === undefined ? spillway : await buildWith(edit);
  return { ...library, ...wrap?.(library) };
}

async function buildWith(edit: NonNullable<Mutation["edit"]>): Promise<Library> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: SRC, loader: "ts" },
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "es2023",
    plugins: [planting(edit)],
  });
  const module = { exports: {} as Library };
  // The bundle is a module of its own: the library that is not mutated stays as it is.
  new Function("module", "exports", "require", outputFiles[0]?.text ?? "")(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports;
}

function planting({ file, from, to }: NonNullable<Mutation["edit"]>): Plugin {
  return {
    name: "plant a fault",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#platform$/ }, () => ({ path: join(SRC, "platform/node.ts") }));
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path !== join(SRC, file)) return undefined;
        const parts = readFileSync(path, "utf8").split(from);
        if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times what is to be mutated: ${from}`);
        return { contents: parts.join(to), loader: "ts" };
      });
    },
  };
}

const ENTRY = `
export { boundResult, boundText, parseNotice } from "./index.ts";
export { memorySpill, readSpill } from "./spill/index.ts";
export { fileSpill } from "./spill/file/index.ts";
export { createCollector, cut } from "./text/index.ts";
`;
