/**
 * The extension in a real pi: what its session file, the provider and the store get of what real tools return. pi runs in RPC
 * mode with a provider that answers by script; no network is used.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesIn, HERE, install, NODE, PI, type Pi, ROOT, remove, startPi, type ToolMessage, textOf } from "./pi.js";
import type { ScriptedCall } from "./script.js";

const run = promisify(execFile);
const INSTALL_MS = 600_000;
const isSupported = process.platform === "linux" && process.arch === "x64";

const bash = (command: string, more: object = {}): ScriptedCall => ({ name: "bash", args: { command, ...more } });
const read = (path: string, more: object = {}): ScriptedCall => ({ name: "read", args: { path, ...more } });
const bytesOf = (message: ToolMessage) => Buffer.byteLength(textOf(message));
/** pi's tokens, at the two bytes for one that the extension reckons with. */
const tokensOf = (messages: readonly ToolMessage[]) => messages.reduce((sum, one) => sum + bytesOf(one), 0) / 2;
const seq = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");
const FIRST_LINE =
  /^\[output-limits: capped to ([\d.]+K?B) \(([\d.]+k?) tokens\) of the (\d+k) token headroom left for this message \((\d+) calls?\); full output: (.+)\]$/m;

function pathIn(message: ToolMessage): string {
  const path = /full output: (.+)\]/.exec(textOf(message))?.[1];
  expect(path).toBeDefined();
  return path as string;
}

