/** HTTP before a server on stdin and stdout, for the conformance suite, which speaks nothing else. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";

interface Message {
  readonly id?: string | number;
  readonly method?: string;
}

/** A server process and the streams that wait for what it says. */
interface Connection {
  readonly child: ChildProcess;
  /** By the JSON of the request's id, in the order in which they came. */
  readonly open: Map<string, ServerResponse>;
  /** For what belongs to no request. */
  rest: ServerResponse | undefined;
}

/** With the handshake, one process a session; without it (the path `/modern`), one for each request. */
export async function startBridge(command: readonly string[]) {
  const sessions = new Map<string, Connection>();
  const children = new Set<ChildProcess>();

  function connect(): Connection {
    const [program = "", ...args] = command;
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
    children.add(child);
    child.once("exit", () => children.delete(child));
    child.stdin.on("error", () => {});
    const connection: Connection = { child, open: new Map(), rest: undefined };
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, method } = JSON.parse(line) as Message;
      const key = JSON.stringify(id);
      const isResponse = method === undefined;
      const to = (isResponse ? connection.open.get(key) : [...connection.open.values()].at(-1)) ?? connection.rest;
      to?.write(`event: message\ndata: ${line}\n\n`);
      if (!isResponse) return;
      connection.open.get(key)?.end();
      connection.open.delete(key);
    });
    return connection;
  }

  function stream(response: ServerResponse, headers: Record<string, string> = {}): void {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...headers });
    response.flushHeaders();
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    let message: Message;
    try {
      message = JSON.parse(body) as Message;
    } catch {
      return void response.writeHead(400).end();
    }
    const isModern = request.url === "/modern";
    const given = String(request.headers["mcp-session-id"]);
    const isStart = isModern || message.method === "initialize";
    const connection = isStart ? connect() : sessions.get(given);
    if (connection === undefined) return void response.writeHead(404).end();
    const session = isStart && !isModern ? randomUUID() : undefined;
    if (session !== undefined) sessions.set(session, connection);
    const isRequest = message.id !== undefined && message.method !== undefined;
    if (isRequest) {
      stream(response, session === undefined ? {} : { "mcp-session-id": session });
      connection.open.set(JSON.stringify(message.id), response);
    } else response.writeHead(202).end();
    connection.child.stdin?.write(`${JSON.stringify(JSON.parse(body))}\n`);
    if (isModern) response.once("close", () => connection.child.kill());
  }

  const http = createServer((request, response) => {
    if (request.method === "POST") return void post(request, response);
    const connection = sessions.get(String(request.headers["mcp-session-id"]));
    if (connection === undefined) return void response.writeHead(request.method === "GET" ? 405 : 404).end();
    if (request.method !== "GET") return void response.writeHead(200).end(() => connection.child.kill());
    stream(response);
    connection.rest = response;
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: (era: "legacy" | "modern") => `http://127.0.0.1:${port}/${era}`,
    async close(): Promise<void> {
      for (const child of children) child.kill();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
