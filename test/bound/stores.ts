/** Stores for the tests: the least one there can be, which fails where it is told to. */
import { createHash } from "node:crypto";
import type { SpillInfo, SpillMeta, SpillRef, SpillSink, SpillWriter } from "spillway";

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Where a store is to fail, and with what. */
export interface Fault {
  /** `write` fails from the `nth` call on, 0-based. */
  readonly at: "create" | "write" | "commit";
  readonly nth?: number;
  readonly how: "sync" | "async";
  readonly error: unknown;
  /** Whether `abort` fails too. */
  readonly abortFails?: boolean;
}

export interface MapSink extends SpillSink {
  readonly kept: ReadonlyMap<string, { readonly ref: SpillRef; readonly bytes: Uint8Array; readonly meta: SpillMeta }>;
  readonly calls: string[];
  /** Writers that are neither committed nor aborted. */
  open(): number;
}

/** The least store there can be, and one that fails where it is told to. */
export function mapSpill(fault?: Fault, { path }: { path?: (id: string) => string } = {}): MapSink {
  const kept = new Map<string, { ref: SpillRef; bytes: Uint8Array; meta: SpillMeta }>();
  const calls: string[] = [];
  let open = 0;
  let writes = 0;

  /** Throws at once, or gives a promise that rejects. */
  const step = <T>(name: string, work: () => T): Promise<T> => {
    calls.push(name);
    const count = name === "write" ? writes++ : Number.POSITIVE_INFINITY;
    const fails = name === "abort" ? fault?.abortFails === true : fault?.at === name && count >= (fault.nth ?? 0);
    if (!fails || fault === undefined) return Promise.resolve().then(work);
    if (fault.how === "sync") throw fault.error;
    return Promise.reject(fault.error);
  };

  return {
    kept,
    calls,
    open: () => open,
    create(meta) {
      return step("create", (): SpillWriter => {
        const chunks: Uint8Array[] = [];
        open++;
        return {
          write: (chunk) => step("write", () => void chunks.push(chunk.slice())),
          commit: (end = {}) =>
            step("commit", () => {
              open--;
              const bytes = Buffer.concat(chunks);
              const digest = sha256(bytes);
              const id = `${meta.callId ?? "call"}-${digest.slice(0, 8)}`;
              const ref: SpillRef = {
                id,
                uri: `spill://${id}`,
                ...(path === undefined ? {} : { path: path(id) }),
                bytes: bytes.length,
                sha256: digest,
                complete: end.incomplete !== true,
                totalBytes: Math.max(bytes.length, end.incomplete === true ? (end.totalBytes ?? 0) : 0),
              };
              kept.set(id, { ref, bytes, meta });
              return ref;
            }),
          abort: () => step("abort", () => void open--),
        };
      });
    },
    stat: async (id) => infoOf(kept.get(id)),
    read: async (id) => kept.get(id)?.bytes ?? new Uint8Array(0),
    remove: async (id) => kept.delete(id),
    async *list() {
      for (const entry of kept.values()) yield infoOf(entry) as SpillInfo;
    },
  };
}

function infoOf(entry: { ref: SpillRef; meta: SpillMeta } | undefined): SpillInfo | undefined {
  return entry === undefined ? undefined : { ...entry.ref, meta: entry.meta, createdAt: 0 };
}
