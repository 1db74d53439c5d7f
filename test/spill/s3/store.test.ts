/** What stands in the bucket, what it takes to put it there, and what others find. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { s3Spill } from "../../../src/spill/s3/index.js";
import { scoped } from "../../../src/spill/scoped.js";
import { sweep } from "../../../src/spill/sweep.js";
import { runs } from "../../support/runs.js";
import { all, sha256, spill, text } from "../helpers.js";
import { BUCKET, clientAt, provided, useServer } from "./server.js";

const server = useServer();
const META = { sessionId: "s", seq: 7, tool: "bash", callId: "c" };
const PART_BYTES = 5_242_880;

/** A store whose requests go by the proxy. */
function watched(options: object = {}) {
  const prefix = server.prefix();
  const open = () => s3Spill({ client: clientAt(server.proxy.port), bucket: BUCKET, prefix, key: "k", ...options });
  return { prefix, open, sink: open() };
}

describe("s3Spill", () => {
  it("keeps the bytes in an object of their own, and a record beside them", async () => {
    const { sink, prefix } = watched();
    const ref = await spill(sink, META, ["abc"]);
    expect(ref.id).toMatch(/^[0-9a-f]{8}-7-bash-[0-9a-f]{8}$/);
    const [data = "", ...others] = await server.keys(prefix);
    expect(data).toMatch(/^data\/7-bash-[0-9a-f]{32}$/);
    expect(others).toEqual(["probe", `records/${ref.id}.json`]);
    const { Body, ContentType } = await server.client.getObject({ Bucket: BUCKET, Key: prefix + data });
    expect(await Body?.transformToString()).toBe("abc");
    expect(ContentType).toBe("application/octet-stream");
  });

  it("names no place: neither path, nor key, nor address is in a ref", async () => {
    const { sink, prefix } = watched();
    const ref = await spill(sink, META, ["abc"]);
    const shown = JSON.stringify([ref, await sink.stat(ref.id)]);
    for (const word of [BUCKET, prefix, "data/", "127.0.0.1", "http"]) expect(shown).not.toContain(word);
  });

  it("takes three requests for a Spill of no more than a part, after the first, if the server heeds conditions", async () => {
    const { sink } = watched();
    await spill(sink, META, ["first"]);
    server.proxy.reset();
    await spill(sink, { ...META, seq: 8 }, ["abc"]);
    // Where there are no conditions, one look before and one after.
    const looks = provided === undefined ? 2 : 0;
    expect(server.proxy.counts()).toEqual({
      putObject: 2,
      headObject: 1 + looks / 2,
      ...(looks > 0 ? { getObject: looks } : {}),
    });
  });

  it.each([
    [PART_BYTES - 1, 0],
    [PART_BYTES, 0],
    [PART_BYTES + 1, 2],
    [2 * PART_BYTES, 2],
    [2 * PART_BYTES + 1, 3],
  ])("sends %i bytes in %i parts, and gives them back", async (size, parts) => {
    const { sink } = watched({ partBytes: PART_BYTES });
    const whole = Buffer.alloc(size, "0123456789abcde");
    const ref = await spill(sink, META, [whole.subarray(0, 3), whole.subarray(3)]);
    expect(ref).toMatchObject({ bytes: size, complete: true, sha256: sha256(whole) });
    expect(server.proxy.counts()["uploadPart"] ?? 0).toBe(parts);
    expect(Buffer.from(await sink.read(ref.id)).equals(whole)).toBe(true);
    expect(text(await sink.read(ref.id, { start: size - 4 }))).toBe(whole.subarray(-4).toString());
  });

  it("needs memory for two parts, however much comes", async () => {
    const held: Uint8Array[] = [];
    const client = clientAt(server.proxy.port);
    const { uploadPart } = client;
    client.uploadPart = ((input: { Body: Uint8Array }) => {
      held.push(input.Body);
      return Reflect.apply(uploadPart, client, [input]);
    }) as typeof uploadPart;
    const writer = await watched({ partBytes: PART_BYTES, client }).sink.create(META);
    const chunk = new Uint8Array(1_000_003);
    for (let written = 0; written < 12 * PART_BYTES; written += chunk.length) await writer.write(chunk);
    await writer.commit();
    expect(held.length).toBeGreaterThanOrEqual(12);
    expect(new Set(held.map(({ buffer }) => buffer)).size).toBeLessThanOrEqual(2);
  });

  it("leaves neither bytes nor parts of what is aborted", async () => {
    const { sink, prefix } = watched({ partBytes: PART_BYTES });
    const writer = await sink.create(META);
    await writer.write(new Uint8Array(PART_BYTES + 1));
    await writer.abort();
    expect(await server.keys(prefix)).toEqual([]);
    if (provided !== undefined) {
      expect((await server.client.listMultipartUploads({ Bucket: BUCKET, Prefix: prefix })).Uploads ?? []).toEqual([]);
    }
  });

  it("finds a Spill by a replay in another process that has the key, and its bytes only once", async () => {
    const { sink, open, prefix } = watched();
    const ref = await spill(sink, META, ["abc"]);
    const other = open();
    expect(await spill(other, META, ["abc"])).toStrictEqual(ref);
    expect(await server.keys(prefix)).toHaveLength(3);
    expect((await all(other))[0]?.readAt).toBeGreaterThan(0);
    expect(
      await spill(s3Spill({ client: server.client, bucket: BUCKET, prefix, key: "other" }), META, ["abc"]),
    ).not.toEqual(ref);
  });

  it("keeps a key in the bucket, for those that bring none", async () => {
    const prefix = server.prefix();
    const open = () => s3Spill({ client: server.client, bucket: BUCKET, prefix });
    expect(await all(open(), "s")).toEqual([]);
    expect(await server.keys(prefix)).toEqual([]);
    const ref = await spill(open(), META, ["abc"]);
    expect(await spill(open(), META, ["abc"])).toStrictEqual(ref);
    expect(await all(open(), "s")).toHaveLength(1);
  });

  it("lists a session by how its ids begin, and asks for no record of another one", async () => {
    const { sink } = watched();
    for (const sessionId of ["a", "b", "c"]) {
      for (let seq = 0; seq < 4; seq++) await spill(sink, { sessionId, seq }, ["abc"]);
    }
    server.proxy.reset();
    expect(await all(sink, "b")).toHaveLength(4);
    expect(server.proxy.counts()).toEqual({ listObjectsV2: 1, getObject: 4 });
  });

  it("lists more than a page", async () => {
    const { sink, prefix } = watched();
    const one = await spill(sink, {}, ["abc"]);
    const record = `${prefix}records/${one.id}.json`;
    const { Body } = await server.client.getObject({ Bucket: BUCKET, Key: record });
    const content = await Body?.transformToString();
    const ids = Array.from({ length: 1100 }, (_, index) => `copy-${index}`);
    for (let at = 0; at < ids.length; at += 50) {
      const put = (id: string) =>
        server.client.putObject({
          Bucket: BUCKET,
          Key: `${prefix}records/${id}.json`,
          Body: String(content).replace(`"${one.id}"`, `"${id}"`),
        });
      await Promise.all(ids.slice(at, at + 50).map(put));
    }
    server.proxy.reset();
    expect(new Set((await all(sink)).map(({ id }) => id)).size).toBe(1101);
    expect(server.proxy.counts()["listObjectsV2"]).toBe(2);
  });

  it("shows a scoped reader his session alone", async () => {
    const { sink } = watched();
    const own = await spill(sink, META, ["abc"]);
    const other = await spill(sink, { ...META, sessionId: "t" }, ["abc"]);
    const view = scoped(sink, { sessionId: "s" });
    expect((await all(view)).map(({ id }) => id)).toEqual([own.id]);
    await expect(view.read(other.id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("says that a Spill is gone when its bytes are, by a rule of the bucket or by hand", async () => {
    const { sink, open, prefix } = watched();
    const ref = await spill(sink, META, ["abc"]);
    const [data = ""] = await server.keys(prefix);
    await server.client.deleteObject({ Bucket: BUCKET, Key: prefix + data });
    await expect(open().read(ref.id)).rejects.toMatchObject({ code: "gone" });
    expect(await open().stat(ref.id)).toMatchObject({ gone: true, reason: "removed", bytes: 3 });
    expect(await spill(open(), META, ["abc"])).toStrictEqual(ref);
    expect(text(await open().read(ref.id))).toBe("abc");
  });

  it("believes no record that leads elsewhere", async () => {
    const { sink, prefix } = watched();
    const ref = await spill(sink, META, ["abc"]);
    const Key = `${prefix}records/${ref.id}.json`;
    const { Body } = await server.client.getObject({ Bucket: BUCKET, Key });
    const record = JSON.parse(String(await Body?.transformToString()));
    const changes = [
      { dataKey: "other/secret" },
      { dataKey: `${prefix}key` },
      { id: "x" },
      { bytes: -1 },
      { sha256: "" },
    ];
    for (const change of changes) {
      await server.client.putObject({ Bucket: BUCKET, Key, Body: JSON.stringify({ ...record, ...change }) });
      await expect(sink.stat(ref.id)).rejects.toMatchObject({ code: "corrupt" });
      expect(await all(sink)).toEqual([]);
    }
  });

  it("sweeps bytes that no record names, and nothing younger than it was told to", async () => {
    const { sink, prefix, open } = watched();
    const ref = await spill(sink, META, ["abc"]);
    await server.client.putObject({ Bucket: BUCKET, Key: `${prefix}data/lost-1`, Body: "lost" });
    expect(await sweep(sink, {})).toMatchObject({ cleared: 0, kept: 1, keptBytes: 3 });
    const sweeper = s3Spill({ client: server.client, bucket: BUCKET, prefix, key: "k", abandonedDays: 0 });
    await new Promise((done) => setTimeout(done, 1100)); // servers keep times by the second
    expect(await sweep(sweeper, {})).toMatchObject({ cleared: 1, kept: 1, keptBytes: 3 });
    expect(text(await open().read(ref.id))).toBe("abc");
  });

  it("forgets tombstones past their time", async () => {
    const { sink, prefix } = watched({ tombstoneDays: 0 });
    const { id } = await spill(sink, META, ["abc"]);
    expect(await sink.remove(id)).toBe(true);
    expect(await sink.stat(id)).toBeUndefined();
    expect(await sweep(sink, {})).toMatchObject({ cleared: 1, kept: 0 });
    expect(await server.keys(prefix)).toEqual(["probe"]);
  });

  it("gives exactly the bytes of any ranges, in any order", async () => {
    const { sink } = watched();
    const whole = Buffer.alloc(1000, "0123456789abcde");
    const { id } = await spill(sink, META, [whole]);
    const range = fc.record({ start: fc.nat(1100), end: fc.nat(1100) });
    await fc.assert(
      fc.asyncProperty(fc.array(range, { maxLength: 6 }), async (ranges) => {
        for (const { start, end } of ranges) {
          expect(text(await sink.read(id, { start, end }))).toBe(
            whole.subarray(start, Math.max(start, end)).toString(),
          );
        }
      }),
      runs(40),
    );
  });

  it("names an option that makes no sense", () => {
    const { client } = server;
    const open = (options: object) => () =>
      s3Spill({ client, bucket: "b", ...options } as Parameters<typeof s3Spill>[0]);
    expect(() => s3Spill(undefined as never)).toThrow(TypeError);
    expect(open({ client: {} })).toThrow(/client/);
    expect(open({ client: { send: async () => ({}) } })).toThrow(/new S3\(…\), not new S3Client/);
    expect(open({ bucket: "" })).toThrow(RangeError);
    expect(open({ bucket: 1 })).toThrow(TypeError);
    for (const prefix of ["/a", "a//b", "a/../b", "..", "./a", "a b", "ä", "x".repeat(513)]) {
      expect(open({ prefix })).toThrow(/prefix/);
    }
    expect(open({ prefix: "a/b.c/" })).not.toThrow();
    expect(open({ key: "" })).toThrow(/key/);
    expect(open({ partBytes: 5_242_879 })).toThrow(/partBytes/);
    expect(open({ partBytes: 5_242_880 })).not.toThrow();
    expect(open({ attempts: 0 })).toThrow(/attempts/);
    expect(open({ attempts: 11 })).toThrow(/attempts/);
    expect(open({ maxBytes: -1 })).toThrow(/maxBytes/);
    expect(open({ tombstoneDays: -1 })).toThrow(/tombstoneDays/);
    expect(open({ abandonedDays: "1" })).toThrow(TypeError);
    expect(open({ conditionalWrites: 1 })).toThrow(TypeError);
  });
});
