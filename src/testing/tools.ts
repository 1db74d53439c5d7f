/** What the checks do with a store again and again. */
import { createSha256, decodeUtf8, encodeUtf8 } from "#platform";
import type { SpillEnd, SpillFilter, SpillInfo, SpillMeta, SpillRef, SpillSink } from "../spill/types.js";

/** Writes one Spill. */
export async function keep(
  sink: SpillSink,
  meta: SpillMeta,
  chunks: readonly (string | Uint8Array)[],
  end?: SpillEnd,
): Promise<SpillRef> {
  const writer = await sink.create(meta);
  for (const chunk of chunks) await writer.write(typeof chunk === "string" ? encodeUtf8(chunk) : chunk);
  return writer.commit(end);
}

export async function listed(sink: SpillSink, filter?: SpillFilter): Promise<SpillInfo[]> {
  const infos: SpillInfo[] = [];
  for await (const info of sink.list(filter)) infos.push(info);
  return infos;
}

/** The ids that a store lists, sorted. */
export async function listedIds(sink: SpillSink, filter?: SpillFilter): Promise<string[]> {
  return (await listed(sink, filter)).map(({ id }) => id).sort();
}

export async function readText(sink: SpillSink, id: string, start?: number, end?: number): Promise<string> {
  return decodeUtf8(await sink.read(id, { start, end }));
}

export function sha256(content: string | Uint8Array): string {
  const hash = createSha256();
  hash.update(typeof content === "string" ? encodeUtf8(content) : content);
  return hash.hex();
}

/** Bytes of every value, with a period (of a prime number) that no block is a multiple of. */
export function someBytes(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, index) => (index % 65_521) * 197 + ((index % 65_521) >> 8));
}

export function join(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Lets the clock go on: there are no timers where there is nothing but ECMAScript. */
export async function pause(milliseconds = 5): Promise<void> {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) await undefined;
}
