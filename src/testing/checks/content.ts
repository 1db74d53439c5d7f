/** Bytes in, the same bytes out. */
import { encodeUtf8 } from "#platform";
import { same } from "../expect.js";
import { join, keep, readText, sha256, someBytes } from "../tools.js";
import type { Check } from "../types.js";

export const CONTENT_CHECKS: readonly Check[] = [
  {
    name: "gives back exactly the bytes that were written, in whatever chunks they came",
    async run(open) {
      const sink = await open();
      const whole = someBytes(200_000);
      for (const [index, sizes] of CHUNKINGS.entries()) {
        const chunks: Uint8Array[] = [];
        let at = 0;
        for (const size of sizes) {
          chunks.push(whole.subarray(at, at + size));
          at += size;
        }
        const content = join(chunks);
        const ref = await keep(sink, { callId: `chunks ${index}` }, chunks);
        const what = `${content.length} bytes in chunks of ${sizes.join(", ") || "none"}`;
        same(`bytes of the ref to ${what}`, ref.bytes, content.length);
        same(`sha256 of the ref to ${what}`, ref.sha256, sha256(content));
        same(`what is read of ${what}`, await sink.read(ref.id), content);
      }
    },
  },
  {
    name: "keeps a large chunk between thousands of small ones",
    async run(open) {
      const sink = await open();
      const small = Array.from({ length: 2000 }, (_, index) => encodeUtf8(String(index)));
      const chunks = [...small, someBytes(3_000_000), ...small];
      const ref = await keep(sink, {}, chunks);
      const content = join(chunks);
      same("sha256 of the ref", ref.sha256, sha256(content));
      same("sha256 of what is read", sha256(await sink.read(ref.id)), sha256(content));
    },
  },
  {
    name: "takes of a chunk that is part of a larger buffer that part alone",
    async run(open) {
      const sink = await open();
      const { id } = await keep(sink, {}, [encodeUtf8("before|chunk|behind").subarray(7, 12)]);
      same("what is read", await readText(sink, id), "chunk");
    },
  },
  {
    name: "copies each chunk before write returns, so that its buffer can be used again",
    async run(open) {
      const sink = await open();
      const writer = await sink.create({});
      const buffer = encodeUtf8("first");
      const written = writer.write(buffer);
      buffer.set(encodeUtf8("other"));
      await written;
      await writer.write(buffer);
      buffer.fill(0);
      const ref = await writer.commit();
      same("what is read", await readText(sink, ref.id), "firstother");
      same("sha256 of the ref", ref.sha256, sha256("firstother"));
    },
  },
  {
    name: "keeps the order of writes that nobody waits for",
    async run(open) {
      const sink = await open();
      const writer = await sink.create({});
      const words = Array.from({ length: 200 }, (_, index) => `${index},`);
      const written = Promise.all(words.map((word) => writer.write(encodeUtf8(word))));
      written.catch(() => undefined); // listened to from the start: what is wrong is told below
      const ref = await writer.commit();
      await written;
      same("what is read", await readText(sink, ref.id), words.join(""));
    },
  },
  {
    name: "never hands out what it relies on",
    async run(open) {
      const sink = await open();
      const meta = { tool: "bash", callId: "c" };
      const { id } = await keep(sink, meta, ["abc"]);
      meta.tool = "changed";
      (await sink.read(id)).fill(0);
      (await sink.read(id, { start: 0, end: 3 })).fill(0);
      const info = (await sink.stat(id)) as { bytes: number; meta: { tool: string } };
      info.bytes = 0;
      info.meta.tool = "changed";
      same("what is read after what was read before is changed", await readText(sink, id), "abc");
      const again = (await sink.stat(id)) as typeof info;
      same("bytes by stat, after what stat gave is changed", again.bytes, 3);
      same("meta by stat, after the meta is changed", again.meta, { tool: "bash", callId: "c" });
    },
  },
];

const CHUNKINGS: readonly (readonly number[])[] = [
  [],
  [0],
  [1],
  [0, 3, 0, 0, 1],
  [1, 1, 1, 1, 1, 1, 1],
  [65_535, 1],
  [65_536],
  [1, 65_536, 65_537],
  [199_999, 1],
];
