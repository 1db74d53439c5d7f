/** What a tool throws reaches the model as its message does: it is bounded as a result is. */
import { nameOf } from "./iterate.js";
import type { Bounded } from "./types.js";

/**
 * @param bound - makes the View of the message
 * @returns what to throw: the same, where the View is the message; else an error with the View, whose `cause` it is. In a
 * box, since a promise of it would ask it for a `then`.
 */
export async function boundThrown(
  thrown: unknown,
  bound: (message: string) => Promise<Pick<Bounded, "text">>,
): Promise<{ readonly error: unknown }> {
  const message = messageOf(thrown);
  if (message === undefined) return { error: thrown };
  const { text } = await bound(message);
  if (text === message) return { error: thrown };
  const error = new Error(text, { cause: thrown });
  error.name = nameOf(thrown);
  return { error };
}

/** Read as a harness will: what a tool throws can be of another realm, and its message a getter. */
function messageOf(thrown: unknown): string | undefined {
  if (typeof thrown === "string") return thrown;
  try {
    const { message } = thrown as { message?: unknown };
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined; // nothing that could be read
  }
}
