import { type BoundOptions, boundResult, boundText, SpillError, type SpillErrorCode, type ToolResult } from "spillway";
import { describe, expect, it } from "vitest";
import { mapSpill } from "./stores.js";
import { stream } from "./support.js";

const LOG = Array.from({ length: 900 }, (_, index) => `line ${index + 1} of the log\n`).join("");

/** The words of a View that are not the log's. */
async function words(options: Partial<BoundOptions>, result: ToolResult = LOG): Promise<string> {
  const { text } = await boundResult(result, { limits: { maxBytes: 1000 }, meta: { callId: "call" }, ...options });
  return (text.match(/\[(spillway: [^\]]*|…)\]/g) ?? []).join("\n");
}

const stored = () => mapSpill(undefined, { path: (id) => `/tmp/spills/${id}.log` });

describe("the notice", () => {
  it("names the file of a complete Spill, for a reader of files", async () => {
    expect(await words({ spill: stored() })).toMatchInlineSnapshot(`
      "[spillway: … 858 lines, 17,082 bytes omitted …]
      [spillway: 42 of 900 lines, 810 of 17,892 bytes shown (limit 1,000 bytes); complete output in /tmp/spills/call-24654803.log]"
    `);
  });

  it("names the call of a tool", async () => {
    expect(
      await words({ spill: stored(), notice: { canRead: "tool", toolName: "read_result" } }),
    ).toMatchInlineSnapshot(`
      "[spillway: … 858 lines, 17,082 bytes omitted …]
      [spillway: 42 of 900 lines, 810 of 17,892 bytes shown (limit 1,000 bytes); complete output through read_result {"id":"call-24654803"}]"
    `);
  });

  it("names a resource", async () => {
    expect(await words({ spill: stored(), notice: { canRead: "resource" } })).toMatchInlineSnapshot(`
      "[spillway: … 857 lines, 17,063 bytes omitted …]
      [spillway: 43 of 900 lines, 829 of 17,892 bytes shown (limit 1,000 bytes); complete output in spill://call-24654803]"
    `);
  });

  it("names no way where the reader has none", async () => {
    expect(await words({ spill: stored(), notice: { canRead: "none" } })).toMatchInlineSnapshot(`
      "[spillway: … 858 lines, 17,083 bytes omitted …]
      [spillway: 42 of 900 lines, 809 of 17,892 bytes shown (limit 1,000 bytes); complete output kept as spill://call-24654803]"
    `);
  });

  it("names no path where the store has no files", async () => {
    expect(await words({ spill: mapSpill() })).toMatchInlineSnapshot(`
      "[spillway: … 858 lines, 17,083 bytes omitted …]
      [spillway: 42 of 900 lines, 809 of 17,892 bytes shown (limit 1,000 bytes); complete output kept as spill://call-24654803]"
    `);
  });

  it("tells a partial Spill", async () => {
    const upstream = { truncated: true, totalBytes: 5_000_000 };
    expect(await words({ spill: stored(), upstream })).toMatchInlineSnapshot(`
      "[spillway: … 861 lines, 17,141 bytes omitted …]
      [spillway: 39 of at least 900 lines, 751 of at least 5,000,000 bytes shown (limit 1,000 bytes); it was cut before it came here; what came, 17,892 bytes, in /tmp/spills/call-24654803.log]"
    `);
    expect(await words({ spill: stored(), upstream: { truncated: true } })).toMatchInlineSnapshot(`
      "[spillway: … 861 lines, 17,141 bytes omitted …]
      [spillway: 39 of at least 900 lines, 751 of at least 17,892 bytes shown (limit 1,000 bytes); it was cut before it came here; what came, 17,892 bytes, in /tmp/spills/call-24654803.log]"
    `);
  });

  it("tells why the rest could not be kept", async () => {
    const codes: SpillErrorCode[] = ["no_space", "denied", "quota", "io", "corrupt", "closed", "not_found", "gone"];
    const said: string[] = [];
    for (const code of codes) {
      const spill = mapSpill({ at: "create", how: "async", error: new SpillError(code) });
      said.push(/(the rest .*)\]$/.exec(await words({ spill }))?.[1] ?? "");
    }
    expect(said).toMatchInlineSnapshot(`
      [
        "the rest could not be kept: no space left in the store",
        "the rest could not be kept: the store refused access",
        "the rest could not be kept: the store's quota is used up",
        "the rest could not be kept: the store failed",
        "the rest could not be kept: the store did not keep what was written",
        "the rest could not be kept: the Spill was already closed",
        "the rest could not be kept: no such Spill",
        "the rest could not be kept: the Spill was removed",
      ]
    `);
  });

  it("tells that there was no store, and boundText, which has none, tells nothing of one", async () => {
    expect(await words({})).toMatchInlineSnapshot(`
      "[spillway: … 856 lines, 17,043 bytes omitted …]
      [spillway: 44 of 900 lines, 849 of 17,892 bytes shown (limit 1,000 bytes); the rest was not kept]"
    `);
    expect(boundText(LOG, { maxBytes: 1000 }).text.split("\n").at(-1)).toMatchInlineSnapshot(
      `"[spillway: 45 of 900 lines, 868 of 17,892 bytes shown (limit 1,000 bytes)]"`,
    );
  });

  it("tells the exit code, or that it is an error", async () => {
    expect(await words({ spill: stored(), exitCode: 1 })).toMatchInlineSnapshot(`
      "[spillway: … 859 lines, 17,088 bytes omitted …]
      [spillway: 41 of 900 lines, 804 of 17,892 bytes shown (limit 1,000 bytes); exit code 1; complete output in /tmp/spills/call-24654803.log]"
    `);
    expect(await words({ spill: stored(), exitCode: 0 })).toMatchInlineSnapshot(`
      "[spillway: … 858 lines, 17,082 bytes omitted …]
      [spillway: 42 of 900 lines, 810 of 17,892 bytes shown (limit 1,000 bytes); exit code 0; complete output in /tmp/spills/call-24654803.log]"
    `);
    expect(await words({ spill: stored(), isError: true })).toMatchInlineSnapshot(`
      "[spillway: … 860 lines, 17,108 bytes omitted …]
      [spillway: 40 of 900 lines, 784 of 17,892 bytes shown (limit 1,000 bytes); the tool reported an error; complete output in /tmp/spills/call-24654803.log]"
    `);
    expect(await words({ spill: stored(), isError: true, exitCode: 137 })).toMatchInlineSnapshot(`
      "[spillway: … 859 lines, 17,088 bytes omitted …]
      [spillway: 41 of 900 lines, 804 of 17,892 bytes shown (limit 1,000 bytes); exit code 137; complete output in /tmp/spills/call-24654803.log]"
    `);
  });

  it("tells that the source broke", async () => {
    const broken = (text: string) =>
      (async function* () {
        yield text;
        throw new TypeError("secret");
      })();
    expect(await words({ spill: stored() }, broken(LOG))).toMatchInlineSnapshot(`
      "[spillway: … 861 lines, 17,141 bytes omitted …]
      [spillway: 39 of at least 900 lines, 751 of at least 17,892 bytes shown (limit 1,000 bytes); the source broke (TypeError); what came, 17,892 bytes, in /tmp/spills/call-24654803.log]"
    `);
    expect(await words({ spill: stored() }, broken("all that came\n"))).toMatchInlineSnapshot(
      `"[spillway: all that came is shown, 14 bytes; the source broke (TypeError); what came, 14 bytes, in /tmp/spills/call-9b68c07f.log]"`,
    );
    expect(await words({ signal: AbortSignal.abort() }, stream(["x"]))).toMatchInlineSnapshot(
      `"[spillway: all that came is shown, 0 bytes; the call was aborted]"`,
    );
  });

  it("tells what it can of one endless line", async () => {
    expect(await words({ spill: stored() }, "x".repeat(300_000))).toMatchInlineSnapshot(`
      "[spillway: … 299,167 bytes omitted …]
      [spillway: parts of 1 line, 833 of 300,000 bytes shown (limit 1,000 bytes); complete output in /tmp/spills/call-29927e27.log]"
    `);
    expect(await words({ spill: stored() }, { json: Array(9000).fill({ id: 1 }) })).toMatchInlineSnapshot(`
      "[spillway: … 8,911 of 9,000 items omitted, next from 44 …]
      [spillway: parts of 1 line, 802 of 81,001 bytes shown (limit 1,000 bytes); complete output in /tmp/spills/call-f855227e.log]"
    `);
  });

  it("tells lines, chars and tokens as limits", async () => {
    expect(await words({ spill: stored(), limits: { maxLines: 20 } })).toMatchInlineSnapshot(`
      "[spillway: … 882 lines, 17,550 bytes omitted …]
      [spillway: 18 of 900 lines, 342 of 17,892 bytes shown (limit 20 lines); complete output in /tmp/spills/call-24654803.log]"
    `);
    expect(await words({ spill: stored(), limits: { maxChars: 1000 } })).toMatchInlineSnapshot(`
      "[spillway: … 857 lines, 17,064 bytes omitted …]
      [spillway: 43 of 900 lines, 828 of 17,892 bytes shown (limit 1,000 chars); complete output in /tmp/spills/call-24654803.log]"
    `);
    expect(
      await words({ spill: stored(), limits: { maxTokens: 500 }, countTokens: (text) => Math.ceil(text.length / 2) }),
    ).toMatchInlineSnapshot(`
      "[spillway: … 857 lines, 17,063 bytes omitted …]
      [spillway: 43 of 900 lines, 829 of 17,892 bytes shown (limit 500 tokens); complete output in /tmp/spills/call-24654803.log]"
    `);
    expect(await words({ spill: stored(), limits: { maxLines: 2 } })).toMatchInlineSnapshot(
      `"[spillway: 1 of 900 lines, 18 of 17,892 bytes shown (limit 2 lines); complete output in /tmp/spills/call-24654803.log]"`,
    );
    expect(await words({ spill: stored(), limits: { maxLines: 1 } })).toMatchInlineSnapshot(`""`);
  });

  it("steps down where there is little room", async () => {
    const said: Record<string, string> = {};
    for (const maxBytes of [300, 200, 100, 60, 20, 10, 5])
      said[maxBytes] = await words({ spill: stored(), limits: { maxBytes } });
    expect(said).toMatchInlineSnapshot(`
      {
        "10": "",
        "100": "[…]
      [spillway: spill://call-24654803]",
        "20": "[…]",
        "200": "[…]
      [spillway: 6/900 lines, 114/17,892 bytes; spill://call-24654803]",
        "300": "[…]
      [spillway: 9 of 900 lines, 172 of 17,892 bytes shown (limit 300 bytes); complete output in /tmp/spills/call-24654803.log]",
        "5": "",
        "60": "[…]",
      }
    `);
  });

  it("stands first where that was asked for, and nothing of it stands where it was refused", async () => {
    const spill = stored();
    const first = await boundResult(LOG, {
      limits: { maxBytes: 300 },
      spill,
      notice: { position: "first" },
      keep: "tail",
    });
    expect(first.text).toMatchInlineSnapshot(`
      "[spillway: 8 of 900 lines, 160 of 17,892 bytes shown (limit 300 bytes); complete output in /tmp/spills/call-24654803.log]
      line 893 of the log
      line 894 of the log
      line 895 of the log
      line 896 of the log
      line 897 of the log
      line 898 of the log
      line 899 of the log
      line 900 of the log
      "
    `);
    const none = await boundResult(LOG, { limits: { maxBytes: 200 }, spill, notice: false });
    expect(none.text).toMatchInlineSnapshot(`
      "line 1 of the log
      line 2 of the log
      line 3 of the log
      line 4 of the log
      [spillway: … 893 lines, 17,760 bytes omitted …]
      line 898 of the log
      line 899 of the log
      line 900 of the log
      "
    `);
  });

  it("never names a path that is not one well-formed line", async () => {
    for (const bad of ["/tmp/a\nb", "/tmp/\ud800", "/tmp/\u001b[3m"]) {
      const spill = mapSpill(undefined, { path: () => bad });
      expect(await words({ spill })).toMatch(/complete output kept as spill:\/\/[^\]]*\]$/);
    }
  });
});
