/** What of a block is an image, a sound or a file, wherever its protocol has it. */
import { own } from "./own.js";

export interface Media {
  readonly kind: "image" | "audio" | "video" | "file";
  /** The media type, where it is told. */
  readonly mime: string | undefined;
  /** Its base64, data URL or bytes; `undefined` for a link, which the provider follows. */
  readonly data: string | Uint8Array | undefined;
}

/**
 * MCP has `data` and `resource.blob`; Anthropic `source.data`; OpenAI `image_url`, `input_audio` and `file`; Gemini `inlineData`;
 * the AI SDK `image`, and `data` with a `mediaType`.
 *
 * @returns `undefined` for a block of anything else: a field `data` alone makes no media
 */
export function mediaOf(block: unknown): Media | undefined {
  const type = own(block, "type");
  const holders = [block, ...HOLDERS.map((name) => own(block, name))];
  const mime = holders.flatMap((holder) => MIME_FIELDS.map((name) => own(holder, name))).find(isString);
  const data = dataIn(block, holders);
  const named = isString(type) ? type : HOLDERS.filter((name) => own(block, name) !== undefined).join(" ");
  const kind = kindOf(`${dataMime(data) ?? mime ?? ""} ${named}`);
  if (kind === undefined || /^resource_/.test(named)) return undefined;
  const isLinked = kind === "image" && LINKS.some((name) => holders.some((holder) => isString(own(holder, name))));
  return data !== undefined || isLinked ? { kind, mime: dataMime(data) ?? mime, data } : undefined;
}

function dataIn(block: unknown, holders: readonly unknown[]): string | Uint8Array | undefined {
  for (const holder of holders) {
    if (isString(holder) && holder.startsWith("data:")) return holder;
    for (const name of DATA_FIELDS) {
      const data = own(holder, name);
      if (data instanceof Uint8Array || (isString(data) && (name !== "url" || data.startsWith("data:")))) return data;
    }
  }
  const plain = [own(block, "image"), own(block, "audio")].find((data) => isString(data) || data instanceof Uint8Array);
  // Base64 has no colon, an address has.
  return plain instanceof Uint8Array || (isString(plain) && !plain.includes(":")) ? plain : undefined;
}

function kindOf(words: string): Media["kind"] | undefined {
  const found = /image|audio|video|document|file|media|resource|inline|application\/|text\//i.exec(words)?.[0];
  if (found === undefined) return undefined;
  const kind = found.toLowerCase();
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "file";
}

function dataMime(data: string | Uint8Array | undefined): string | undefined {
  return isString(data) ? /^data:([\w.+/-]{1,60})/.exec(data)?.[1] : undefined;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

const HOLDERS = [
  "resource",
  "source",
  "image_url",
  "input_audio",
  "file",
  "image",
  "audio",
  "inlineData",
  "inline_data",
] as const;
const DATA_FIELDS = ["data", "blob", "file_data", "url", "base64"] as const;
const MIME_FIELDS = ["mimeType", "media_type", "mediaType", "mime_type"] as const;
const LINKS = ["url", "image_url", "image", "file_id", "fileId"] as const;
