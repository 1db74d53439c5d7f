import { checkMethods, checkObject, checkString } from "../internal/check.js";
import { checkMeta, checkRange, checkRefs } from "./arguments.js";
import { isSpillError, SpillError } from "./error.js";
import { resolvePolicy } from "./retention.js";
import { sweepByRemoving } from "./sweep.js";
import type { SpillGone, SpillInfo, SpillSink, SpillWriter } from "./types.js";

/** What a scoped reader may see. At least one of the fields; both hold at once. @public */
export interface SpillScope {
  /** Only the Spills of this session: those whose meta has exactly this text. Not those without a session. */
  readonly sessionId?: string | undefined;
  /** Only the Spills with these ids or uris, read once, and those written through the scope itself. */
  readonly ids?: Iterable<string> | undefined;
}

/**
 * A view of a store for one reader, such as the model of one conversation, to whom the ids of others come to nothing: they
 * look as if they had never been given out, their tombstones too, and `list`, `remove` and `sweep` pass them by.
 *
 * `create` writes into the scope: with a session, every Spill is filed under it, whatever the meta says; with ids, what
 * was committed joins them. A Spill of which the store cannot say whose it is (`corrupt`, `denied`) is not shown.
 *
 * @throws TypeError for a scope that names nothing, or a field of the wrong type.
 * @example
 * ```ts
 * const window = await readSpill(scoped(sink, { sessionId }), id, {}, { maxBytes: 8192 });
 * ```
 * @public
 */
export function scoped(sink: SpillSink, scope: SpillScope): SpillSink {
  checkMethods("sink", sink, ["create", "stat", "read", "remove", "list"]);
  const { sessionId, ids } = resolveScope(scope);
  const isListed = (id: string) => ids === undefined || ids.has(id);

  /** What the reader may know of an id. The store's own filter is not relied on: it may compare names made safe. */
  async function look(id: string): Promise<SpillInfo | SpillGone | undefined> {
    if (!isListed(id)) return undefined;
    if (sessionId === undefined) return sink.stat(id);
    const found = await statOrHide(sink, id);
    return found !== undefined && sessionOf(found) === sessionId ? found : undefined;
  }

  const view: SpillSink = {
    async create(meta) {
      const own = sessionId === undefined ? meta : { ...checkMeta(meta), sessionId };
      const writer = await sink.create(own);
      return ids === undefined ? writer : joining(writer, ids);
    },
    stat: look,
    async read(id, range) {
      checkRange(range);
      const isOwn = sessionId === undefined ? isListed(id) : (await look(id)) !== undefined;
      if (!isOwn) throw new SpillError("not_found");
      return sink.read(id, range);
    },
    async remove(id) {
      return (await look(id)) === undefined ? false : sink.remove(id);
    },
    async *list(filter) {
      for await (const info of ids === undefined ? sink.list({ sessionId }) : statEach(sink, [...ids])) {
        const wanted = [sessionId, filter?.sessionId].filter((session) => session !== undefined);
        if (wanted.every((session) => session === info.meta.sessionId)) yield info;
      }
    },
    // The store's own sweep knows no scope: it would take what is not ours, and count it against our cap.
    sweep: async (policy) => sweepByRemoving(view, resolvePolicy(policy)),
  };
  return view;
}

function resolveScope(scope: SpillScope): { sessionId: string | undefined; ids: Set<string> | undefined } {
  checkObject("scope", scope);
  // A scope of nothing is a variable that was not set: to take it for everything would be the leak itself.
  if (scope.sessionId === undefined && scope.ids === undefined) throw new TypeError("scope must have sessionId or ids");
  return {
    sessionId: scope.sessionId === undefined ? undefined : checkString("scope.sessionId", scope.sessionId),
    ids: scope.ids === undefined ? undefined : checkRefs("scope.ids", scope.ids),
  };
}

async function statOrHide(sink: SpillSink, id: string): Promise<SpillInfo | SpillGone | undefined> {
  try {
    return await sink.stat(id);
  } catch (error) {
    if (isSpillError(error) && (error.code === "corrupt" || error.code === "denied")) return undefined;
    throw error; // the store as a whole: it says nothing of this id
  }
}

/** A few ids are found faster one by one than in the list of all. */
async function* statEach(sink: SpillSink, ids: readonly string[]): AsyncGenerator<SpillInfo> {
  for (const id of ids) {
    const found = await statOrHide(sink, id);
    if (found !== undefined && !("gone" in found)) yield found;
  }
}

function sessionOf(found: SpillInfo | SpillGone): string | undefined {
  return "gone" in found ? found.sessionId : found.meta.sessionId;
}

function joining(writer: SpillWriter, ids: Set<string>): SpillWriter {
  return {
    write: (chunk) => writer.write(chunk),
    async commit(end) {
      const ref = await writer.commit(end);
      ids.add(ref.id);
      return ref;
    },
    abort: () => writer.abort(),
  };
}
