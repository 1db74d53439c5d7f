/** Ways to take the output of a command and keep all of it in a file. Each gives what it kept, to be checked. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
// Not among the exports of pi.
import { OutputAccumulator } from "../node_modules/@earendil-works/pi-coding-agent/dist/core/tools/output-accumulator.js";
import { talk } from "../text/command.mjs";
import { LIMITS } from "../text/subjects/limits.mjs";

/**
 * @param library - `dist/text/index.js` of the build
 * @param folder - where the files go; also the process's temporary directory, for pi
 */
export async function waysOf(library, folder) {
  const { createCollector } = await import(pathToFileURL(library));
  const { fileSpill } = await import(new URL("../spill/file/index.js", pathToFileURL(library)));
  const store = join(folder, "store");
  mkdirSync(store, { recursive: true });
  let calls = 0;

  return {
    /** Nothing is kept: what reading costs. */
    async drain(kind) {
      let bytes = 0;
      for await (const chunk of talk(kind)) bytes += chunk.length;
      return { bytes };
    },
    /** Nothing is kept but a digest: the least that a thread has to do which does both. */
    async "read and digest"(kind) {
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const chunk of talk(kind)) {
        hash.update(chunk);
        bytes += chunk.length;
      }
      return { bytes, sha256: hash.digest("hex") };
    },
    /** The shortest way to a file: no View, no digest, no check. */
    async pipe(kind) {
      const path = join(folder, `${calls++}.log`);
      await pipeline(talk(kind), createWriteStream(path));
      return { path };
    },
    /** A View and a Spill, its digest included. */
    async spillway(kind) {
      const collector = createCollector({ limits: LIMITS, keep: "tail" });
      const writer = await fileSpill({ directory: store }).create({ tool: "bench", seq: calls++ });
      for await (const chunk of talk(kind)) {
        collector.write(chunk);
        await writer.write(chunk);
      }
      const { path, sha256 } = await writer.commit();
      return { path, sha256, shown: collector.end().tail };
    },
    /** The same without the View. */
    async "file Spill alone"(kind) {
      const writer = await fileSpill({ directory: store }).create({ tool: "bench", seq: calls++ });
      for await (const chunk of talk(kind)) await writer.write(chunk);
      const { path, sha256 } = await writer.commit();
      return { path, sha256 };
    },
    /** pi's bash tool. It does not wait for its file, so that what is not written yet is in memory. */
    async pi(kind) {
      const accumulator = new OutputAccumulator();
      for await (const chunk of talk(kind)) accumulator.append(chunk);
      accumulator.finish();
      const { content, fullOutputPath } = accumulator.snapshot({ persistIfTruncated: true });
      await accumulator.closeTempFile();
      return { path: fullOutputPath, shown: content };
    },
  };
}

/** SHA-256 of a kept file, and its size. */
export async function digestOf(path) {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { sha256: hash.digest("hex"), bytes: statSync(path).size };
}

export function forget({ path }) {
  if (path !== undefined) unlinkSync(path);
}
