/** Responses that are too large for memory: their payload passes into the Spill, and the client gets a window of it. */
import { readTools } from "spillway";
import { measureJson } from "spillway/json";
import { isSpillError, type SpillRef, type SpillSink, type SpillWriter } from "spillway/spill";
import type { Bounds, LimitedCall } from "./bounds.js";
import type { ExactJson } from "./exact.js";
import type { LargeLine } from "./lines.js";
import type { Log } from "./log.js";
import { errorTo, type Fields, INTERNAL_ERROR } from "./message.js";
import { createSkimmer } from "./skim.js";
import type { LineWriter } from "./writer.js";

export interface LargeContext {
  /** Of this session. */
  readonly sink: SpillSink;
  readonly bounds: Bounds;
  readonly exact: ExactJson;
  readonly toClient: LineWriter;
  readonly toServer: LineWriter;
  readonly log: Log;
  /** The name that the tool for reading has. */
  readonly readTool: () => string;
}

export function receiveLarge(context: LargeContext): LargeLine {
  const { sink, bounds, exact, toClient, toServer, log } = context;
  const started = Date.now();
  const skim = createSkimmer();
  let writer: SpillWriter | undefined;
  let problem: string | undefined;
  let sourceBytes = 0;
  const held: Uint8Array[] = [];
  let heldBytes = 0;

  /** In steps: each one is a way to the disk and back. */
  async function keep(piece: Uint8Array): Promise<void> {
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes >= STEP_BYTES) await flush();
  }

  async function flush(): Promise<void> {
    const piece = Buffer.concat(held.splice(0), heldBytes);
    heldBytes = 0;
    if (problem !== undefined || piece.length === 0) return;
    try {
      writer ??= await sink.create({ tool: "mcp", mediaType: "application/json", encoding: "utf-8" });
      await writer.write(piece);
    } catch (error) {
      problem = isSpillError(error) ? error.code : "io";
    }
  }

  async function commit(): Promise<SpillRef | undefined> {
    await flush();
    if (writer === undefined || problem !== undefined) return undefined;
    try {
      return await writer.commit();
    } catch (error) {
      problem = isSpillError(error) ? error.code : "io";
      return undefined;
    }
  }

  /** What the client gets for this id: one line, or the result as it came. */
  /** A small member; `undefined` where it is not there, or is no JSON. */
  function memberOf(path: string): unknown {
    try {
      return exact.parse(skim.member(path) ?? "", "marked");
    } catch {
      return undefined;
    }
  }

  async function respond(id: unknown): Promise<void> {
    const isError = skim.payload === "error";
    const call = bounds.fromServer({
      jsonrpc: "2.0",
      id,
      ...(isError ? { error: {} } : { result: { content: [] } }),
    }).call;
    const ref = await commit();
    const type = memberOf("result.resultType") ?? "complete";
    const isResult = !isError && call !== undefined && type === "complete";
    if (isResult && ref?.complete && call.limit === Number.POSITIVE_INFINITY) return passOn(ref);
    const result = isResult && ref !== undefined ? await windowsOf(ref, call, context, memberOf) : undefined;
    const where = ref === undefined ? `it could not be kept (${problem ?? "no payload"})` : `it is kept as ${ref.uri}`;
    const message = `the response has ${sourceBytes} bytes, too many to pass on; ${where}`;
    const code = Number(memberOf("error.code") ?? INTERNAL_ERROR) || INTERNAL_ERROR;
    const line = exact.write(result === undefined ? errorTo(id, code, message) : { jsonrpc: "2.0", id, result });
    const viewBytes = Buffer.byteLength(line);
    const milliseconds = Date.now() - started;
    const sizes = { truncated: true, altered: false, sourceBytes, viewBytes, milliseconds };
    log({ type: "bounded", kind: "content", ...sizes, tool: call?.tool });
    await toClient.line(line);
  }

  async function passOn({ id, bytes }: SpillRef): Promise<void> {
    const line = await toClient.hold();
    try {
      await line.write(`{"jsonrpc":"2.0","id":${skim.member("id")},"result":`);
      for (let start = 0; start < bytes; start += STEP_BYTES)
        await line.write(await sink.read(id, { start, end: Math.min(bytes, start + STEP_BYTES) }));
      await line.write("}");
    } finally {
      await line.write("\n"); // what comes next is a line of its own, whatever happened
      line.release();
    }
    await sink.remove(id).catch(() => false);
  }

  return {
    async write(piece) {
      sourceBytes += piece.length;
      for (const part of skim.write(piece)) if (part.length > 0) await keep(part);
    },
    async end(isLine) {
      const id = memberOf("id");
      if (!skim.isWhole || id === undefined || skim.member("method") !== undefined) {
        await writer?.abort().catch(() => {});
        log({ type: "refused", from: "server", sourceBytes });
        process.stderr.write(`spillway: dropped ${sourceBytes} bytes of the server that are no response\n`);
        // A question of the server, which waits.
        if (skim.isWhole && id !== undefined && isLine)
          await toServer.line(exact.write(errorTo(id, INTERNAL_ERROR, "the message is too large")));
        return;
      }
      await respond(id);
    },
  };
}

/** Windows of a kept result within the limit of its call: of the text, else of the structured content, and of the end. */
async function windowsOf(
  ref: SpillRef,
  { limit }: LimitedCall,
  { sink, readTool }: LargeContext,
  memberOf: (path: string) => unknown,
): Promise<Fields | undefined> {
  const [isError, resultType] = [memberOf("result.isError"), memberOf("result.resultType")];
  const flags = { ...(isError === true ? { isError } : {}), ...(resultType === undefined ? {} : { resultType }) };
  const resultOf = (texts: readonly string[]): Fields => ({
    content: texts.map((text) => ({ type: "text", text })),
    ...flags,
  });
  const room = limit - encodedLength(resultOf(["", ""]));
  if (room < LEAST_ROOM) return undefined;
  const read = (bytes: number, args: Fields) => {
    const options = { limits: { maxTokens: bytes }, countTokens: encodedLength, names: { read: readTool() } };
    return readTools(sink, options)[0].handler({ id: ref.id, ...args });
  };
  const forEnd = room >= 4 * LEAST_ROOM ? Math.floor(room / 4) : 0;
  for (const pointer of ["/content/0/text", "/structuredContent", ""]) {
    const start = await read(room - forEnd, { pointer });
    // A short text is no more than a heading of the structured content.
    if (start.isError || (start.next === undefined && pointer !== "")) continue;
    const offset = Math.max(0, ref.bytes - Math.floor(forEnd / 4));
    const end = forEnd === 0 ? undefined : await read(forEnd, { offset });
    return resultOf([start.text, ...(end === undefined || end.isError ? [] : [end.text])]);
  }
  return undefined;
}

function encodedLength(value: unknown): number {
  const measured = measureJson(value);
  return measured.ok ? measured.bytes - (typeof value === "string" ? 2 : 0) : Number.POSITIVE_INFINITY;
}

/** What a tool for reading takes at least. */
const LEAST_ROOM = 1024;
const STEP_BYTES = 1024 * 1024;
