/** A real pi in RPC mode, in folders of its own, without a network. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { bringOnce } from "../../support/bringOnce.js";
import { copyPackage } from "../../support/copyPackage.js";
import type { ScriptedCall } from "./script.js";

/** The folder of this sub-project. */
export const HERE = resolve(import.meta.dirname ?? "test/e2e/pi");
export const ROOT = resolve(HERE, "../../..");
export const NODE = join(ROOT, "test/nodes/node_modules/node24/bin/node");
export const PI = join(HERE, "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
const RIPGREP = join(HERE, "node_modules/@vscode/ripgrep-linux-x64/bin");

export interface Block {
  readonly type: string;
  readonly text?: string;
}

export interface ToolMessage {
  readonly role: "toolResult";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: readonly Block[];
  // biome-ignore lint/suspicious/noExplicitAny: the details of any tool
  readonly details?: any;
  readonly isError: boolean;
}

export interface PiOptions {
  /** The extension; `undefined` for pi as it is. */
  readonly extension?: string | undefined;
  readonly model?: "small" | "large" | undefined;
  readonly settings?: object | undefined;
  readonly projectSettings?: object | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly args?: readonly string[] | undefined;
  /** Where pi's own folder is. */
  readonly agentDir?: string | undefined;
  readonly mcp?: boolean | undefined;
  /** Whether pi's own settings stand in its folder already. */
  readonly keepsSettings?: boolean | undefined;
  /** The folders of an earlier run. */
  readonly home?: string | undefined;
}

export interface Pi {
  readonly home: string;
  readonly cwd: string;
  readonly agentDir: string;
  readonly tmp: string;
  readonly spills: string;
  /** Sends a script and waits until all of it is done; gives the results that the session file has of it. */
  run(turns: readonly (readonly ScriptedCall[])[]): Promise<ToolMessage[]>;
  /** Begins a new session with a model of 40,000 or of 1,000,000 tokens, or takes one up again. */
  session(model?: "small" | "large", file?: string): Promise<void>;
  /** Sends a slash command and waits for what it says. */
  command(text: string): Promise<string>;
  /** What the extension has told the user. */
  readonly notes: readonly string[];
  /** Errors of extensions, and whatever else ought not to be. */
  readonly errors: readonly string[];
  /** Has pi sum the session up; gives what the provider was sent for that. */
  compact(): Promise<string>;
  /** The results in each request that the provider got. */
  requests(): ToolMessage[][];
  sessionFile(): string;
  /** The results that the session file has. */
  results(): ToolMessage[];
  /** Ends pi, and gives its exit code. */
  end(): Promise<number | null>;
}

export async function startPi(options: PiOptions): Promise<Pi> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), "spillway-pi-"));
  const [cwd, tmp, sessions] = ["work", "tmp", "sessions"].map((name) => join(home, name)) as [string, string, string];
  const agentDir = options.agentDir ?? join(home, "agent");
  for (const folder of [cwd, tmp, sessions, agentDir]) mkdirSync(folder, { recursive: true });
  if (!options.keepsSettings) writeFileSync(join(agentDir, "settings.json"), JSON.stringify(options.settings ?? {}));
  if (options.projectSettings !== undefined) {
    mkdirSync(join(cwd, ".pi"), { recursive: true });
    writeFileSync(join(cwd, ".pi", "settings.json"), JSON.stringify(options.projectSettings));
  }
  if (options.mcp) {
    const server = { command: NODE, args: [join(HERE, "mcpServer.mjs")], exposure: "direct" };
    writeFileSync(join(agentDir, "mcp.json"), JSON.stringify({ mcpServers: { table: server } }));
  }
  const log = join(home, "requests.jsonl");
  const child = spawn(
    NODE,
    [
      PI,
      ...["--mode", "rpc", "--offline", "--no-skills", "--no-prompt-templates", "--no-themes", "--no-context-files"],
      ...["-e", join(HERE, "provider.ts")],
      ...(options.extension === undefined ? [] : ["-e", options.extension]),
      ...["--provider", "fake", "--model", options.model ?? "small", "--session-dir", sessions],
      ...["--tools", "read,bash,grep,find,ls,codemode,bulk,picture,mcp__*"],
      ...(options.args ?? []),
    ],
    {
      cwd,
      env: {
        PATH: [dirname(NODE), RIPGREP, "/usr/bin", "/bin"].join(":"),
        ...{ HOME: home, TMPDIR: tmp, PI_CODING_AGENT_DIR: agentDir, REQUEST_LOG: log },
        ...{ PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1", PI_TELEMETRY: "0" },
        ...options.env,
      },
    },
  );
  const lines = readLines(child);
  const notes: string[] = [];
  const errors: string[] = [];
  lines.on((event) => {
    if (event["method"] === "notify") notes.push(String(event["message"]));
    if (event["type"] === "extension_error") errors.push(JSON.stringify(event));
    if (event["type"] === "response" && event["success"] === false) errors.push(JSON.stringify(event));
  });
  let sent = 0;
  const send = (message: string) =>
    child.stdin?.write(`${JSON.stringify({ id: `p${++sent}`, type: "prompt", message })}\n`);

  const ask = async (command: object) => {
    const id = `p${++sent}`;
    const answered = lines.next((event) => event["type"] === "response" && event["id"] === id);
    child.stdin?.write(`${JSON.stringify({ id, ...command })}\n`);
    return (await answered)["data"] as Record<string, unknown>;
  };
  let current = "";
  const sessionFile = () => current;
  const results = () => (existsSync(sessionFile()) ? toolMessagesOf(readFileSync(sessionFile(), "utf8")) : []);

  return {
    home,
    cwd,
    agentDir,
    tmp,
    spills: join(agentDir, "output-limits"),
    notes,
    errors,
    sessionFile,
    results,
    async session(model = "small", file) {
      await ask(file === undefined ? { type: "new_session" } : { type: "switch_session", sessionPath: file });
      await ask({ type: "set_model", provider: "fake", modelId: model });
      current = String((await ask({ type: "get_state" }))["sessionFile"]);
    },
    async run(turns) {
      if (current === "") current = String((await ask({ type: "get_state" }))["sessionFile"]);
      const before = results().length;
      const settled = lines.next((event) => event["type"] === "agent_settled");
      send(JSON.stringify(turns));
      await settled;
      return results().slice(before);
    },
    async command(text) {
      const said = lines.next((event) => event["method"] === "notify");
      send(text);
      return String((await said)["message"]);
    },
    async compact() {
      const before = readFileSync(log, "utf8").length;
      await ask({ type: "compact" });
      return readFileSync(log, "utf8").slice(before);
    },
    requests: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => (JSON.parse(line) as ToolMessage[]).filter(({ role }) => role === "toolResult")),
    async end() {
      child.stdin?.end();
      const code = await lines.ended;
      if (lines.stderr() !== "") errors.push(lines.stderr());
      return code;
    },
  };
}

