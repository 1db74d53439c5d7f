/** The proxy between a client on stdin and stdout, and a server. */
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { parseNotice } from "spillway";
import { type SpillSink, scoped } from "spillway/spill";
import { createBounds, type LimitedCall } from "./bounds.js";
import { createExactJson, mayBeInexact } from "./exact.js";
import { createHandles } from "./handles.js";
import { receiveLarge } from "./large.js";
import { type LargeLine, readLines } from "./lines.js";
import { createListings } from "./listings.js";
import type { Log } from "./log.js";
import { clientNameIn, type Fields, isBlank, isFields, parseMessage, withoutMark } from "./message.js";
import type { ServerProcess } from "./server.js";
import type { McpSettings } from "./settings.js";
import { createSkimmer } from "./skim.js";
import { createLineWriter } from "./writer.js";

export interface RelayContext {
  readonly server: ServerProcess;
  readonly settings: McpSettings;
  readonly store: SpillSink;
  readonly log: Log;
  readonly input: Readable;
  readonly output: Writable;
}

/** Resolves to the server's exit code once all that it said has gone to the client. */
export async function relay({ server, settings, store, log, input, output }: RelayContext): Promise<number> {
  const sink = scoped(store, { sessionId: settings.session });
  const bounds = createBounds(settings, store);
  const exact = createExactJson();
  const handles = createHandles(settings, sink, log);
  const listings = createListings(handles);
  const toClient = createLineWriter(output, () => server.stop());
  const toServer = createLineWriter(server.input, () => {});
  const underWay = new Set<Promise<unknown>>();
  let isPassing = false;

  function track(work: Promise<unknown>): void {
    underWay.add(work);
    work.finally(() => underWay.delete(work));
  }

  async function clientLine(line: Buffer): Promise<void> {
    const text = line.toString();
    const parsed = parseMessage(text);
    if (parsed === undefined) return isBlank(line) ? undefined : toServer.line(line);
    const name = settings.passed.length === 0 ? undefined : clientNameIn(parsed);
    if (name !== undefined) isPassing = settings.passed.some((one) => name.toLowerCase() === one.toLowerCase());
    if (isPassing) return toServer.line(line);

    const given = mayBeInexact(text) ? exact.parse(text, "marked") : parsed;
    const filled = handles === undefined ? { message: given } : await handles.fill(given);
    if ("answer" in filled) return toClient.line(exact.write(filled.answer));
    const { forward, answer } = bounds.bounder.fromClient(filled.message);
    listings.note(forward);
    if (answer !== undefined) track(answer.then((message) => toClient.line(exact.write(message))));
    if (forward !== undefined) await toServer.line(forward === given ? line : exact.write(forward));
  }

  async function serverLine(bytes: Buffer): Promise<void> {
    const line = withoutMark(bytes);
    const text = line.toString();
    const parsed = parseMessage(text);
    if (parsed === undefined) {
      if (!isBlank(line)) process.stderr.write(Buffer.concat([line, NEW_LINE]));
      return;
    }
    if (isPassing) return toClient.line(line);
    const started = Date.now();
    const message = mayBeInexact(text) ? parseExactly(text) : parsed;
    const isListing = listings.take(message);
    const { out, call } = bounds.fromServer(message);
    const send = (bounded: unknown): Promise<void> => {
      const changed = isListing ? listings.finish(message, bounded) : bounded;
      if (changed === message) return toClient.line(line);
      const written = exact.write(changed);
      if (call !== undefined) log(eventOf(changed, call, [line.length, Buffer.byteLength(written)], started));
      return toClient.line(written);
    };
    if (!(out instanceof Promise)) return send(out);
    // What is bounded must not hold up what comes behind it.
    track(out.then(send));
    if (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay);
  }

  /** Numbers that are to come back as they were; in results of tools, which are shown as text, their digits alone. */
  function parseExactly(text: string): unknown {
    const marked = exact.parse(text, "marked");
    if (listings.isAsked(marked)) return marked;
    const digits = exact.parse(text, "digits");
    const withId = (value: unknown, from: unknown) =>
      isFields(value) && isFields(from) && "id" in from ? { ...value, id: from["id"] } : value;
    return Array.isArray(digits)
      ? digits.map((value, index) => withId(value, (marked as unknown[])[index]))
      : withId(digits, marked);
  }

  const serverOutput = readLines(server.output, {
    ceiling: settings.maxMessage,
    line: serverLine,
    large() {
      if (isPassing) return passLarge(toClient);
      return receiveLarge({ sink, bounds, exact, toClient, toServer, log, readTool: () => listings.readTool });
    },
  });
  const clientInput = readLines(input, {
    ceiling: settings.maxMessage,
    line: clientLine,
    large: () => passLarge(toServer, isPassing ? undefined : noteLarge),
  });

  /** A large request passes: what is known of it is enough for its response. */
  function noteLarge(member: (path: string) => string | undefined): void {
    const value = (path: string): unknown => {
      const json = member(path);
      return json === undefined ? undefined : exact.parse(json, "marked");
    };
    const params = Object.fromEntries(
      ["name", "_meta", "taskId"].flatMap((name) => {
        const found = value(`params.${name}`);
        return found === undefined ? [] : [[name, found]];
      }),
    );
    const [id, method] = [value("id"), value("method")];
    if (id !== undefined && method !== undefined) bounds.bounder.fromClient({ jsonrpc: "2.0", id, method, params });
  }

  clientInput.catch(() => {}).then(() => server.stop());
  serverOutput.catch(() => {}).then(() => server.stop());
  const exitCode = await server.exited;
  // What the server has started may still hold its output.
  await Promise.race([serverOutput.catch(() => {}), setTimeout(DRAIN_MS, undefined, { ref: false })]);
  await Promise.allSettled(underWay);
  server.output.destroy();
  input.destroy();
  return exitCode;
}

function eventOf(changed: unknown, { tool }: LimitedCall, [sourceBytes, viewBytes]: [number, number], started: number) {
  const result = isFields(changed) ? (changed["result"] as Fields | undefined) : undefined;
  const [first] = Array.isArray(result?.["content"]) ? (result["content"] as Fields[]) : [];
  const truncated = result === undefined || parseNotice(String(first?.["text"])) !== undefined;
  const milliseconds = Date.now() - started;
  return {
    type: "bounded",
    kind: "content",
    truncated,
    altered: false,
    sourceBytes,
    viewBytes,
    milliseconds,
    tool,
  } as const;
}

/** A line that is larger than memory should hold goes through as it comes. */
function passLarge(
  writer: ReturnType<typeof createLineWriter>,
  note?: (member: (path: string) => string | undefined) => void,
): LargeLine {
  const held = writer.hold();
  const skim = note === undefined ? undefined : createSkimmer();
  return {
    async write(piece) {
      skim?.write(piece);
      await (await held).write(piece);
    },
    async end() {
      const writer = await held;
      if (skim?.isWhole) {
        try {
          note?.(skim.member);
        } catch {
          // no JSON: the server will say so
        }
      }
      await writer.write("\n");
      writer.release();
    },
  };
}

const NEW_LINE = Buffer.from("\n");
const MOST_UNDER_WAY = 32;
const DRAIN_MS = 1000;
