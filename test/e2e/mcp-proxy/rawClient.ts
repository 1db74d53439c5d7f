/** A client that sees every byte: lines in, lines out. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach } from "vitest";
import { CLI } from "../spillway.js";

export interface RawClient {
  readonly process: ChildProcess;
  /** What came, line by line. */
  readonly lines: string[];
  readonly stderr: () => string;
  send(line: string | object): void;
  /** The next line for which this holds, among those that came already too. */
  next(test: (line: string) => boolean): Promise<string>;
  /** Sends a request, and gives the message that answers it. */
  ask(method: string, params?: object, id?: unknown): Promise<Message>;
  call(name: string, args?: object): Promise<Message>;
  initialize(clientName?: string): Promise<Message>;
  /** Closes the input, and gives the exit code. */
  end(): Promise<number | null>;
}

export interface Message {
  readonly id: unknown;
  readonly line: string;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  // biome-ignore lint/suspicious/noExplicitAny: results of any method
  readonly result?: any;
}

/** Runs any command; ended with the test. */
function startRaw(command: string, args: readonly string[], env: Record<string, string> = {}): RawClient {
  const child = spawn(command, [...args], { env: { ...process.env, ...env } });
  running.add(child);
  const lines: string[] = [];
  let rest: Buffer[] = [];
  let stderr = "";
  let lastId = 0;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const one of waiting) one();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(10, from);
      rest.push(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) return;
      lines.push(Buffer.concat(rest).toString());
      rest = [];
      from = end + 1;
      wake();
    }
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => {});
  child.once("exit", wake);

  const client: RawClient = {
    process: child,
    lines,
    stderr: () => stderr,
    send(line) {
      child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
    },
    next: (test) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find(test);
          if (found !== undefined) resolve(found);
          else if (child.exitCode !== null || child.signalCode !== null) reject(new Error(`ended: ${stderr}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    async ask(method, params = {}, id = `ask-${++lastId}`) {
      client.send({ jsonrpc: "2.0", id, method, params });
      const line = await client.next((line) => {
        const message = parse(line);
        return message !== undefined && message.id === id && message.method === undefined;
      });
      return { ...(parse(line) as Message), line };
    },
    call: (name, args = {}) => client.ask("tools/call", { name, arguments: args }),
    async initialize(clientName = "raw") {
      const params = {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: clientName, version: "1" },
      };
      const answer = await client.ask("initialize", params);
      client.send({ jsonrpc: "2.0", method: "notifications/initialized" });
      return answer;
    },
    async end() {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      return child.exitCode;
    },
  };
  return client;
}

/** The proxy with these options, before a command. */
export function startProxy(options: readonly string[], command: readonly string[]): RawClient {
  return startRaw(process.execPath, [CLI, "mcp", ...options, "--", ...command]);
}

function parse(line: string): { id?: unknown; method?: unknown } | undefined {
  try {
    return JSON.parse(line) as { id?: unknown };
  } catch {
    return undefined;
  }
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});
