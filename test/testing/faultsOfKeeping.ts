/** What can be wrong with lists, removal, writers at the same time, and caps. */
import { SpillError } from "../../src/spill/error.js";
import { slug } from "../../src/spill/id.js";
import { memorySpill } from "../../src/spill/memory.js";
import type { SpillInfo, SpillRef, SpillWriter } from "../../src/spill/types.js";
import { drawn } from "./faultsOfWriting.js";
import { type Fault, over, stating, writing } from "./faulty.js";

export const FAULTS_OF_KEEPING: readonly Fault[] = [
  {
    fault: "lists a replay again",
    check: "lists every Spill once, as stat tells it",
    says: /the ids that are listed: expected/,
    open: over((sink) => ({
      async *list(filter) {
        for await (const info of sink.list(filter)) {
          yield info;
          if (info.meta.seq === 0) yield info;
        }
      },
    })),
  },
  {
    fault: "compares sessions by their safe names",
    check: "lists a session's Spills by its exact name",
    says: /the ids listed for session "a\/b": expected/,
    open: over((sink) => ({
      async *list(filter) {
        for await (const info of sink.list()) {
          const isWanted = slug(info.meta.sessionId ?? "", "x") === slug(filter?.sessionId ?? "", "x");
          if (filter?.sessionId === undefined || isWanted) yield info;
        }
      },
    })),
  },
  {
    fault: "stumbles over what was removed while it lists",
    check: "goes on listing when Spills are removed meanwhile",
    says: /the store threw SpillError gone/,
    open: over((sink) => ({
      async *list(filter) {
        const infos: SpillInfo[] = [];
        for await (const info of sink.list(filter)) infos.push(info);
        for (const { id } of infos) {
          await sink.read(id, { end: 0 });
          yield (await sink.stat(id)) as SpillInfo;
        }
      },
    })),
  },
  {
    fault: "forgets what it removed",
    check: "leaves a tombstone that says what went",
    says: /the tombstone: gone: expected true, got undefined/,
    open: (quotas) => memorySpill({ ...quotas, maxTombstones: 0 }),
  },
  {
    fault: "does not say why a Spill went",
    check: "leaves a tombstone that says what went",
    says: /the tombstone: reason: expected "removed", got undefined/,
    open: stating((found) => ("gone" in found ? { ...found, reason: undefined } : found)),
  },
  {
    fault: "removes bytes that another Spill shares",
    check: "reads and lists no more what was removed, and keeps the rest",
    says: /what is listed: expected \["b-[0-9a-f]{8}"\], got \[\]/,
    open: over((sink) => ({
      async remove(id) {
        const removed = (await sink.stat(id)) as SpillInfo;
        for await (const info of sink.list()) if (info.sha256 === removed.sha256) await sink.remove(info.id);
        return true;
      },
    })),
  },
  {
    fault: "says that it removed what was not there",
    check: "removes a Spill once, and once more after it was kept again",
    says: /what remove says the second time: expected false, got true/,
    open: over((sink) => ({ remove: async (id) => (await sink.remove(id)) || true })),
  },
  {
    fault: "keeps what every writer brings",
    check: "keeps one Spill for twenty writers of the same call and content",
    says: /the ref of another writer: expected/,
    open: drawn(),
  },
  {
    fault: "takes what finishes at the same time for the same",
    check: "keeps every content of one call, whoever finishes first",
    says: /what is read of .*: expected "content 1", got "content 0"/,
    open: (quotas) => {
      let pending: Promise<SpillRef> | undefined;
      return writing((writer) => ({
        commit(end) {
          pending ??= writer.commit(end);
          return pending;
        },
      }))(quotas);
    },
  },
  {
    fault: "keeps what finishes at the same time twice",
    check: "keeps every content of one call once, whoever finishes first",
    says: /the Spills that are kept: expected 10, got 20/,
    open: drawn(),
  },
  {
    fault: "has one buffer for all",
    check: "never mixes what writers at the same time write",
    says: /what is read of .*: expected "aaaaaaaaaaaaaaaaaaaa", got ""/,
    open: (quotas) => {
      let last: SpillWriter | undefined;
      return writing((writer) => {
        last = writer;
        return { write: async (chunk) => last?.write(chunk) };
      })(quotas);
    },
  },
  {
    fault: "gives what it had read when a Spill went",
    check: "gives a reader at the time of a removal all the bytes, or says that they are gone",
    says: /what a reader gets meanwhile: expected 100000 bytes .*, got 50000 bytes/,
    open: over((sink) => ({
      async read(id) {
        const head = await sink.read(id, { end: 50_000 });
        const tail = await sink.read(id, { start: 50_000 }).catch(() => new Uint8Array(0));
        return new Uint8Array(Buffer.concat([head, tail]));
      },
    })),
  },
  {
    fault: "has no cap on one Spill",
    check: "keeps of a Spill what its cap allows, to the byte, and counts the rest",
    says: /the ref of 11 bytes under a cap of 10: bytes: expected 10, got 11/,
    open: (quotas) => memorySpill({ ...quotas, maxBytes: undefined }),
  },
  {
    fault: "keeps a part where it is told to fail",
    check: "fails at a cap where it is told to, and keeps nothing of it",
    says: /a write past the cap: expected a SpillError quota, got undefined/,
    open: (quotas) => memorySpill({ ...quotas, overQuota: "partial" }),
  },
  {
    fault: "tells of a cap once",
    check: "tells a caller who waits for the commit alone of a cap that was passed",
    says: /the commit: expected a SpillError quota, got SpillError closed/,
    open: writing((writer) => ({
      commit: (end) =>
        writer.commit(end).catch(() => {
          throw new SpillError("closed");
        }),
    })),
  },
  {
    fault: "counts when it has written",
    check: "never lets writers at the same time pass the total together",
    says: /bytes kept of 1800 under a total of 1000: expected 1000, got 1800/,
    open: counting({ atWrite: false, stopsForGood: true }),
  },
  {
    fault: "goes on behind a gap",
    check: "does not go on behind a gap when another writer gives room back",
    says: /the ref: bytes: expected 5, got 8/,
    open: counting({ atWrite: true, stopsForGood: false }),
  },
  {
    fault: "gives no room back",
    check: "has room again after an abort, a removal and a replay, each counted once",
    says: /the ref of 6 bytes in round 1, with room for 5: bytes: expected 5, got 0/,
    open: counting({ atWrite: true, stopsForGood: true }),
  },
];

/** A total that is counted by hand, which only an abort gives back. */
function counting({ atWrite, stopsForGood }: { atWrite: boolean; stopsForGood: boolean }): Fault["open"] {
  return ({ maxTotalBytes = Number.POSITIVE_INFINITY, ...quotas }) => {
    let usedBytes = 0;
    return writing((writer) => {
      let keptBytes = 0;
      let totalBytes = 0;
      let isFull = false;
      return {
        write(chunk) {
          totalBytes += chunk.length;
          const room = isFull ? 0 : maxTotalBytes - usedBytes - (atWrite ? 0 : keptBytes);
          const granted = Math.max(0, Math.min(chunk.length, room));
          isFull ||= stopsForGood && granted < chunk.length;
          keptBytes += granted;
          if (atWrite) usedBytes += granted;
          return writer.write(chunk.subarray(0, granted));
        },
        async commit() {
          if (!atWrite) usedBytes += keptBytes;
          return writer.commit({ totalBytes });
        },
        abort() {
          if (atWrite) usedBytes -= keptBytes;
          keptBytes = 0;
          return writer.abort();
        },
      };
    })(quotas);
  };
}
