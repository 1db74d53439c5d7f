/** Lines as messages. */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @returns `undefined` for a line that is no message: not JSON, or neither an object nor an array */
export function parseMessage(text: string): Fields | readonly unknown[] | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null ? (message as Fields | readonly unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** A byte order mark, which servers of some systems begin with, is no part of a message. */
export function withoutMark(line: Buffer): Buffer {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf ? line.subarray(3) : line;
}

export function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte <= 0x20);
}

/** The name that the client gives, in the handshake or with a request. */
export function clientNameIn(message: unknown): string | undefined {
  const params = isFields(message) ? message["params"] : undefined;
  if (!isFields(params)) return undefined;
  const { clientInfo, _meta } = params;
  const client = clientInfo ?? (isFields(_meta) ? _meta["io.modelcontextprotocol/clientInfo"] : undefined);
  const name = isFields(client) ? client["name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

export function errorTo(id: unknown, code: number, message: string): Fields {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

export const INTERNAL_ERROR = -32_603;
