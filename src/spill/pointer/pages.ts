/** Windows of one value: some of its members, or a part of it if it is a string. */
import { byteWindow } from "../byteWindow.js";
import type { OpenSpill, SpillWindow } from "../readSpill.js";
import type { PointerRequest } from "../request.js";
import { ByteCursor } from "./cursor.js";
import { memberPage } from "./memberPage.js";
import { type ContainerKind, type MemberStart, nextMember } from "./members.js";
import { navigate, type Place } from "./navigate.js";
import { stringPage } from "./stringPage.js";

/** The page that begins with a member, whose value the cursor stands before; `undefined` where it does not fit. */
export async function pageAt(
  spill: OpenSpill,
  place: Place & { readonly kind: ContainerKind },
  member: MemberStart,
  index: number,
  within: string,
): Promise<SpillWindow | undefined> {
  const { pointer, kind } = place;
  const page = await memberPage(spill, place.cursor, kind, member);
  if (page === undefined) return undefined;
  const { count, following } = page;
  const shown = { pointer, from: index, count };
  if (following === undefined) return windowOf(spill, page, shown, await behind(spill, place, within));
  return windowOf(spill, page, shown, requestFor(pointer, index + count, within, { at: following.start, kind }));
}

/** The part of a string that begins with the character at an offset. */
export async function stringWindowAt(
  spill: OpenSpill,
  place: Place,
  from: number,
  at: number,
  within: string,
): Promise<SpillWindow> {
  const { pointer } = place;
  const page = await stringPage(spill, at);
  if (page === undefined) return byteWindow(spill, { from: at });
  const { units: count, end, isLast } = page;
  const shown = { pointer, from, count };
  if (!isLast) {
    return windowOf(spill, page, shown, requestFor(pointer, from + count, within, { at: end, kind: "string" }));
  }
  const cursor = new ByteCursor(spill.read, spill.total, end);
  return windowOf(spill, page, shown, await behind(spill, { ...place, cursor }, within));
}

/** What stands behind a value, up the containers that it is in. The cursor is behind the value. */
export async function behind(spill: OpenSpill, place: Place, within: string): Promise<PointerRequest | undefined> {
  let below = place.pointer;
  if (below === within) return undefined;
  const { cursor, steps } = place.steps === undefined ? await behindAgain(spill, place) : place;
  for (const { pointer: parent, kind, index } of [...(steps ?? [])].reverse()) {
    if (below === within) return undefined;
    const member = await nextMember(cursor, kind);
    if (member !== undefined) return requestFor(parent, index + 1, within, { at: member.start, kind });
    below = parent;
  }
  return undefined;
}

/** The same place, reached from the start: only so it is known what it is in. */
async function behindAgain(spill: OpenSpill, place: Place): Promise<Place> {
  const again = await navigate(spill, place.pointer);
  if (again === undefined) return { ...place, steps: [] };
  await again.cursor.skipValue();
  return again;
}

function requestFor(
  pointer: string,
  from: number,
  within: string,
  place: { readonly at: number; readonly kind: NonNullable<PointerRequest["kind"]> },
): PointerRequest {
  return { pointer, from, ...(within === pointer ? {} : { within }), ...(place.at > FREE_BYTES ? place : {}) };
}

interface Shown {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export function windowOf(
  { total }: OpenSpill,
  { text, start, end }: Shown,
  json: NonNullable<SpillWindow["json"]>,
  next: PointerRequest | undefined,
): SpillWindow {
  const range = { start, end };
  return { text, range, total, ...(next === undefined ? {} : { next }), truncated: next !== undefined, json };
}

/** What one read goes through is not worth its words. */
const FREE_BYTES = 65_536;
