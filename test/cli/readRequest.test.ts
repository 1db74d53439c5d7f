/** Requests as flags and back. */
import { describe, expect, it } from "vitest";
import { nextCommand, REQUEST_FLAGS, requestOf } from "../../src/cli/readRequest.js";
import { parseFlags, UsageError } from "../../src/cli/usage.js";
import type { SpillRequest } from "../../src/spill/request.js";

/** As a shell takes words apart, for what `nextCommand` writes. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/(?:'([^']*)'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll("'\\''", "\u0000").replaceAll("'", "").replaceAll("\u0000", "'"),
  );
}

function request(args: readonly string[]): SpillRequest {
  return requestOf(parseFlags("read", args, REQUEST_FLAGS).values);
}

describe("requestOf", () => {
  it.each<[string[], SpillRequest]>([
    [[], {}],
    [["--lines", "3..5"], { lines: { from: 3, count: 3 } }],
    [["--lines", "3..", "--at", "17"], { lines: { from: 3, at: 17 } }],
    [["--bytes", "0..9"], { bytes: { from: 0, count: 10 } }],
    [["--grep", "a+", "-i"], { search: { pattern: "a+", regex: true, ignoreCase: true } }],
    [
      ["--grep", "a+", "-F", "--context", "2", "--after", "9", "--line", "4"],
      { search: { pattern: "a+", regex: false, ignoreCase: false, context: 2, after: 9, line: 4 } },
    ],
    [["--pointer", ""], { pointer: "" }],
    [["--pointer", "/a b", "--from", "3"], { pointer: "/a b", from: 3 }],
  ])("%j", (args, expected) => {
    expect(JSON.parse(JSON.stringify(request(args)))).toEqual(expected);
  });

  it.each([
    [["--lines", "1", "--pointer", ""], "read: --lines, --bytes, --grep and --pointer exclude each other"],
    [["--from", "1"], "read: --from goes with --pointer"],
    [["--at", "1"], "read: --at goes with --lines or --pointer"],
    [["--literal", "--lines", "1"], "read: --literal goes with --grep"],
    [["--grep", ""], "--grep must not be empty"],
    [["--pointer", "", "--from", "x"], '--from must be an integer ≥ 0, got "x"'],
  ])("%j is a mistake", (args, message) => {
    expect(() => request(args)).toThrow(new UsageError(message));
  });
});

describe("nextCommand", () => {
  it.each<SpillRequest>([
    { lines: { from: 7, count: 2, at: 300_000 } },
    { bytes: { from: 7 } },
    { search: { pattern: 'it\'s "a" $HOME', regex: false, ignoreCase: true, context: 1, after: 12, line: 3 } },
    { search: { pattern: "-x", regex: true, ignoreCase: false, after: 12 } },
    { pointer: "/a b/~1", from: 3, within: "/a b", at: 70_000, kind: "object", steps: "o3" },
    { pointer: "", from: 3 },
  ])("should write %j so that it is read back", (next) => {
    const command = nextCommand("7-bash-8eb7adce", next, { "max-bytes": "100", store: "/tmp/my store" });
    const [program, name, ref, ...args] = wordsOf(command);
    expect([program, name, ref, ...args.slice(0, 4)]).toEqual([
      "spillway",
      "read",
      "7-bash-8eb7adce",
      "--store",
      "/tmp/my store",
      "--max-bytes",
      "100",
    ]);
    expect(JSON.parse(JSON.stringify(request(args.slice(4))))).toEqual(next);
  });
});
