/** Puts a bounded result together: each part gets its room once it is known what the rest takes. */
import type { NoticeFacts } from "../../../bound/notice.js";
import type { Earlier } from "../../../bound/trust/earlier.js";
import type { SpillState } from "../../../bound/types.js";
import { allocate } from "../../../budget/allocate.js";
import type { SpillRef } from "../../../spill/types.js";
import { encodedBytes, encodedLength, fitsEncoded } from "../encoded.js";
import type { ResolvedOptions } from "../options.js";
import type { CallToolResultLike, McpContentBlock } from "../types.js";
import type { TextPart } from "./parts.js";
import type { Plan } from "./plan.js";
import { besideWhole, cutTextTo, type Wording } from "./view.js";
import { harmless } from "./whole.js";

/** What a result is composed of, besides its plan. */
export interface Composition {
  readonly plan: Plan;
  readonly spill: SpillState;
  /** Bytes that were given to the store. */
  readonly wholeBytes: number | undefined;
  /** Where in the Spill that is of which a part is shown. */
  readonly pointer: string | undefined;
  readonly earlier: Earlier | undefined;
  readonly isError: boolean | undefined;
  readonly hasStructured: boolean;
  readonly options: ResolvedOptions;
}

/** Inside the limit whatever comes: what does not fit steps down, to a result without content at last. */
export function composeResult(composition: Composition): CallToolResultLike {
  const { plan, spill, options } = composition;
  const { maxBytes } = options;
  const bare: Plan = {
    ...plan,
    kept: plan.kept.filter(({ kind }) => kind === "text"),
    fields: typeOnly(plan),
    textsFit: false,
  };
  // A part of the room is better spent on content than on a link to it.
  const link = options.links && spill.state === "kept" ? linkTo(spill.ref) : undefined;
  const attempts = [
    ...(link !== undefined && encodedBytes(link) * 3 <= maxBytes ? [{ plan, link, leastRoom: maxBytes / 4 }] : []),
    { plan, link: undefined, leastRoom: maxBytes / 8 },
    { plan: bare, link: undefined, leastRoom: 0 },
  ];
  for (const { plan, link, leastRoom } of attempts) {
    const made = attempt({ ...composition, plan }, link, leastRoom);
    if (made !== undefined && fitsEncoded(made, maxBytes)) return made;
  }
  // Where a schema asks for structured content, only an error may be without.
  const isError =
    composition.hasStructured && options.outputSchema === "loosen" ? { isError: true } : errorOf(composition);
  return { ...bare.fields, content: [], ...isError };
}

/** @returns `undefined` where too little room is left for text */
function attempt(
  composition: Composition,
  link: McpContentBlock | undefined,
  leastRoom: number,
): CallToolResultLike | undefined {
  const { plan, spill, options } = composition;
  const links = [...linksOf(plan), ...(link === undefined ? [] : [link])];
  const slots = slotsOf(composition);
  const build = (main: string, side: string | undefined): CallToolResultLike => ({
    ...plan.fields,
    content: slots.content(main, slots.isSideStructured ? undefined : side, links),
    ...(composition.hasStructured && options.outputSchema === "loosen"
      ? { structuredContent: { bounded: boundedOf(spill, slots.isSideStructured ? (side ?? main) : main) } }
      : {}),
    ...errorOf(composition),
  });

  const isTwice = composition.hasStructured && options.outputSchema === "loosen" && slots.side === undefined;
  const frame = encodedBytes(build("", slots.side === undefined ? undefined : ""));
  const room = Math.floor((options.maxBytes - frame) / (isTwice ? 2 : 1));
  const needs = [encodedLength(slots.main) + NOTICE_BYTES, encodedLength(slots.side ?? "")];
  if (room < Math.min(needs[0] as number, leastRoom / (isTwice ? 2 : 1))) return undefined;
  const [forMain = 0, forSide = 0] = slots.side === undefined ? [room] : allocate(needs, room);
  const side = slots.side === undefined || forSide < LEAST_SIDE_BYTES ? undefined : slots.side;

  const leftOut = [...plan.leftOut, ...structuredLeft(slots, side, forSide)];
  const facts: NoticeFacts = {
    spill,
    isError: composition.isError === true,
    leftOut: leftOut.length === 0 ? undefined : leftOut,
    pointer: composition.pointer,
    sourceBytes: composition.wholeBytes,
  };
  const { reader, maxBytes } = options;
  const wording: Wording = { notice: { position: "first", ...reader }, facts, limitBytes: maxBytes };
  const shownSide = side === undefined ? undefined : cutTextTo(side, forSide, { ...wording, notice: false });
  const rest = room - (shownSide === undefined ? 0 : encodedLength(shownSide));
  const roomForMain = slots.side === undefined ? forMain : Math.max(forMain, rest);
  const main = slots.isWhole
    ? besideWhole(slots.main, roomForMain, wording, slots.others)
    : cutTextTo(slots.main, roomForMain, wording, composition.earlier);
  return build(main, shownSide);
}

