import { checkBoolean, checkObject } from "../internal/check.js";
import { CONCURRENCY_CHECKS } from "./checks/concurrency.js";
import { CONTENT_CHECKS } from "./checks/content.js";
import { DESCRIPTION_CHECKS } from "./checks/description.js";
import { ID_CHECKS } from "./checks/ids.js";
import { LIST_CHECKS } from "./checks/lists.js";
import { NAME_CHECKS } from "./checks/names.js";
import { QUOTA_CHECKS } from "./checks/quotas.js";
import { RANGE_CHECKS } from "./checks/ranges.js";
import { REMOVAL_CHECKS } from "./checks/removal.js";
import { RETENTION_CHECKS } from "./checks/retention.js";
import { WRITER_CHECKS } from "./checks/writers.js";
import { BrokenPromise, show } from "./expect.js";
import type { Check, FreshSink, Open, SpillSinkCheck, SpillSinkCheckOptions, SpillSinkFactory } from "./types.js";

/**
 * What `docs/spill.md` promises of every store, as checks for any test runner. Each makes stores of its own; none waits
 * for a time limit, so that a store which never answers is for the runner to stop.
 *
 * @param create - Makes a fresh, empty store; may be asynchronous, and may say how to be rid of it.
 * @throws TypeError for an argument of the wrong type.
 * @example
 * ```ts
 * describe("myStore", () => {
 *   for (const { name, run } of spillSinkChecks(() => myStore())) it(name, run);
 * });
 * ```
 * @public
 */
export function spillSinkChecks(
  create: SpillSinkFactory,
  options: SpillSinkCheckOptions = {},
): readonly SpillSinkCheck[] {
  if (typeof create !== "function") throw new TypeError(`create must be a function, got ${typeof create}`);
  checkObject("options", options);
  const { quotas = false, races = true } = options;
  const isOn = { quotas: checkBoolean("quotas", quotas), races: checkBoolean("races", races) };
  return ALL_CHECKS.filter(({ needs }) => needs === undefined || isOn[needs]).map((check) => ({
    name: check.name,
    run: () => perform(check, create),
  }));
}

async function perform({ name, run }: Check, create: SpillSinkFactory): Promise<void> {
  const made: FreshSink[] = [];
  const open: Open = async (quotas = {}) => {
    const result = await create(quotas);
    const fresh = "create" in result ? { sink: result } : result;
    made.push(fresh);
    return fresh.sink;
  };
  let failure: Error | undefined;
  try {
    await run(open);
  } catch (error) {
    failure = failureOf(name, error);
  }
  for (const fresh of made) {
    try {
      await fresh.dispose?.();
    } catch (error) {
      failure ??= new Error(`${name}: dispose failed: ${show(error)}`, { cause: error });
    }
  }
  if (failure !== undefined) throw failure;
}

function failureOf(name: string, error: unknown): Error {
  if (!(error instanceof BrokenPromise)) {
    return new Error(`${name}: the store threw ${show(error)}`, { cause: error });
  }
  return new Error(`${name}: ${error.message}`, error.cause === undefined ? undefined : { cause: error.cause });
}

const ALL_CHECKS: readonly Check[] = [
  ...CONTENT_CHECKS,
  ...RANGE_CHECKS,
  ...DESCRIPTION_CHECKS,
  ...WRITER_CHECKS,
  ...ID_CHECKS,
  ...NAME_CHECKS,
  ...LIST_CHECKS,
  ...REMOVAL_CHECKS,
  ...RETENTION_CHECKS,
  ...CONCURRENCY_CHECKS,
  ...QUOTA_CHECKS,
];
