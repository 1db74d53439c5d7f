/** P4: whenever the View is not the whole, the Spill is, byte by byte; and windows read all of it back. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { wellFormed } from "../../bound/oracle.js";
import { anyInput, type Input } from "../cases/inputs.js";
import { anyLimits } from "../cases/limits.js";
import { anyOptions } from "../cases/options.js";
import { caseOf, casePlan, type Options, type Outcome, run } from "../cases/run.js";
import { SMALL_QUOTA, workingStore } from "../cases/stores.js";
import { hold, holdSame } from "../hold.js";
import type { Property } from "../promise.js";
import { readBack } from "./readBack.js";

/** @param quota - bytes that the store keeps of one Spill */
export async function checkLossless(
  input: Input,
  options: Options,
  { bounded, store }: Outcome,
  quota = Number.POSITIVE_INFINITY,
): Promise<void> {
  hold(bounded !== undefined, "a View comes out");
  const { spill, text, truncated, altered } = bounded;
  const isWhole = input.text !== undefined && text === wellFormed(input.text) && input.breaksWith === undefined;
  // Judged by the View itself, not by what it says of itself.
  if (isWhole && !input.marked && spill.state === "none") return;
  if (input.kind === "binary") hold(altered, "what is no text is not shown as it is");
  hold(
    !truncated && !altered && input.text === undefined ? true : spill.state === "kept",
    "what the View lacks is kept",
  );
  if (spill.state !== "kept" || store === undefined) return;

  const { ref } = spill;
  hold(
    store.refs.some(({ id }) => id === ref.id),
    "announced once it was committed",
  );
  const kept = await store.read(ref.id);
  const info = await store.stat(ref.id);
  hold(info !== undefined && !("gone" in info), "the store knows it");
  holdSame([info.bytes, info.sha256, info.complete], [ref.bytes, ref.sha256, ref.complete], "as it was announced");
  holdSame(ref.bytes, kept.length, "its size");
  holdSame(ref.sha256, createHash("sha256").update(kept).digest("hex"), "its digest");
  if (ref.path !== undefined) hold(readFileSync(ref.path).equals(kept), "its file has the same bytes");
  hold(ref.totalBytes >= ref.bytes && (!ref.complete || ref.totalBytes === ref.bytes), "sizes that can be");
  const isPart = input.breaksWith !== undefined || options.upstream?.truncated === true;
  if (input.raw === undefined) return;
  holdSame(kept.length, Math.min(input.raw.length, quota), "every byte that came, or the quota");
  hold(Buffer.from(input.raw.subarray(0, kept.length)).equals(kept), "the bytes that came");
  holdSame(ref.complete, !isPart && kept.length === input.raw.length, "complete if all is there");
  hold(ref.totalBytes >= input.raw.length, "the whole is no less than what came");
}

const properties: readonly Property[] = [
  {
    title: "keeps every byte of what the View is not the whole of",
    count: 1500,
    of: (library) =>
      fc.asyncProperty(
        casePlan({ input: anyInput, limits: anyLimits, options: anyOptions("onSpillFailure"), store: workingStore }),
        async (plan) => {
          const one = caseOf(plan);
          const quota = plan.store.kind === "small memory" ? SMALL_QUOTA : undefined;
          await checkLossless(one.input, one.options, await run(library, one), quota);
        },
      ),
  },
  { title: "reads all of it back, in windows that tile it", of: readBack },
];
export default properties;