interface Slots {
  /** What stands behind the notice. */
  readonly main: string;
  /** Whether it is there in full. */
  readonly isWhole: boolean;
  /** Texts in blocks of their own, in full. */
  readonly others: readonly string[];
  /** Structured content beside text. */
  readonly side: string | undefined;
  /** Whether that goes into structured content again, not into a block. */
  readonly isSideStructured: boolean;
  content(main: string, side: string | undefined, links: readonly McpContentBlock[]): readonly McpContentBlock[];
}

function slotsOf({ plan, hasStructured, options }: Composition): Slots {
  const { texts, kept, structured } = plan;
  const isSideStructured = hasStructured && options.outputSchema === "loosen";
  const whole = kept.filter(({ kind }) => kind === "whole").map(({ block }) => block);
  if (texts.length === 0) {
    const content: Slots["content"] = (main, _side, links) => [textBlock(main), ...whole, ...links];
    return {
      main: structured ?? "",
      isWhole: structured === undefined,
      others: [],
      side: undefined,
      isSideStructured,
      content,
    };
  }
  const isWhole = plan.textsFit && !(isSideStructured && structured === undefined);
  if (!isWhole) {
    const [only] = texts;
    const make = texts.length === 1 && only !== undefined ? withText(only, options) : textBlock;
    const content: Slots["content"] = (main, side, links) => [make(main), ...sideBlocks(side), ...whole, ...links];
    return {
      main: texts.map(({ text }) => text).join("\n"),
      isWhole,
      others: [],
      side: structured,
      isSideStructured,
      content,
    };
  }
  const first = texts.find(({ resource }) => resource === undefined);
  const content: Slots["content"] = (main, side, links) => {
    const blocks = kept.map((part) => {
      if (part === first) return { ...part.block, text: main };
      return part.kind === "text" && part.resource === undefined
        ? { ...part.block, text: harmless(part.text) }
        : part.block;
    });
    // The notice must be in the first block, and a resource is no place for it.
    const isFirst = kept[0] !== undefined && kept[0] === first;
    const ordered = isFirst
      ? blocks
      : first === undefined
        ? [textBlock(main), ...blocks]
        : moved(blocks, kept.indexOf(first));
    return [...ordered, ...sideBlocks(side), ...links];
  };
  const others = texts.filter((part) => part !== first).map(({ text }) => text);
  return { main: first?.text ?? "", isWhole, others, side: structured, isSideStructured, content };
}

/** The block at `index` first. */
function moved(blocks: readonly McpContentBlock[], index: number): readonly McpContentBlock[] {
  const first = blocks[index];
  return first === undefined ? blocks : [first, ...blocks.slice(0, index), ...blocks.slice(index + 1)];
}

function sideBlocks(side: string | undefined): McpContentBlock[] {
  return side === undefined ? [] : [textBlock(side)];
}

function textBlock(text: string): McpContentBlock {
  return { type: "text", text };
}

/** A text block keeps what else it has, such as annotations, while that is small. */
function withText({ block, resource }: TextPart, { maxBytes }: ResolvedOptions): (text: string) => McpContentBlock {
  const isSmall = resource === undefined && encodedBytes({ ...block, text: "" }) <= maxBytes / 16;
  return (text) => (isSmall ? { ...block, text } : textBlock(text));
}

/** Where the resources are that were cut: their texts are no longer theirs. */
function linksOf({ texts, textsFit, room }: Plan): McpContentBlock[] {
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

function linkTo({ id, uri, bytes, mediaType }: SpillRef): McpContentBlock {
  return {
    type: "resource_link",
    uri,
    name: id,
    ...(mediaType === undefined ? {} : { mimeType: mediaType }),
    size: bytes,
  };
}

/** What is left of structured content under a schema that was loosened. */
function boundedOf(spill: SpillState, preview: string) {
  const { id, uri, bytes } = spill.state === "kept" ? spill.ref : {};
  return { ...(id === undefined ? {} : { id, uri, bytes }), preview };
}

function structuredLeft({ side, main, isWhole }: Slots, kept: string | undefined, room: number): string[] {
  if (side === undefined || main === undefined) return [];
  if (kept === undefined) return ["structured content"];
  return encodedLength(side) > room && isWhole ? ["parts of the structured content"] : [];
}

function errorOf({ isError, hasStructured, options }: Composition): { isError?: boolean } {
  if (hasStructured && options.outputSchema === "error") return { isError: true };
  return isError === undefined ? {} : { isError };
}

function typeOnly({ fields }: Plan): Plan["fields"] {
  return fields["resultType"] === undefined ? {} : { resultType: fields["resultType"] };
}

/** What a notice takes, about. */
export const NOTICE_BYTES = 256;
/** Less of structured content says nothing. */
const LEAST_SIDE_BYTES = 128;
