/** A daemon that saves large results, number for number. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boundByPreset, type CallToolResultLike } from "spillway/mcp";
import { presets } from "spillway/presets";
import { isSpillError } from "spillway/spill";
import { fileSpill } from "spillway/spill/file";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const image = (bytes: number) => ({ type: "image", data: "QUJD".repeat(bytes / 4), mimeType: "image/png" });
const text = (words: string) => ({ type: "text", text: words });

describe("the preset daemon", () => {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "spillway-daemon-"));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const daemon = (given: CallToolResultLike, quota = {}) =>
    boundByPreset(given, presets.daemon, {
      spill: fileSpill({ directory, prefix: "Daemon", ...presets.daemon.spill, ...quota }),
    });
  const files = () => readdirSync(directory).filter((name) => name.endsWith(".txt"));
  const firstOf = ({ content }: CallToolResultLike) => String(content?.[0]?.["text"]);

  it("should send up to 40,000 characters as they are", async () => {
    for (const words of ["x".repeat(40_000), "🟡".repeat(20_000)]) {
      const given = { content: [text(words)], structuredContent: { result: words } };
      expect((await daemon(given)).result).toBe(given);
    }
    expect(files()).toEqual([]);
  });

  it("should save one more, and send 20,000 from either end and one line with the path", async () => {
    const words = `${"a".repeat(20_000)}-${"z".repeat(20_000)}`;
    const { result, spill } = await daemon({ content: [text(words)] });
    const [line, ...more] = files();
    expect(more).toEqual([]);
    expect(line).toMatch(new RegExp(`^Daemon-${process.pid}-[a-z0-9-]+\\.txt$`));
    const path = join(directory, line ?? "");
    expect(spill?.path).toBe(path);
    expect(firstOf(result)).toBe(`${"a".repeat(20_000)}\n${"z".repeat(20_000)}\n[Full output: ${path}]`);
    expect(readFileSync(path, "utf8")).toBe(words);
  });

  it("should count structured JSON as text, and send none with a saved result", async () => {
    const structuredContent = { rows: Array.from({ length: 4000 }, (_, id) => ({ id, name: `n${id}` })) };
    const { result } = await daemon({ content: [], structuredContent });
    expect(result).not.toHaveProperty("structuredContent");
    const path = /\[Full output: (.*)\]$/.exec(firstOf(result))?.[1] ?? "";
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(structuredContent);
  });

  it("should keep media with the text, out of the file, and give media alone a budget of 1 MiB", async () => {
    const { result, spill } = await daemon({ content: [text("x".repeat(50_000)), image(4000)] });
    expect(result.content?.slice(1)).toEqual([image(4000)]);
    expect(spill?.bytes).toBe(50_000);
    const small = { content: [image(1_000_000)] };
    expect((await daemon(small)).result).toBe(small);
    const large = await daemon({ content: [image(1_048_576)] });
    expect(large).toMatchObject({ result: { isError: true }, truncated: true });
    expect(firstOf(large.result)).toContain("more than 1,048,576 bytes");
    expect(files()).toHaveLength(1);
  });

  it("should make a save past a quota an error, and leave no file", async () => {
    const given = { content: [text("x".repeat(50_000))] };
    for (const quota of [{ maxBytes: 49_999 }, { maxTotalBytes: 49_999 }]) {
      const error = await daemon(given, quota).catch((thrown: unknown) => thrown);
      expect(isSpillError(error) && error.code).toBe("quota");
      expect(files()).toEqual([]);
    }
    expect((await daemon(given, { maxBytes: 50_000, maxTotalBytes: 50_000 })).truncated).toBe(true);
  });
});
