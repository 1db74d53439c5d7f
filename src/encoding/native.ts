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
    let decoder = new Native(label);
    /** Node's decoder for ISO-2022-JP throws on what is not valid, and knows nothing more behind it. */
    const orReplacement = (decode: () => string): string => {
      try {
        return decode();
      } catch {
        decoder = new Native(label);
        return "\ufffd";
      }
    };
    return {
      write: (bytes) => orReplacement(() => decoder.decode(bytes, { stream: true })),
      end: () => orReplacement(() => decoder.decode()),
    };
  } catch {
    return undefined; // built with fewer encodings
  }
}
