/** What a tool says where it has nothing to show, and what the model can do then. */
import { isSpillError, SPILL_ERROR_TEXT } from "../../spill/error.js";
import { spillUri } from "../../spill/id.js";
import type { SpillGone } from "../../spill/types.js";
import { toWellFormed } from "../../text/wellFormed.js";
import { amount } from "../../text/words.js";
import { neutralise } from "../trust/neutralise.js";
import { BadArguments } from "./arguments.js";
import type { ToolNames } from "./definitions.js";

/** Thrown for a Spill that is not there. */
export class Missing extends Error {
  readonly id: string;
  readonly gone: SpillGone | undefined;

  constructor(id: string, gone: SpillGone | undefined) {
    super();
    this.id = id;
    this.gone = gone;
  }
}

export function problemText(name: string, error: unknown, { read }: ToolNames): string {
  if (error instanceof BadArguments) return `${name}: ${error.message}.`;
  if (error instanceof Missing) return `${name}: ${missingText(error)}`;
  if (isSpillError(error)) return `${name}: ${STORE_TEXT[error.code] ?? `${SPILL_ERROR_TEXT[error.code]}. ${AGAIN}`}`;
  if (isOurs(error)) return `${name}: ${ownText(error.message, read)}`;
  return `${name}: ${SPILL_ERROR_TEXT.io}. ${AGAIN}`;
}

function missingText({ id, gone }: Missing): string {
  if (gone === undefined) {
    return `no result is kept as ${spillUri(id)}: the id was never given out, or belongs to another conversation. Copy the id from the notice of the result, or ${REPEAT}.`;
  }
  const why = gone.reason === "swept" ? "was swept to make room" : "was removed";
  return `${spillUri(id)}, a result of ${amount(gone.bytes, "byte")}, ${why}: it cannot be read any more. To see it, ${REPEAT}.`;
}

/** A mistake that only reading could find: a pattern that does not compile, a pointer that leads nowhere. */
function isOurs(error: unknown): error is Error {
  const isMistake = error instanceof RangeError || error instanceof TypeError;
  return isMistake && /^(?:pointer|pattern|from|within|at|kind|steps) /.test(error.message);
}

function ownText(message: string, read: string): string {
  const words = neutralise(toWellFormed(message.slice(0, MOST_MESSAGE_UNITS))).replaceAll(/\p{Cc}/gu, " ");
  if (!message.startsWith("pointer ")) return `${words}.`;
  return `${words}. Try ${read} with line or offset instead, or a shorter pointer: "" is the whole.`;
}

const REPEAT = "make the original call again, for less if you can";
const AGAIN = `Try once more, or ${REPEAT}.`;
/** What says more than the store's own words. */
const STORE_TEXT: Readonly<Record<string, string>> = {
  not_found: `no such result is kept. Copy the id from the notice of the result, or ${REPEAT}.`,
  gone: `the result was removed meanwhile. To see it, ${REPEAT}.`,
  corrupt: `what is kept is damaged, so it is not shown. To see it, ${REPEAT}.`,
};
const MOST_MESSAGE_UNITS = 300;
