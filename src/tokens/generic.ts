/**
 * What `countTokens` is where nobody passed one: `estimateTokens` with its defaults, and what a cut asks of it, at the cost
 * of what is kept. Brings the generic profile alone, none of the others.
 */
import { GENERIC } from "./generated/generic.js";
import { Scale, startOfTail } from "./scale.js";
import { weightsOf } from "./weights.js";

/** Equals `estimateTokens(text)`. */
export function estimateGeneric(text: string): number {
  const scale = createGenericScale();
  scale.add(text);
  return scale.tokens;
}

/** A running {@link estimateGeneric}. */
export function createGenericScale(): Scale {
  return new Scale(weightsOf(GENERIC, "safe"));
}

/** Whether a text has `maxTokens` at most; a text far larger is not read whole. */
export function fitsGeneric(text: string, maxTokens: number): boolean {
  const scale = createGenericScale();
  const most = 1000 * maxTokens;
  scale.add(text, most);
  return scale.thousandths <= most;
}

/** Units of the longest prefix that has `maxTokens` at most and parts no pair. */
export function genericHead(text: string, maxTokens: number): number {
  return createGenericScale().addWithin(text, 1000 * maxTokens);
}

/** Where the longest suffix starts that has `maxTokens` at most and parts no pair. */
export function genericTail(text: string, maxTokens: number): number {
  return startOfTail(text, 1000 * maxTokens, weightsOf(GENERIC, "safe"));
}
