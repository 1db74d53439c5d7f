/** The contract between spillway and a store that keeps complete results. */

/**
 * A store for Spills. Every method may reject with a {@link SpillError}, and for a caller's mistake with a `TypeError` or
 * `RangeError` that names it; none may reject with anything else. `docs/spill.md` has the contract in full, and
 * `spillSinkChecks` of `spillway/testing` holds a store to it.
 *
 * @public
 */
export interface SpillSink {
  /** Opens a Spill for writing. Nothing of it can be seen before `commit`. */
  create(meta: SpillMeta): Promise<SpillWriter>;
  /** What is known of a Spill; `undefined` for an id that was never given out or is not well formed. */
  stat(id: string): Promise<SpillInfo | SpillGone | undefined>;
  /**
   * Bytes `start` (inclusive, 0) to `end` (exclusive, the size) of a Spill; both are cut to its size.
   *
   * @throws {@link SpillError} `not_found` for an unknown or ill-formed id, `gone` for one that was removed.
   */
  read(id: string, range?: ByteRange): Promise<Uint8Array>;
  /** Removes a Spill and leaves a tombstone; `false` if there was none, or it was gone already. */
  remove(id: string): Promise<boolean>;
  /** Every Spill that can be read, in no promised order. */
  list(filter?: SpillFilter): AsyncIterable<SpillInfo>;
  /** Removes what a policy no longer wants; see `sweep`, which also works for a store without it. */
  sweep?(policy: SweepPolicy): Promise<SweepReport>;
}

/** What to keep when a store is swept. With neither cap, only what was left half-written goes. @public */
export interface SweepPolicy {
  /** Bytes that all Spills may take together: those left alone the longest go first. @defaultValue no cap */
  readonly maxTotalBytes?: number | undefined;
  /** Days, fractions allowed, since a Spill was last read or kept, at which it goes. @defaultValue no cap */
  readonly maxAgeDays?: number | undefined;
  /** Ids or uris that are never swept; a text that is neither retains nothing. @defaultValue none */
  readonly retain?: Iterable<string> | undefined;
  /** Seconds: nothing younger is swept, whatever the caps. @defaultValue 600 */
  readonly graceSeconds?: number | undefined;
}

/** What a sweep did. @public */
export interface SweepReport {
  /** Spills removed; each has a tombstone now. */
  readonly swept: number;
  /** Bytes that they had. */
  readonly sweptBytes: number;
  /** Spills that are left. */
  readonly kept: number;
  /** Bytes that they have. */
  readonly keptBytes: number;
  /** Stages of writers that are gone, and tombstones past their time, that were cleared. */
  readonly cleared: number;
  /** Spills that should have gone but could not be removed; the next sweep tries again. */
  readonly failed: number;
}

/** A range of bytes. @public */
export interface ByteRange {
  /** First byte, 0-based. @defaultValue 0 */
  readonly start?: number | undefined;
  /** The byte behind the last one. @defaultValue the Spill's size */
  readonly end?: number | undefined;
}

/** Which Spills to list. @public */
export interface SpillFilter {
  /** Only the Spills of this session. */
  readonly sessionId?: string | undefined;
}

/** Where a result came from. Untrusted: each store makes it safe before it appears in a name. @public */
export interface SpillMeta {
  /** The tool that was called. */
  readonly tool?: string | undefined;
  /** The call's id within its session. */
  readonly callId?: string | undefined;
  /** The session that the call was made in. */
  readonly sessionId?: string | undefined;
  /** The call's running number within its session, an integer ≥ 0. */
  readonly seq?: number | undefined;
  /** Media type of the content, such as `application/json`. */
  readonly mediaType?: string | undefined;
  /** Character encoding of the content, such as `utf-8`. */
  readonly encoding?: string | undefined;
}

/** A Spill being written. After `commit` or `abort` it takes no more. @public */
export interface SpillWriter {
  /** Appends a copy of `chunk`; resolves when the writer can take the next one. */
  write(chunk: Uint8Array): Promise<void>;
  /** Verifies and publishes what was written, and names it. */
  commit(end?: SpillEnd): Promise<SpillRef>;
  /** Drops what was written; never rejects, and does nothing after `commit`. */
  abort(): Promise<void>;
}

/** What the writer of a Spill knows of its end. @public */
export interface SpillEnd {
  /** The source broke, or was cut before it came here: the Spill is partial. @defaultValue false */
  readonly incomplete?: boolean | undefined;
  /** Bytes of the whole result as far as known; never taken below the bytes that were written. */
  readonly totalBytes?: number | undefined;
}

/** Names one Spill. Plain data: it survives JSON. @public */
export interface SpillRef {
  /** Matches `[a-z0-9._-]{1,96}`. */
  readonly id: string;
  /** `spill://<id>` */
  readonly uri: string;
  /** A file with exactly the Spill's bytes, where the store has files. */
  readonly path?: string | undefined;
  /** Bytes kept. */
  readonly bytes: number;
  /** SHA-256 of the bytes kept, lower-case hexadecimal. */
  readonly sha256: string;
  /** Whether the Spill has every byte of the result. */
  readonly complete: boolean;
  /** Bytes of the whole result as far as known; equals `bytes` when complete, never less. */
  readonly totalBytes: number;
  /** Media type of the content, if the meta had one. */
  readonly mediaType?: string | undefined;
  /** Character encoding of the content, if the meta had one. */
  readonly encoding?: string | undefined;
}

/** A {@link SpillRef} with what the store knows besides. @public */
export interface SpillInfo extends SpillRef {
  /** Where the result came from, as it was handed in: untrusted text. */
  readonly meta: SpillMeta;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970 of the last read, where the store keeps it, or the last replay that found the Spill there. */
  readonly readAt?: number | undefined;
}

/** The tombstone of a Spill that was removed. @public */
export interface SpillGone {
  /** Tells a tombstone from a Spill. */
  readonly gone: true;
  /** The id that it had. */
  readonly id: string;
  /** Bytes it had. */
  readonly bytes: number;
  /** The tool that gave the result, if the meta had one, or the beginning of its name: untrusted text. */
  readonly tool?: string | undefined;
  /** The session that it was of, if the meta had one, as it was handed in: by it a `scoped` reader knows his own. */
  readonly sessionId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly goneAt: number;
  /** Whether a sweep took it, or a call of `remove`. */
  readonly reason: "swept" | "removed";
}
