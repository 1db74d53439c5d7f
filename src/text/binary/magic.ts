/** The first bytes by which file formats can be told, as data. */

/** A format that is no text. @public */
export interface BinaryKind {
  /** For people and models: `"PNG image"`. */
  readonly name: string;
  /** An IANA media type, or what is in use for one: `"image/png"`. */
  readonly mediaType: string;
}

export interface Magic extends BinaryKind {
  /** Bytes, one a character, each at its offset. */
  readonly at: readonly (readonly [offset: number, bytes: string])[];
  /**
   * What the bytes by themselves prove. `"all"`: no text begins like that. `"some"`: a text could, but one that is a text in
   * all of its start. `"little"`: they only name what its other bytes show to be no text.
   */
  readonly proves: "all" | "some" | "little";
}

export const UNKNOWN_BINARY: BinaryKind = { name: "unknown format", mediaType: "application/octet-stream" };

/** Whether `bytes` begin as the format does. */
export function matches({ at }: Magic, bytes: Uint8Array): boolean {
  return at.every(([offset, wanted]) => {
    for (let index = 0; index < wanted.length; index++) {
      if (bytes[offset + index] !== wanted.charCodeAt(index)) return false;
    }
    return true;
  });
}

function all(name: string, mediaType: string, bytes: string, offset = 0): Magic {
  return { name, mediaType, at: [[offset, bytes]], proves: "all" };
}

function some(name: string, mediaType: string, ...at: Magic["at"]): Magic {
  return { name, mediaType, at, proves: "some" };
}

function little(name: string, mediaType: string, bytes: string): Magic {
  return { name, mediaType, at: [[0, bytes]], proves: "little" };
}

/** In this order: the first that matches names the format. */
export const MAGICS: readonly Magic[] = [
  all("PNG image", "image/png", "\x89PNG\r\n\x1a\n"),
  all("JPEG image", "image/jpeg", "\xff\xd8\xff"),
  some("GIF image", "image/gif", [0, "GIF87a"]),
  some("GIF image", "image/gif", [0, "GIF89a"]),
  some("WebP image", "image/webp", [0, "RIFF"], [8, "WEBP"]),
  some("WAV audio", "audio/wav", [0, "RIFF"], [8, "WAVE"]),
  some("AVI video", "video/x-msvideo", [0, "RIFF"], [8, "AVI "]),
  some("AVIF image", "image/avif", [4, "ftypavif"]),
  some("HEIC image", "image/heic", [4, "ftypheic"]),
  some("QuickTime video", "video/quicktime", [4, "ftypqt  "]),
  some("MP4 media", "video/mp4", [4, "ftyp"]),
  all("TIFF image", "image/tiff", "II*\0"),
  all("TIFF image", "image/tiff", "MM\0*"),
  all("Windows icon", "image/x-icon", "\0\0\x01\0"),
  little("BMP image", "image/bmp", "BM"),
  some("PDF document", "application/pdf", [0, "%PDF-"]),
  all("Microsoft Office document (OLE)", "application/x-ole-storage", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
  all("ZIP archive", "application/zip", "PK\x03\x04"),
  all("ZIP archive, empty", "application/zip", "PK\x05\x06"),
  all("gzip data", "application/gzip", "\x1f\x8b\x08"),
  some("bzip2 data", "application/x-bzip2", [0, "BZh"], [4, "1AY&SY"]),
  all("xz data", "application/x-xz", "\xfd7zXZ\0"),
  all("Zstandard data", "application/zstd", "\x28\xb5\x2f\xfd"),
  all("LZ4 data", "application/x-lz4", "\x04\x22\x4d\x18"),
  all("compress data", "application/x-compress", "\x1f\x9d"),
  all("7-Zip archive", "application/x-7z-compressed", "7z\xbc\xaf\x27\x1c"),
  all("RAR archive", "application/vnd.rar", "Rar!\x1a\x07"),
  some("tar archive", "application/x-tar", [257, "ustar"]),
  some("ar archive", "application/x-archive", [0, "!<arch>\n"]),
  all("RPM package", "application/x-rpm", "\xed\xab\xee\xdb"),
  all("ELF program", "application/x-elf", "\x7fELF"),
  all("Mach-O program", "application/x-mach-binary", "\xcf\xfa\xed\xfe"),
  all("Mach-O program", "application/x-mach-binary", "\xce\xfa\xed\xfe"),
  all("Java class", "application/java-vm", "\xca\xfe\xba\xbe"),
  little("Windows program", "application/vnd.microsoft.portable-executable", "MZ"),
  all("WebAssembly module", "application/wasm", "\0asm"),
  all("LLVM bitcode", "application/x-llvm-bitcode", "BC\xc0\xde"),
  all("SQLite database", "application/vnd.sqlite3", "SQLite format 3\0"),
  all("Git pack", "application/x-git-packed-objects", "PACK\0\0\0\x02"),
  some("Parquet data", "application/vnd.apache.parquet", [0, "PAR1"]),
  all("Arrow data", "application/vnd.apache.arrow.file", "ARROW1\0"),
  all("Avro data", "application/vnd.apache.avro", "Obj\x01"),
  all("HDF5 data", "application/x-hdf5", "\x89HDF\r\n\x1a\n"),
  all("NumPy array", "application/x-npy", "\x93NUMPY"),
  all("Ogg media", "application/ogg", "OggS\0"),
  some("FLAC audio", "audio/flac", [0, "fLaC"]),
  all("MP3 audio", "audio/mpeg", "ID3\x02"),
  all("MP3 audio", "audio/mpeg", "ID3\x03"),
  all("MP3 audio", "audio/mpeg", "ID3\x04"),
  all("Matroska or WebM media", "video/x-matroska", "\x1aE\xdf\xa3"),
  some("WOFF font", "font/woff", [0, "wOFF"]),
  some("WOFF2 font", "font/woff2", [0, "wOF2"]),
  all("TrueType font", "font/ttf", "\0\x01\0\0\0"),
  all("OpenType font", "font/otf", "OTTO\0"),
  some("glTF model", "model/gltf-binary", [0, "glTF"]),
  // Text, but for who takes it for another encoding.
  little("UTF-16 text, little-endian", "text/plain; charset=utf-16le", "\xff\xfe"),
  little("UTF-16 text, big-endian", "text/plain; charset=utf-16be", "\xfe\xff"),
];

/** Bytes of which a match can depend. */
export const MAGIC_BYTES = 264;
