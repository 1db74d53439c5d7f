/** What the tests of every store need. */
import { createHash } from "node:crypto";
import type { SpillEnd, SpillMeta, SpillRef, SpillSink } from "../../src/spill/types.js";

export const HOSTILE_NAMES: readonly string[] = [
  "",
  "..",
  ".",
  ".hidden",
  "../../x",
  "/etc/passwd",
  "CON",
  "nul.txt",
  "con.",
  "a\0b",
  "a\nb",
  "\ud800",
  "x".repeat(1400),
  "../".repeat(500),
  "-rf",
  "--",
  "ÄÖÜ",
  "日本語",
  "\u212a", // Kelvin sign, whose lower case is an ASCII k
  "a:b*?<>|",
  "__proto__",
  ".spillway",
  "key",
];

export async function spill(
  sink: SpillSink,
  meta: SpillMeta,
  chunks: readonly (string | Uint8Array)[],
  end?: SpillEnd,
): Promise<SpillRef> {
  const writer = await sink.create(meta);
  for (const chunk of chunks) await writer.write(typeof chunk === "string" ? bytes(chunk) : chunk);
  return writer.commit(end);
}

export async function all(sink: SpillSink, sessionId?: string) {
  const infos = [];
  for await (const info of sink.list(sessionId === undefined ? undefined : { sessionId })) infos.push(info);
  return infos;
}

export function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

export function text(content: Uint8Array): string {
  return Buffer.from(content).toString("utf8");
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
