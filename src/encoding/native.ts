/** The platform's `TextDecoder`, where it has one. */

/** Bytes to text, as decoders of any make do it. */
export interface TextStream {
  write(bytes: Uint8Array): string;
  end(): string;
}

interface NativeDecoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** `undefined` where there is none, or it does not know the label. */
export function openNative(label: string): TextStream | undefined {
  const { TextDecoder: Native } = globalThis as { TextDecoder?: new (label: string) => NativeDecoder };
  if (Native === undefined) return undefined;
  try {
    const decoder = new Native(label);
    return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  } catch {
    return undefined; // built with fewer encodings
  }
}
