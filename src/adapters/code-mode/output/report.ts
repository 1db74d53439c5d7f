/** What a model gets of a program: its output, what it returned, and what it died of, inside one allowance of tokens. */
import { boundResult } from "../../../bound/boundResult.js";
import { boundText } from "../../../bound/boundText.js";
import type { Bounded, BoundOptions } from "../../../bound/types.js";
import { canonicalJson } from "../../../json/canonical/canonicalJson.js";
import { fitsRoom } from "../../../text/fits.js";
import { resolveLimits } from "../../../text/limits.js";
import { messageOf } from "../errors/scriptError.js";
import type { Outcome, ProjectedError } from "../types.js";
import type { ScriptImage } from "./createScriptOutput.js";
import type { ResolvedOutput } from "./options.js";

/** What a model gets of a program. Plain data. @public */
export interface ScriptReport {
  /** The blocks to hand to the model: output, return value, error, images. Those that are empty are left out. */
  readonly content: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  )[];
  /** The View of all that was printed. */
  readonly output: Bounded;
  /** The View of what was returned, if anything was. */
  readonly returned?: Bounded;
  /** What the program died of. */
  readonly error?: ProjectedError;
  /** Tokens that the texts could take together. */
  readonly maxTokens: number;
}

export interface Printed {
  readonly printed: readonly string[];
  /** Those that the model gets. */
  readonly images: readonly ScriptImage[];
  /** Those that are too many for it, by their place among what was printed. */
  readonly unseen: ReadonlyMap<number, ScriptImage>;
}

export async function makeReport(
  { printed, images, unseen }: Printed,
  outcome: Outcome | undefined,
  resolved: ResolvedOutput,
): Promise<ScriptReport> {
  const { maxTokens, countTokens, spill, meta, notice } = resolved;
  const { tool = "script" } = meta;
  const usual = { spill, countTokens, encodeJson: canonicalJson, ...(notice === undefined ? {} : { notice }) };
  const bound = (result: string | { json: unknown }, tokens: number, more: Partial<BoundOptions>) =>
    boundResult(result, { ...usual, limits: { maxTokens: tokens }, ...more });

  const error = outcome?.ok === false ? outcome.error : undefined;
  const errorText = error === undefined ? "" : errorView(error, Math.floor(maxTokens / 2));
  const value = outcome?.ok === true ? outcome.value : undefined;
  const label = value === undefined ? "" : LABEL;
  const left = Math.max(0, maxTokens - countTokens(errorText) - countTokens(label));

  const text = (await withUnseen(printed, unseen, resolved)).join("");
  const result = typeof value === "string" ? value : { json: value };
  const resultText = typeof result === "string" ? result : textOf(value);
  const share = shares(left, tokensOf(text), value === undefined ? 0 : tokensOf(resultText));
  const output = await bound(text, share.output, { meta: { ...meta, tool }, isError: error !== undefined });
  const returned =
    value === undefined
      ? undefined
      : await bound(result, share.returned, { meta: { ...meta, tool: `${tool}-return` } });
  const texts = [output.text, returned === undefined || returned.text === "" ? "" : label + returned.text, errorText];
  return {
    content: [
      ...texts.filter((one) => one !== "").map((one) => ({ type: "text", text: one }) as const),
      ...images.map((image) => ({ type: "image", ...image }) as const),
    ],
    output,
    ...(returned === undefined ? {} : { returned }),
    ...(error === undefined ? {} : { error }),
    maxTokens,
  };

  /** Counted only as far as it matters. */
  function tokensOf(whole: string): number {
    return fitsRoom(whole, resolveLimits({ maxTokens: left }), countTokens)
      ? countTokens(whole)
      : Number.POSITIVE_INFINITY;
  }

  function errorView(projected: ProjectedError, tokens: number): string {
    return boundText(messageOf(projected), { maxTokens: tokens }, { isError: true, notice: false, countTokens }).text;
  }
}

/** What one does not need goes to the other; if both need more, each has half. */
function shares(left: number, output: number, returned: number): { output: number; returned: number } {
  const half = Math.floor(left / 2);
  if (output <= half || returned === 0)
    return { output: Math.min(output, left), returned: left - Math.min(output, left) };
  if (returned <= half) return { output: left - returned, returned };
  return { output: left - half, returned: half };
}

/** Images that the model does not get are kept apart, and the line in their place says where. */
async function withUnseen(
  printed: readonly string[],
  unseen: ReadonlyMap<number, ScriptImage>,
  { spill, meta }: ResolvedOutput,
): Promise<readonly string[]> {
  if (spill === undefined || unseen.size === 0) return printed;
  const lines = [...printed];
  for (const [index, { data, mimeType }] of unseen) {
    const { spill: state } = await boundResult(data, {
      limits: { maxBytes: 0 },
      notice: false,
      spill,
      meta: { ...meta, tool: `${meta.tool ?? "script"}-image`, mediaType: mimeType, encoding: "base64" },
    });
    if (state.state === "kept")
      lines[index] = (lines[index] ?? "").replace("]\n", `; its base64 is ${state.ref.uri}]\n`);
  }
  return lines;
}

function textOf(value: unknown): string {
  const admitted = canonicalJson(value);
  return admitted.ok ? admitted.text : "";
}

const LABEL = "returned:\n";