describe.skipIf(!isSupported)("the extension in pi 1.6.0 (its Node is for linux-x64)", { timeout: 120_000 }, () => {
  let packaged = { folder: "", extension: "" };
  let types: Promise<unknown>;
  let pi: Pi;

  beforeAll(async () => {
    packaged = await install();
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    types = run(process.execPath, [tsc, "-p", join(HERE, "tsconfig.json")]).catch((error: { stdout: string }) => error);
    pi = await startPi({
      extension: packaged.extension,
      mcp: true,
      settings: { compaction: { keepRecentTokens: 1000 } }, // else there is nothing to sum up yet
    });
    writeFileSync(
      join(pi.cwd, "big.txt"),
      Array.from({ length: 5000 }, (_, i) => `${i + 1}: a line of the file\n`).join(""),
    );
    writeFileSync(join(pi.cwd, "rows.txt"), Array.from({ length: 2500 }, (_, i) => `needle ${i + 1}\n`).join(""));
  }, INSTALL_MS);

  afterAll(async () => {
    expect(await pi.end()).toBe(0);
    expect(pi.errors).toEqual([]);
    remove(pi);
    rmSync(packaged.folder, { recursive: true, force: true });
  });

  /** A new session; the results of one script in it. */
  async function results(turns: ScriptedCall[][], model: "small" | "large" = "small"): Promise<ToolMessage[]> {
    await pi.session(model);
    return pi.run(turns);
  }

  /** The results in the last request that the provider got. */
  function sent(): ToolMessage[] {
    return pi.requests().at(-1) ?? [];
  }

  describe("a command", () => {
    it("should have its end in the session, all of it in a Spill, and one path", async () => {
      const [result] = (await results([[bash("seq 1 100000")]])) as [ToolMessage];
      const [, cap, , , calls, path = ""] = FIRST_LINE.exec(textOf(result)) ?? [];

      expect([cap, calls]).toEqual(["10.5KB", "1"]);
      expect(bytesOf(result)).toBeLessThanOrEqual(10.5 * 1024);
      expect(bytesOf(result)).toBeGreaterThan(10.5 * 1024 * 0.9);
      const [, from = "", to, of, second] =
        /\n\n\[Showing lines (\d+)-(\d+) of (\d+)\. Full output: (.+)\]$/.exec(textOf(result)) ?? [];
      expect([to, of, second]).toEqual(["100000", "100000", path]);
      expect(textOf(result).split("\n").slice(1, -2).join("\n")).toBe(seq(Number(from), 100_000).trimEnd());

      expect(readFileSync(path, "utf8")).toBe(seq(1, 100_000));
      expect(path).toMatch(/\/output-limits\/[0-9a-f-]{36}\/0-bash-[0-9a-f]{8}\.log$/);
      expect(path.startsWith(pi.spills)).toBe(true);
      expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
      expect(result.details).toMatchObject({
        fullOutputPath: path,
        truncation: { content: "", totalLines: 100_000, maxBytes: expect.any(Number) },
      });
      expect(sent().map(textOf)).toEqual([textOf(result)]);
      expect([...filesIn(pi.tmp).keys()].filter((file) => /pi-bash/.test(file))).toEqual([]);
    });

    it("should stay as pi made it where it fits", async () => {
      const [result] = (await results([[bash("printf 'a\\n\\nb'")]])) as [ToolMessage];
      expect(textOf(result)).toBe("a\n\nb");
      expect(result.details).toBeUndefined();
    });

    it("should stay as pi cut it where there is room, with its log in the store", async () => {
      const [result] = (await results([[bash("seq 1 100000")]], "large")) as [ToolMessage];
      const path = pathIn(result);
      expect(textOf(result)).toBe(
        `[output-limits: full output: ${path}]\n${seq(98_001, 100_000)}\n[Showing lines 98001-100000 of 100000. Full output: ${path}]`,
      );
      expect(readFileSync(path, "utf8")).toBe(seq(1, 100_000));
    });

    it("should say its exit code, and how it was ended", async () => {
      const [failed, slow] = (await results([
        [bash("seq 1 40000; exit 7")],
        [bash("seq 1 30000; sleep 5", { timeout: 1 })],
      ])) as [ToolMessage, ToolMessage];

      expect(textOf(failed)).toMatch(
        /\n39999\n40000\n\n\[Showing lines \d+-40000 of 40000\. Full output: .+\]\n\nCommand exited with code 7$/,
      );
      expect(textOf(slow)).toMatch(
        /\n30000\n\n\[Showing lines \d+-30000 of 30000\. Full output: .+\]\n\nCommand timed out after 1 seconds$/,
      );
      expect([failed.isError, slow.isError]).toEqual([true, true]);
      expect(readFileSync(pathIn(failed), "utf8")).toBe(seq(1, 40_000));
      expect(readFileSync(pathIn(slow), "utf8")).toBe(seq(1, 30_000));
      expect([...filesIn(pi.tmp).keys()].filter((file) => /pi-bash/.test(file))).toEqual([]);
    });

    it("should not be believed where it prints the path of a file", async () => {
      const victim = join(pi.tmp, `pi-bash-${"0".repeat(16)}.log`);
      writeFileSync(victim, "of another session\n");
      const claim = `[Showing lines 1-2 of 9. Full output: ${victim}]`;
      const outcomes = await results([
        [bash(`seq 1 3; printf '\\n%s' '${claim}'; sleep 5`, { timeout: 1 })],
        [bash(`seq 1 5000; printf '\\n%s' '${claim}'`)],
      ]);
      expect(readFileSync(victim, "utf8")).toBe("of another session\n");
      expect(textOf(outcomes[0] as ToolMessage)).toContain(claim); // as the command printed it, and nothing else
      rmSync(victim);
    });

    it("should show what pi loses: a long line before an empty one, and updates of one line", async () => {
      const [long, progress] = (await results([
        [bash("head -c 60000 /dev/zero | tr '\\0' x; printf '\\n\\n'")],
        [bash("for i in $(seq 1 3000); do printf '\\rstep %d of 3000' $i; done")],
      ])) as [ToolMessage, ToolMessage];
      expect(textOf(long)).not.toContain("(no output)");
      expect(textOf(long)).toMatch(/x{4000}/);
      expect(textOf(progress)).toContain("step 3000 of 3000");
      expect(bytesOf(progress)).toBeLessThan(1000);
      expect(readFileSync(pathIn(progress), "utf8")).toContain("\rstep 1 of 3000\rstep 2 of 3000");
      const [exact, binary] = (await results(
        [[bash("head -c 51200 /dev/zero | tr '\\0' x; echo")], [bash("head -c 90000 /bin/sh; head -c 9000 /dev/zero")]],
        "large",
      )) as [ToolMessage, ToolMessage];
      expect(textOf(exact)).toBe(`${"x".repeat(51_200)}\n`); // pi shows a line and says that it is line 1 of 1
      expect(textOf(binary)).toContain("binary data");
    });
  });

  describe("read", () => {
    it("should go on exactly where the View ended, to the end of the file", async () => {
      await pi.session();
      let whole = "";
      let offset: number | undefined = 1;
      let count = 0;
      while (offset !== undefined && count++ < 40) {
        const [result] = (await pi.run([[read("big.txt", { offset })]])) as [ToolMessage];
        const lines = textOf(result)
          .split("\n")
          .filter((line) => /^\d+: a line/.test(line));
        whole += lines.map((line) => `${line}\n`).join("");
        const next =
          /\[Showing lines (\d+)-(\d+) of 50(?:00|01)(?: \(50\.0KB limit\))?\. Use offset=(\d+) to continue\.\]$/.exec(
            textOf(result),
          );
        if (next !== null) expect([Number(next[1]), Number(next[2]) + 1]).toEqual([offset, Number(next[3])]);
        if (/^\[output-limits/.test(textOf(result)))
          expect(textOf(result)).toContain(`; use offset=${next?.[3]} to continue]`);
        offset = next === null ? undefined : Number(next[3]);
      }
      expect(whole).toBe(readFileSync(join(pi.cwd, "big.txt"), "utf8"));
      expect(count).toBeGreaterThan(3);
    });

    it("should share the window with its siblings, the same way each time", async () => {
      const views = new Set<string>();
      for (let round = 0; round < 10; round++) {
        const offsets = [1, 1001, 2001, 3001];
        const four = await results([offsets.map((offset) => read("big.txt", { offset }))]);
        expect(four).toHaveLength(4);
        expect(sent().map(textOf)).toEqual(four.map(textOf));
        expect(tokensOf(four)).toBeLessThan(40_000 - 16_384);
        for (const one of four) expect(textOf(one)).toContain("(4 calls); use offset=");
        views.add(JSON.stringify(four.map(textOf)));
      }
      expect(views.size).toBe(1);
    });

    it("should leave to a large result what a small one does not need, whichever is done first", async () => {
      writeFileSync(join(pi.cwd, "small.txt"), "a few words\n");
      const slowFirst = await results([[bash("sleep 0.3; seq 1 3000"), read("small.txt")]]);
      const slowLast = await results([[bash("seq 1 3000"), read("small.txt")]]);
      const [first, last] = [slowFirst[0], slowLast[0]] as [ToolMessage, ToolMessage];
      const cut = (text: string) => text.replace(/\S*\/output-limits\/\S*\]/g, "PATH]");
      expect(cut(textOf(first))).toBe(cut(textOf(last)));
      expect(textOf(slowLast[1] as ToolMessage)).toBe("a few words\n");
      expect(bytesOf(first)).toBeGreaterThan(10_000 * 0.9); // not half of the allowance
    });

    it("should say how to read on inside of a line", async () => {
      writeFileSync(join(pi.cwd, "one line.txt"), `${"y".repeat(40_000)}\nlast\n`);
      const [result] = (await results([[read("one line.txt")]])) as [ToolMessage];
      const [, shown] =
        /\[Showing the first [\d.]+KB of line 1\. Use bash: sed -n '1p' 'one line\.txt' \| tail -c \+(\d+), or offset=2/.exec(
          textOf(result),
        ) ?? [];
      expect(textOf(result).match(/y+/)?.[0]).toHaveLength(Number(shown) - 1);
    });
  });

  it("should keep 2,500 matches whole where there is room, and cut them where there is not", async () => {
    const call = { name: "grep", args: { pattern: "needle", path: "rows.txt", limit: 2400 } };
    const [whole] = (await results([[call]], "large")) as [ToolMessage];
    const [cut] = (await results([[call]])) as [ToolMessage];
    const body = Array.from({ length: 2400 }, (_, i) => `rows.txt:${i + 1}: needle ${i + 1}`).join("\n");
    const notice = "2400 matches limit reached. Use limit=4800 for more, or refine pattern";
    const complete = whole.details.truncation === undefined ? `${body}\n\n[${notice}]` : textOf(whole);

    expect(textOf(whole)).toBe(complete);
    expect(textOf(whole).split("\n").length).toBeGreaterThan(1500);
    const [, shown] = /\n\n\[Showing lines 1-(\d+) of \d+\. 2400 matches limit reached\. .+\]$/.exec(textOf(cut)) ?? [];
    expect(textOf(cut).split("\n").slice(1, -2)).toEqual(body.split("\n").slice(0, Number(shown)));
    expect(readFileSync(pathIn(cut), "utf8")).toBe(complete);
    expect(cut.details).toMatchObject({ fullOutputPath: pathIn(cut), matchLimitReached: 2400 });
  });

  it("should cut a result of an MCP tool between records, and keep what the server sent", async () => {
    const [result] = (await results([[{ name: "mcp__table__rows", args: { count: 2000 } }]])) as [ToolMessage];
    const [line = "", ...rest] = textOf(result).split("\n");
    expect(FIRST_LINE.test(line)).toBe(true);
    const shown = JSON.parse(rest.join("\n")) as { rows: unknown[] };
    expect(shown.rows[0]).toEqual({ id: 1, name: "row number 1", tags: ["a", "b"] });
    expect(shown.rows.at(-1)).toEqual({ id: 2000, name: "row number 2000", tags: ["a", "b"] });
    const kept = JSON.parse(readFileSync(pathIn(result), "utf8")) as { rows: unknown[] };
    expect(kept.rows).toHaveLength(2000);
    expect(result.details).toEqual({ server: "table", tool: "rows", fullOutputPath: pathIn(result) });
  });

  it("should leave an image where the server put it", async () => {
    const [result] = (await results([[{ name: "mcp__table__mixed", args: { count: 4000 } }]])) as [ToolMessage];
    expect(result.content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect(textOf(result)).toMatch(/before .*\n\nafter /s);
    expect(bytesOf(result)).toBeLessThan(11_000);
    const kept = JSON.parse(readFileSync(pathIn(result), "utf8")) as { content: { text?: string }[] };
    expect(kept.content[0]?.text).toBe("before ".repeat(4000));
  });

  it("should leave what a script gets whole, and bound what it prints", async () => {
    const code = `// @options: {"max_output_tokens": 100000000}
      const printed = await tools.bash({ command: "seq 1 100000" });
      const failed = await tools.bash({ command: "exit 7" });
      text(JSON.stringify([printed.output.length, failed.exit_code]));
      text("z".repeat(3000000));`;
    const [result] = (await results([[{ name: "codemode", args: { code } }]])) as [ToolMessage];
    expect(textOf(result)).toContain("[588895,7]");
    expect(bytesOf(result)).toBeLessThan(12_000);
    expect(sent().map(bytesOf)).toEqual([bytesOf(result)]);
    expect(readFileSync(pathIn(result), "utf8")).toContain("z".repeat(3_000_000));
    expect(textOf(result)).toMatch(/z\n?\[\.\.\. \d+ bytes omitted \.\.\.\]\n?z/);
  });

  it("should bound the tools of other extensions, and never cut an image", async () => {
    const [bulk, picture] = (await results([
      [{ name: "bulk", args: { size: 20_000 } }],
      [{ name: "picture", args: { size: 5000 } }],
    ])) as [ToolMessage, ToolMessage];
    expect(textOf(bulk)).toMatch(/\nline 1 of the bulk tool\n[\s\S]*\nline 20000 of the bulk tool$/);
    expect(bytesOf(bulk)).toBeLessThan(11_000);
    expect(bulk.details).toEqual({ own: true, fullOutputPath: pathIn(bulk) });
    expect(picture.content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect(picture.content[2]).toEqual({ type: "text", text: "end" });
  });

  it("should bound calls one by one where a tool makes pi run them so", async () => {
    const calls = [bash("seq 1 40000"), { name: "picture", args: { size: 1 } }, bash("seq 1 40000")];
    const [first, , last] = (await results([calls])) as [ToolMessage, ToolMessage, ToolMessage];
    for (const one of [first, last]) expect(textOf(one)).toContain("(3 calls); full output: ");
    expect(sent().map(textOf)).toEqual(pi.results().slice(-3).map(textOf));
  });

  it("should count a call that never ran among its siblings", async () => {
    const [unknown, cut] = (await results([[{ name: "nothing", args: {} }, bash("seq 1 40000")]])) as [
      ToolMessage,
      ToolMessage,
    ];
    expect(textOf(unknown)).toBe("Tool nothing not found");
    expect(textOf(cut)).toMatch(/\(2 calls\); full output: /);
  });

  it("should answer its command, and write settings that hold from then on", async () => {
    await results([[bash("seq 1 40000")]]);
    const status = await pi.command("/output-limits");
    expect(status).toMatch(/^output-limits is on\nBound of one call {2}\S+ \(\S+ tokens\)/);
    expect(status).toMatch(/\n {2}context window +40k\n {2}in use +\S+\n {2}reserve +16k\n/);
    expect(status).toMatch(/\nCut +1 result +0 with the Bound at the ceiling\n/);
    expect(await pi.command("/output-limits settings minOutputBytes=many")).toContain("must be an integer ≥ 0");
    await pi.command("/output-limits settings maxOutputTokens=1500 maxLines=40");
    expect(textOf((await results([[bash("seq 1 3000")]]))[0] as ToolMessage).split("\n").length).toBeLessThanOrEqual(
      40,
    );
    expect(JSON.parse(readFileSync(join(pi.agentDir, "settings.json"), "utf8"))).toMatchObject({
      outputLimits: { maxOutputTokens: 1500, maxLines: 40 },
    });
    await pi.command("/output-limits off");
    expect(bytesOf((await results([[bash("seq 1 1900")]]))[0] as ToolMessage)).toBe(Buffer.byteLength(seq(1, 1900)));
    await pi.command("/output-limits settings maxOutputTokens=auto maxLines=auto enabled=true");
    expect(JSON.parse(readFileSync(join(pi.agentDir, "settings.json"), "utf8")).outputLimits).toEqual({
      enabled: true,
    });
  });

  it("should leave the path to what sums the session up, and cut nothing while pi does not know what is in use", async () => {
    const [first] = (await results([[bash("seq 1 100000")]])) as [ToolMessage];
    await pi.run([[read("big.txt")], [bash("true")]]);
    expect(await pi.compact()).toContain(`full output: ${pathIn(first)}]`);
    expect(await pi.command("/output-limits status")).toMatch(
      /the ceiling: pi does not say what is in use\n.*\n {2}in use +unknown\n/,
    );
  });

  it("should take up a session whose Spills were swept", async () => {
    const [first] = (await results([[bash("seq 1 100000")]])) as [ToolMessage];
    const file = pi.sessionFile();
    const old = new Date(Date.now() - 30 * 86_400_000);
    for (const path of filesIn(join(pi.spills, ".spillway")).keys()) {
      if (!path.endsWith("key")) utimesSync(path, old, old);
    }
    ageRecords(pi, old);
    await pi.session();
    await waitUntil(() => !existsSync(pathIn(first)));
    await pi.session("small", file);
    const [second] = (await pi.run([[bash("seq 1 100000")]])) as [ToolMessage];

    expect(sent().map(textOf)).toEqual([textOf(first), textOf(second)]);
    expect(pathIn(second)).toMatch(/\/1-bash-[0-9a-f]{8}\.log$/); // its number goes on
    expect(readFileSync(pathIn(second), "utf8")).toBe(seq(1, 100_000));
  });

  describe("where things go wrong", () => {
    async function alone<T>(options: Parameters<typeof startPi>[0], work: (own: Pi) => Promise<T>): Promise<T> {
      const own = await startPi({ extension: packaged.extension, ...options });
      try {
        const result = await work(own);
        expect(await own.end()).toBe(0);
        expect(own.errors).toEqual([]);
        return result;
      } finally {
        remove(own);
      }
    }

    it("should leave results as pi made them where the store cannot be written, and say so once", async () => {
      await alone({}, async (own) => {
        writeFileSync(own.spills, "no directory");
        const [first, second] = (await own.run([[bash("seq 1 3000")], [bash("seq 1 3000")]])) as [
          ToolMessage,
          ToolMessage,
        ];
        for (const one of [first, second]) {
          const path = /Full output: (.+)\]$/.exec(textOf(one))?.[1] ?? "";
          expect(textOf(one).startsWith("1001\n")).toBe(true);
          expect(readFileSync(path, "utf8")).toBe(seq(1, 3000));
          expect(one.details.truncation.content).toBe("");
        }
        expect(own.notes).toEqual([expect.stringContaining("could not be saved")]);
      });
    });

    it("should move the log to another device, and report malformed settings", async () => {
      const agentDir = join(existsSync("/dev/shm") ? "/dev/shm" : "/tmp", `spillway-pi-${process.pid}`);
      const compaction = { reserveTokens: 9, modelOverrides: { "fake/small": { reserveTokens: 4000 } } };
      const settings = {
        compaction,
        outputLimits: { shareOfHeadroom: 2, minOutputBytes: "many", inflation: 4, colour: 1 },
      };
      try {
        await alone({ agentDir, settings }, async (own) => {
          const [result] = (await own.run([[bash("seq 1 100000")]])) as [ToolMessage];
          const path = pathIn(result);
          expect(path.startsWith(agentDir)).toBe(true);
          if (existsSync("/dev/shm")) expect(statSync(path).dev).not.toBe(statSync(own.tmp).dev);
          expect(readFileSync(path, "utf8")).toBe(seq(1, 100_000));
          expect([...filesIn(own.tmp).keys()].filter((file) => /pi-bash/.test(file))).toEqual([]);
          expect(await own.command("/output-limits status")).toMatch(/\n {2}reserve +4k\n/);
          expect(bytesOf(result)).toBeLessThan(10_000); // a token is one byte: inflation holds
          expect(own.notes.slice(0, 1)).toEqual([
            "output-limits: outputLimits has no key colour; outputLimits.shareOfHeadroom must be a number from 0 to 1; the default holds; outputLimits.minOutputBytes must be an integer ≥ 0; the default holds",
          ]);
        });
      } finally {
        rmSync(agentDir, { recursive: true, force: true });
      }
    });

    it("should leave nothing behind of a session that has no file", async () => {
      await alone({ args: ["--no-session"] }, async (own) => {
        await own.run([[bash("seq 1 100000")]]);
        const [result] = own.requests().at(-1) as [ToolMessage];
        const path = pathIn(result);
        expect(readFileSync(path, "utf8")).toBe(seq(1, 100_000));
        expect(await own.end()).toBe(0);
        expect(existsSync(path)).toBe(false);
      });
    });

    it("should do nothing with the hatch open, and use no settings of a project that is not trusted", async () => {
      const call = bash("seq 1 100000");
      await alone({ env: { PI_OUTPUT_LIMITS: "off" }, settings: { outputLimits: { enabled: true } } }, async (own) => {
        const [result] = (await own.run([[call]])) as [ToolMessage];
        expect(textOf(result)).toContain(`[Showing lines 98001-100000 of 100000. Full output: ${own.tmp}`);
        expect(result.details.truncation.content).not.toBe("");
      });
      const projectSettings = { outputLimits: { maxOutputTokens: 1000 } };
      const [distrusted, trusted] = await Promise.all(
        [[], ["--approve"]].map((args) =>
          alone({ projectSettings, args }, async (own) => bytesOf((await own.run([[call]]))[0] as ToolMessage)),
        ),
      );
      expect(distrusted).toBeGreaterThan(9000);
      expect(trusted).toBeLessThanOrEqual(2000);
    });
  });

  it(
    "should be a package that pi installs",
    async () => {
      const home = join(packaged.folder, "home");
      const env = {
        ...process.env,
        PI_CODING_AGENT_DIR: join(home, "agent"),
        PI_OFFLINE: "",
        PATH: `${dirname(NODE)}:${process.env["PATH"]}`,
      };
      mkdirSync(home, { recursive: true });
      const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", home], {
        cwd: ROOT,
      });
      const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
      await run(NODE, [PI, "install", `npm:spillway@file:${join(home, filename)}`], { cwd: home, env });
      const own = await startPi({ home, agentDir: join(home, "agent"), keepsSettings: true });
      const [result] = (await own.run([[bash("seq 1 100000")]])) as [ToolMessage];
      expect(FIRST_LINE.test(textOf(result))).toBe(true);
      expect(
        createHash("sha256")
          .update(readFileSync(pathIn(result)))
          .digest("hex"),
      ).toBe(createHash("sha256").update(seq(1, 100_000)).digest("hex"));
      expect(await own.end()).toBe(0);
      expect(own.errors).toEqual([]);
    },
    INSTALL_MS,
  );

  it("should fit the types of pi", { timeout: INSTALL_MS }, async () => {
    expect(await types).toMatchObject({ stdout: "" });
  });
});

/** What is told of a Spill's age stands in its record. */
function ageRecords(pi: Pi, old: Date): void {
  for (const [path, text] of filesIn(join(pi.spills, ".spillway"))) {
    if (!text.startsWith("{")) continue;
    writeFileSync(path, text.replace(/"createdAt":\d+(?:\.\d+)?/, `"createdAt":${old.getTime()}`));
    utimesSync(path, old, old);
  }
}

async function waitUntil(isTrue: () => boolean): Promise<void> {
  for (let round = 0; round < 100 && !isTrue(); round++) await new Promise((done) => setTimeout(done, 50));
  expect(isTrue()).toBe(true);
}