export function remove(pi: Pi): void {
  rmSync(pi.home, { recursive: true, force: true });
}

export function textOf({ content }: ToolMessage): string {
  return content.map(({ text = "" }) => text).join("\n");
}

/** Every file below a folder, with its content. */
export function filesIn(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(path, readFileSync(path, "utf8"));
  }
  return files;
}

function toolMessagesOf(jsonl: string): ToolMessage[] {
  return jsonl
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as { message?: ToolMessage }).message)
    .filter((message) => message?.role === "toolResult") as ToolMessage[];
}

type Event = Record<string, unknown>;

function readLines(child: ChildProcess) {
  const listeners: ((event: Event) => void)[] = [];
  const failures: ((error: Error) => void)[] = [];
  let rest = "";
  let stderr = "";
  let isOver = false;
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout?.on("data", (chunk) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts)
      if (line !== "") for (const listener of [...listeners]) listener(JSON.parse(line) as Event);
  });
  const ended = new Promise<number | null>((done) => {
    child.on("close", (code) => {
      isOver = true;
      for (const fail of failures) fail(new Error(`pi ended (${code}): ${stderr}`));
      done(code);
    });
  });
  return {
    ended,
    stderr: () => stderr,
    on: (listener: (event: Event) => void) => void listeners.push(listener),
    next: (is: (event: Event) => boolean) =>
      new Promise<Event>((found, fail) => {
        if (isOver) fail(new Error(`pi had ended: ${stderr}`));
        failures.push(fail);
        listeners.push((event) => is(event) && found(event));
      }),
  };
}

/** Brings pi and the Node that it needs, where they are missing; a folder with the package as it ships. */
export async function install(): Promise<{ folder: string; extension: string }> {
  await bringOnce(HERE, () => existsSync(PI));
  await bringOnce(join(ROOT, "test/nodes"), () => existsSync(NODE));
  const folder = mkdtempSync(join(tmpdir(), "spillway-package-"));
  const target = copyPackage(folder); // in case that someone builds anew
  return { folder, extension: process.env["SPILLWAY_PI"] ?? join(target, "dist/adapters/pi/index.js") };
}
