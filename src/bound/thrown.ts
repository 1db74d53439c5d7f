/** What a tool throws reaches the model as its message does: it is bounded as a result is. */
import type { Bounded } from "./types.js";

/**
 * @param bound - bounds the message; gives `truncated: false` for one that fits
 * @returns what to throw: the same, or an error with the View of its message
 */
export async function boundThrown(thrown: unknown, bound: (message: string) => Promise<Bounded>): Promise<unknown> {
  const message = messageOf(thrown);
  if (message === undefined) return thrown;
  const { text, truncated, altered } = await bound(message);
  if (!truncated && !altered) return thrown;
  const error = new Error(text, { cause: thrown });
  if (thrown instanceof Error) error.name = nameOf(thrown);
  return error;
}

/** Never by running code of the value's own, but for an Error's plain fields. */
function messageOf(thrown: unknown): string | undefined {
  if (typeof thrown === "string") return thrown;
  if (!(thrown instanceof Error)) return undefined;
  const { value } = Object.getOwnPropertyDescriptor(thrown, "message") ?? {};
  return typeof value === "string" ? value : undefined;
}

function nameOf(error: Error): string {
  try {
    return typeof error.name === "string" && error.name.length <= LONGEST_NAME_UNITS ? error.name : "Error";
  } catch {
    return "Error";
  }
}

const LONGEST_NAME_UNITS = 64;
