/** Stands between a client and a server of S3's protocol: counts what goes by, and breaks what it is told to. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { Socket } from "node:net";

/** What is known of a request before it is passed on. */
export interface Passing {
  /** The operation's name, as in `client.putObject`. */
  readonly operation: string;
  /** Of the object, below the bucket; empty for one on the bucket. */
  readonly key: string;
  /** How many of this operation came, this one included. */
  readonly count: number;
}

export type Fault =
  /** An error of the service, in place of an answer. */
  | { readonly status: number; readonly code: string }
  /** The connection ends before the request is passed on, in the middle of its body, before its answer, in its middle. */
  | "drop"
  | "dropInBody"
  | "dropAnswer"
  | "dropInAnswer";

export interface Seen extends Passing {
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

export interface FaultProxy {
  readonly port: number;
  /** The requests that came, in their order. */
  readonly seen: Seen[];
  /** What becomes of a request; by default, it is passed on. */
  fault: (passing: Passing) => Fault | undefined | Promise<Fault | undefined>;
  /** How often each operation came. */
  counts(): Record<string, number>;
  reset(): void;
  stop(): Promise<void>;
}

export async function startProxy(target: number): Promise<FaultProxy> {
  const counts = new Map<string, number>();
  const server = createServer((incoming, answer) => {
    void pass(incoming, answer).catch(() => incoming.socket.destroy());
  });

  async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { operation, key } = operationOf(incoming);
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const seen = { operation, key, count, sentBytes: 0, receivedBytes: 0 };
    proxy.seen.push(seen);
    const fault = await proxy.fault({ operation, key, count });
    if (fault === "drop") return void incoming.socket.destroy();
    const body = Buffer.concat(await incoming.toArray());
    seen.sentBytes = body.length;
    if (typeof fault === "object") return refuse(answer, fault);

    const { method, url, rawHeaders } = incoming;
    const onward = request({ host: "127.0.0.1", port: target, method, path: url, setHost: false });
    for (const [name, values] of pairs(rawHeaders)) onward.setHeader(name, values);
    if (fault === "dropInBody") {
      onward.on("error", () => {});
      onward.write(body.subarray(0, body.length / 2), () => onward.destroy());
      return void incoming.socket.destroy();
    }
    onward.end(body);
    const [reply] = (await once(onward, "response")) as [IncomingMessage];
    const content = Buffer.concat(await reply.toArray());
    seen.receivedBytes = content.length;
    if (fault === "dropAnswer") return void incoming.socket.destroy();
    answer.writeHead(reply.statusCode ?? 500, reply.rawHeaders);
    if (fault === "dropInAnswer") {
      answer.write(content.subarray(0, content.length / 2));
      return void setTimeout(() => incoming.socket.destroy(), MOMENT_MILLISECONDS);
    }
    answer.end(content);
  }

  server.on("connection", (socket) => socket instanceof Socket && socket.setNoDelay(true));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const proxy: FaultProxy = {
    port: address.port,
    seen: [],
    fault: () => undefined,
    counts: () => Object.fromEntries(counts),
    reset() {
      counts.clear();
      proxy.seen.length = 0;
      proxy.fault = () => undefined;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}

function refuse(answer: ServerResponse, { status, code }: { status: number; code: string }): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>secret words</Message></Error>`;
  answer.writeHead(status, { "content-type": "application/xml", "content-length": text.length });
  answer.end(text);
}

function operationOf({ method = "", url = "" }: IncomingMessage): { operation: string; key: string } {
  const { pathname, searchParams } = new URL(url, "http://proxy");
  const key = decodeURIComponent(pathname.split("/").slice(2).join("/"));
  const isUpload = searchParams.has("uploadId");
  const names: Readonly<Record<string, string>> = {
    PUT: isUpload ? "uploadPart" : "putObject",
    GET: key !== "" ? "getObject" : searchParams.has("uploads") ? "listMultipartUploads" : "listObjectsV2",
    HEAD: "headObject",
    DELETE: isUpload ? "abortMultipartUpload" : "deleteObject",
    POST: isUpload ? "completeMultipartUpload" : "createMultipartUpload",
  };
  return { operation: names[method] ?? method, key };
}

/** Raw headers as name and value, but for those of the connection itself. */
function pairs(raw: readonly string[]): [string, string][] {
  const all = raw.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
  return all.filter(([name]) => !["connection", "transfer-encoding", "content-length"].includes(name.toLowerCase()));
}

/** For what was written to be on its way. */
const MOMENT_MILLISECONDS = 5;
