/** The errors of a bridge itself, and those that it gave out last. */
import { projectError, projectExcess } from "../errors/projectError.js";
import type { ProjectedError } from "../types.js";

export interface BridgeErrors {
  unknownTool(operation: string, known: readonly string[]): ProjectedError;
  tooManyCalls(operation: string, calls: number, limit: number): ProjectedError;
  isOver(operation: string): ProjectedError;
  /** Keeps the error of a call: a program that dies of it names the call, and is not asked for the rest. */
  remember(call: number, error: ProjectedError): void;
  recall(call: unknown): ProjectedError | undefined;
}

export function createErrors(maxBytes: number): BridgeErrors {
  const given = new Map<unknown, ProjectedError>();
  return {
    unknownTool(operation, known) {
      const names = known.slice(0, MOST_NAMES).join(", ") + (known.length > MOST_NAMES ? ", …" : "");
      return projectError(`there is no tool of this name; there are ${names}`, { operation, scope: "calls", maxBytes });
    },
    tooManyCalls: (operation, measured, limit) =>
      projectExcess({ measured, limit, unit: "calls" }, { operation, scope: "calls", maxBytes }),
    isOver: (operation) => projectError("the program is over", { operation, scope: "calls", maxBytes }),
    remember(call, error) {
      given.set(call, error);
      if (given.size <= MOST_REMEMBERED) return;
      for (const oldest of given.keys()) {
        given.delete(oldest);
        break;
      }
    },
    recall: (call) => given.get(call),
  };
}

const MOST_NAMES = 40;
const MOST_REMEMBERED = 100;
