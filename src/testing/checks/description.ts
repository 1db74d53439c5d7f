/** What is told of a Spill. */
import { isSpillId } from "../../spill/id.js";
import type { SpillInfo, SpillMeta } from "../../spill/types.js";
import { holds, includes, same } from "../expect.js";
import { keep, sha256 } from "../tools.js";
import type { Check } from "../types.js";

export const DESCRIPTION_CHECKS: readonly Check[] = [
  {
    name: "names a Spill by a well-formed id, its uri, its size and its SHA-256",
    async run(open) {
      const ref = await keep(await open(), { tool: "bash", callId: "c" }, ["ab", "c"]);
      holds(`an id must match [a-z0-9._-]{1,96} and begin with no dot, got ${ref.id}`, isSpillId(ref.id));
      const size = { bytes: 3, totalBytes: 3, complete: true };
      includes("the ref", ref, { uri: `spill://${ref.id}`, sha256: sha256("abc"), ...size });
      holds("a ref without media type must have no such field", !("mediaType" in ref) && !("encoding" in ref));
    },
  },
  {
    name: "tells by stat what commit told, and the meta as it was handed in",
    async run(open) {
      const sink = await open();
      for (const meta of [META, {}]) {
        const ref = await keep(sink, meta, ["abc"]);
        const info = (await sink.stat(ref.id)) as SpillInfo;
        includes("what stat tells", info, { ...ref, meta });
        const { mediaType, encoding } = ref;
        same("media type and encoding of the ref", { mediaType, encoding }, pick(meta));
      }
    },
  },
  {
    name: "tells when a Spill was written, and read, in milliseconds since 1970",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, {}, ["abc"]);
      const written = (await sink.stat(id)) as SpillInfo;
      holds(`createdAt must be a time of today, got ${written.createdAt}`, isToday(written.createdAt));
      await sink.read(id);
      const { createdAt, readAt } = (await sink.stat(id)) as SpillInfo;
      same("createdAt after a read", createdAt, written.createdAt);
      const isSound = readAt === undefined || (isToday(readAt) && readAt >= createdAt);
      holds(`readAt, where it is kept, must be a time after createdAt ${createdAt}, got ${readAt}`, isSound);
    },
  },
  {
    name: "describes Spills and tombstones as plain data that survives JSON",
    async run(open) {
      const sink = await open();
      const ref = await keep(sink, META, ["abc"]);
      const bare = await keep(sink, {}, ["abc"]);
      const told: unknown[] = [ref, bare, await sink.stat(ref.id), await sink.stat(bare.id)];
      for (const { id } of [ref, bare]) {
        await sink.remove(id);
        told.push(await sink.stat(id));
      }
      for (const value of told) same("what JSON makes of it", JSON.parse(JSON.stringify(value)), value);
    },
  },
];

const META: SpillMeta = {
  tool: "bash",
  callId: "c",
  sessionId: "s",
  seq: 3,
  mediaType: "text/plain",
  encoding: "utf-8",
};

function pick({ mediaType, encoding }: SpillMeta): object {
  return { mediaType, encoding };
}

/** To the day: a medium may go by another machine's clock, but not by another unit. */
function isToday(time: number): boolean {
  return Math.abs(Date.now() - time) < 86_400_000;
}
