/** Links in place of what was cut. */
import type { SpillRef } from "../../../spill/types.js";
import { encodedBytes } from "../encoded.js";
import type { McpContentBlock } from "../types.js";
import type { Plan } from "./plan.js";

/** Where the resources are that were cut: their texts are no longer theirs. */
export function linksOf({ texts, textsFit, room }: Plan): McpContentBlock[] {
  if (textsFit) return [];
  const links = texts.flatMap(({ resource }) =>
    resource === undefined
      ? []
      : [{ type: "resource_link", name: resource.uri.split("/").at(-1) || resource.uri, ...resource }],
  );
  let left = Math.floor(room / 8);
  return links.filter((link) => {
    left -= encodedBytes(link) + 1;
    return left >= 0;
  });
}

/** The complete result. */
export function linkTo({ id, uri, bytes, mediaType }: SpillRef): McpContentBlock {
  return {
    type: "resource_link",
    uri,
    name: id,
    ...(mediaType === undefined ? {} : { mimeType: mediaType }),
    size: bytes,
  };
}
