/** The one file that imports iconv-lite: for what the platform's decoder lacks, or gets wrong. */
import iconv from "iconv-lite";
import type { TextStream } from "./native.js";

export function hasIconv(name: string): boolean {
  return iconv.encodingExists(name);
}

export function openIconv(name: string): TextStream {
  const decoder = iconv.getDecoder(name, { stripBOM: true });
  return {
    write: (bytes) => decoder.write(bytes as Parameters<typeof decoder.write>[0]),
    end: () => decoder.end() ?? "",
  };
}
