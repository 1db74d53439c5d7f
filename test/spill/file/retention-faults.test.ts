/** Adopting, sweeping and removing while every call on the file system fails in turn. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSpillError, type SpillErrorCode } from "../../../src/spill/error.js";
import { fileSpill } from "../../../src/spill/file/index.js";
import type { SpillGone, SpillInfo, SpillRef, SweepReport } from "../../../src/spill/types.js";
import { all, spill, text } from "../helpers.js";
import { expectNothingUnhandled, forEveryCall } from "./every-call.js";
import { files, filesButKey, temporary } from "./helpers.js";

expectNothingUnhandled();

const META = { sessionId: "s", callId: "c", tool: "t" };
const FAILURES: [string, number, SpillErrorCode][] = [
  ["EIO", 1, "io"],
  ["ENOSPC", Number.POSITIVE_INFINITY, "no_space"],
];

describe.each(FAILURES)("with %s of %d calls", (errno, reach, code) => {
  it("a sweep leaves each Spill whole or gone, and counts right", async () => {
    let ids: string[] = [];
    const calls = await forEveryCall(
      errno,
      reach,
      async (healthy) => {
        ids = [];
        for (const seq of [0, 1, 2]) ids.push((await spill(healthy, { ...META, seq }, ["abc"])).id);
        await healthy.remove((await spill(healthy, { sessionId: "s", seq: 3 }, ["removed"])).id);
        rmSync(String((await spill(healthy, { sessionId: "s", seq: 4 }, ["lost"])).path));
      },
      (sink) => sink.sweep({ maxTotalBytes: 3, graceSeconds: 0, retain: [ids[0] ?? ""] }),
      async ({ directory, error, value, failed }) => {
        const healthy = fileSpill({ directory });
        const states = await Promise.all(ids.map((id) => healthy.stat(id)));
        const there = states.filter((state): state is SpillInfo => state !== undefined && !("gone" in state));
        expect(there[0]?.id).toBe(ids[0]);
        for (const { id } of there) expect(text(await healthy.read(id))).toBe("abc");
        if (error === undefined) {
          const { swept, kept, failed: stuck } = value as SweepReport;
          expect(swept + kept).toBe(3);
          if (reach === 1) expect(kept).toBe(there.length);
          expect(stuck).toBeGreaterThanOrEqual(Math.max(kept - 1, kept - there.length)); // or one that cannot be put back
        } else expect(error).toMatchObject({ name: "SpillError", code });
        // What could not be taken away may stay, but nothing else half-made.
        const parts = files(directory).filter((path) => path.endsWith(".part"));
        expect(parts.length).toBeLessThanOrEqual(reach === 1 ? Number(failed.includes("unlink")) : 1);
        expect((await spill(healthy, { ...META, seq: 1 }, ["abc"])).id).toBe(ids[1]);
      },
      { tombstoneDays: 0 },
    );
    expect(calls).toBeGreaterThan(40);
  });

  it("an adopted file is in the store, or where it was", async () => {
    const logs = temporary();
    const log = join(logs, "log");
    let kept = 0;
    const calls = await forEveryCall(
      errno,
      reach,
      async () => writeFileSync(log, "the log"),
      (sink) => sink.adopt(log, META),
      async ({ directory, error, value }) => {
        const healthy = fileSpill({ directory, adoptFrom: [logs] });
        if (error === undefined) {
          kept++;
          expect(text(await healthy.read((value as SpillRef).id))).toBe("the log");
        } else {
          expect(error).toMatchObject({ name: "SpillError" });
          expect([code, "denied"]).toContain(isSpillError(error) && error.code); // an allowed place that cannot be found
          expect(await all(healthy)).toEqual([]);
          expect(readFileSync(log, "utf8")).toBe("the log");
          if (reach === 1) expect(filesButKey(directory).filter((path) => !path.startsWith(".spillway/."))).toEqual([]);
        }
        if (reach === 1) {
          const isLeft = existsSync(log) && readFileSync(log, "utf8") === "the log";
          expect(isLeft || error === undefined).toBe(true);
          expect(files(logs)).toEqual(isLeft ? ["log"] : []);
        }
        for (const name of files(logs)) rmSync(join(logs, name));
      },
      { adoptFrom: [logs] },
    );
    expect(calls).toBeGreaterThan(40);
    expect(kept).toBeGreaterThan(0);
  });

  it("removeSession leaves each Spill whole or gone", async () => {
    let ids: string[] = [];
    await forEveryCall(
      errno,
      reach,
      async (healthy) => {
        ids = [];
        for (const seq of [0, 1]) ids.push((await spill(healthy, { ...META, seq }, ["abc"])).id);
      },
      (sink) => sink.removeSession("s"),
      async ({ directory, error, value }) => {
        const healthy = fileSpill({ directory });
        const states = await Promise.all(ids.map((id) => healthy.stat(id)));
        const gone = states.filter((state): state is SpillGone => state !== undefined && "gone" in state);
        if (error === undefined) expect([value, gone.length]).toEqual([2, 2]);
        else expect(error).toMatchObject({ name: "SpillError", code });
        expect(gone.length + (await all(healthy)).length).toBe(2);
        if (reach === 1) expect(files(directory).filter((path) => path.endsWith(".part"))).toEqual([]);
        await healthy.removeSession("s");
        expect(await all(healthy)).toEqual([]);
      },
    );
  });
});
