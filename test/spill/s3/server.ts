/** A server of S3's protocol, and clients for it: fauxqs in this process, or what `npm run test:object-store` provides. */
import { randomUUID } from "node:crypto";
import { S3, type S3ClientConfig } from "@aws-sdk/client-s3";
import { buildApp } from "fauxqs";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { type S3SpillOptions, s3Spill } from "../../../src/spill/s3/index.js";
import type {} from "../../object-store/setup.js";
import { type FaultProxy, startProxy } from "./proxy.js";

process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] = "true";

interface Server {
  readonly port: number;
  stop(): Promise<void>;
}

/** The server that was provided: it checks signatures, and heeds conditions. */
export const provided = inject("objectStore");

/** A server on the loopback interface alone. */
async function startServer(): Promise<Server> {
  if (provided !== undefined) return { port: provided.port, stop: async () => {} };
  const app = buildApp({ logger: false });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, stop: () => app.close() };
}

/** A client that makes each request once: what it is to be tried again is the store's affair. */
export function clientAt(port: number, config: S3ClientConfig = {}): S3 {
  return new S3({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: provided ?? { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "not-a-secret" },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...config,
  });
}

export const BUCKET = `spills-${randomUUID()}`;

/** A gateway that was started just now knows no bucket for a moment, not even one to make. */
async function createBucket(client: S3): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.createBucket({ Bucket: BUCKET });
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

/** For a whole test file: a server with a bucket, and stores in it of which none sees another. */
export function useServer() {
  let server: Server | undefined;
  let client: S3 | undefined;
  let proxy: FaultProxy | undefined;
  let count = 0;
  beforeAll(async () => {
    server = await startServer();
    client = clientAt(server.port);
    await createBucket(client);
    proxy = await startProxy(server.port);
  });
  beforeEach(() => proxy?.reset());
  afterAll(async () => {
    client?.destroy();
    await proxy?.stop();
    await server?.stop();
  });

  return {
    /** What a client is to be pointed at whose requests are counted, or broken. */
    get proxy(): FaultProxy {
      return proxy as FaultProxy;
    },
    get client(): S3 {
      return client as S3;
    },
    /** A prefix that nobody else has. */
    prefix: () => `t${++count}/`,
    open(options: Partial<S3SpillOptions> = {}) {
      return s3Spill({ client: client as S3, bucket: BUCKET, prefix: `t${++count}/`, ...options });
    },
    /** The keys below a prefix, sorted. */
    async keys(prefix: string): Promise<string[]> {
      const { Contents = [] } = await (client as S3).listObjectsV2({ Bucket: BUCKET, Prefix: prefix });
      return Contents.map(({ Key = "" }) => Key.slice(prefix.length)).sort();
    },
  };
}
