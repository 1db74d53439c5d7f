/** What chunks are as text, the obvious way: one decoder of the platform's a stream, half pairs held back by hand. */

export type Piece = string | Uint8Array | { readonly stream: "stdout" | "stderr"; readonly data: string | Uint8Array };

/** The source text of a sequence of chunks. Streams that mix bytes and strings must not part a character between the two. */
export function decoded(pieces: readonly Piece[]): string {
  const decoders = new Map<string | undefined, InstanceType<typeof TextDecoder>>();
  let text = "";
  for (const piece of pieces) {
    const tagged = typeof piece === "object" && "stream" in piece;
    const data = tagged ? piece.data : piece;
    if (typeof data === "string") {
      text += data;
      continue;
    }
    const name = tagged ? piece.stream : undefined;
    const decoder = decoders.get(name) ?? new TextDecoder("utf-8", { ignoreBOM: true });
    decoders.set(name, decoder);
    text += decoder.decode(data, { stream: true });
  }
  for (const decoder of decoders.values()) text += decoder.decode();
  return text;
}

/** The bytes of one stream's chunks; those of a string are its UTF-8. */
export function rawBytes(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const runs: (string | Uint8Array)[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    // Strings that follow each other are one text: a pair may be parted between them.
    if (typeof piece === "string" && typeof last === "string") runs[runs.length - 1] = last + piece;
    else runs.push(piece);
  }
  return Buffer.concat(runs.map((run) => (typeof run === "string" ? new TextEncoder().encode(run) : run)));
}
