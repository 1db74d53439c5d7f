import { describe, expect, it } from "vitest";
import { formatBytes } from "../../src/cli/print.js";
import { formatTime, printable, table } from "../../src/cli/table.js";
import { amountOf, parseFlags, sizeOf, UsageError } from "../../src/cli/usage.js";

describe("sizeOf", () => {
  it.each([
    ["0", 0],
    ["1000", 1000],
    ["1000b", 1000],
    ["64K", 65_536],
    ["64k", 65_536],
    ["64KiB", 65_536],
    ["64kib", 65_536],
    ["64KB", 64_000],
    ["64 kB", 64_000],
    ["512MiB", 536_870_912],
    ["512M", 536_870_912],
    ["512MB", 512_000_000],
    ["1.5GiB", 1_610_612_736],
    ["0.3K", 307],
    ["2T", 2_199_023_255_552],
  ])("takes %j for %d bytes", (value, bytes) => {
    expect(sizeOf("max-total", value)).toBe(bytes);
  });

  it.each(["", "K", "-1", "1e3", ".5K", "1iB", "1KK", "1  K", "1P", "one", "9007199254740993", "9999T", "Infinity"])(
    "refuses %j",
    (value) => {
      const message = `--max-total must be a size such as 512MiB, got ${JSON.stringify(value)}`;
      expect(() => sizeOf("max-total", value)).toThrow(new UsageError(message));
    },
  );
});

describe("amountOf", () => {
  it.each([
    ["7", 7],
    ["0.5", 0.5],
    [".5", 0.5],
    ["7.", 7],
    ["0", 0],
  ])("takes %j for %d", (value, amount) => {
    expect(amountOf("max-age", value)).toBe(amount);
  });

  it.each(["", ".", "-1", "1e3", "7d", "NaN", "Infinity", `${"9".repeat(400)}`])("refuses %j", (value) => {
    expect(() => amountOf("max-age", value)).toThrow(/^--max-age must be a number ≥ 0, got "/);
  });
});

describe("parseFlags", () => {
  const types = { retain: { type: "string", multiple: true }, grace: { type: "string" } } as const;

  it("gathers a flag that can be given many times, and takes the last of any other", () => {
    const { values } = parseFlags("sweep", ["--retain", "a", "--grace=1", "--retain=b", "--grace", "2"], types);
    expect(values).toEqual({ retain: ["a", "b"], grace: "2" });
    expect(parseFlags("sweep", [], types).values).toEqual({});
  });

  it("misses the value of a flag that can be given many times", () => {
    expect(() => parseFlags("sweep", ["--retain"], types)).toThrow(new UsageError("sweep: --retain needs a value"));
  });
});

describe("formatBytes", () => {
  it.each([
    [0, "0 B"],
    [1023, "1023 B"],
    [1024, "1.0 KiB"],
    [1200, "1.2 KiB"],
    [10_189, "10 KiB"],
    [1_047_551, "1023 KiB"],
    [1_048_064, "1.0 MiB"],
    [536_870_912, "512 MiB"],
    [2 ** 40, "1.0 TiB"],
    [2 ** 50, "1024 TiB"],
  ])("shows %d as %j", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe("formatTime", () => {
  it("is to the second, in UTC, and survives a record that makes no sense", () => {
    expect(formatTime(1_800_000_000_999)).toBe("2027-01-15T08:00:00Z");
    expect(formatTime(1e300)).toBe("?");
  });
});

describe("printable and table", () => {
  it("leave nothing that a terminal obeys, on one line, and not too long", () => {
    expect(printable("a\u001b[31mb\r\n\tc\ud800\u0007")).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    expect(printable("x".repeat(500))).toHaveLength(40);
  });

  it("line up", () => {
    expect(table([["ID", "SIZE"], ["long-id", "1 B"], ["x"]])).toBe("ID       SIZE\nlong-id  1 B\nx");
    expect(table([])).toBe("");
  });
});
