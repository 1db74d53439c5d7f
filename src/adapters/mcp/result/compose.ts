/** Puts a bounded result together: each part gets its room once it is known what the rest takes. */
import type { NoticeFacts } from "../../../bound/notice.js";
import type { Earlier } from "../../../bound/trust/earlier.js";
import type { SpillState } from "../../../bound/types.js";
import { allocate } from "../../../budget/allocate.js";
import { encodedBytes, encodedLength, fitsEncoded } from "../encoded.js";
import type { ResolvedOptions } from "../options.js";
import type { CallToolResultLike, McpContentBlock } from "../types.js";
import { linksOf, linkTo } from "./links.js";
import type { Plan } from "./plan.js";
import { type Slots, slotsOf } from "./slots.js";
import { besideWhole, cutTextTo, type Wording } from "./view.js";

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
  /** Whether it had some under a schema that was loosened. */
  readonly isLoosened: boolean;
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
  const isError = composition.isLoosened ? { isError: true } : errorOf(composition);
  return { ...bare.fields, content: [], ...isError };
}

/** @returns `undefined` where too little room is left for text */
function attempt(
  composition: Composition,
  link: McpContentBlock | undefined,
  leastRoom: number,
): CallToolResultLike | undefined {
  const { plan, spill, isLoosened, options } = composition;
  const { reader, maxBytes } = options;
  const links = [...linksOf(plan), ...(link === undefined ? [] : [link])];
  const slots = slotsOf(plan, { isLoosened, maxBytes });
  const build = (main: string, side: string | undefined): CallToolResultLike => ({
    ...plan.fields,
    content: slots.content(main, isLoosened ? undefined : side, links),
    ...(isLoosened ? { structuredContent: { bounded: boundedOf(spill, side ?? main) } } : {}),
    ...errorOf(composition),
  });

  // A client shows content or structured content: the part is in both.
  const isTwice = isLoosened && slots.side === undefined;
  const frame = encodedBytes(build("", slots.side === undefined ? undefined : ""));
  const room = Math.floor((maxBytes - frame) / (isTwice ? 2 : 1));
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
  const wording: Wording = { notice: { position: "first", ...reader }, facts, limitBytes: maxBytes };
  const shownSide = side === undefined ? undefined : cutTextTo(side, forSide, { ...wording, notice: false });
  const rest = room - (shownSide === undefined ? 0 : encodedLength(shownSide));
  const roomForMain = slots.side === undefined ? forMain : Math.max(forMain, rest);
  const main = slots.isWhole
    ? besideWhole(slots.main, roomForMain, wording, slots.others)
    : cutTextTo(slots.main, roomForMain, wording, composition.earlier);
  return build(main, shownSide);
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
