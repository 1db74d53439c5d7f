/** Windows of one value: some of its members, or a part of it if it is a string. */
import { byteWindow } from "../byteWindow.js";
import type { OpenSpill, SpillWindow } from "../readSpill.js";
import type { PointerRequest, SpillRequest } from "../request.js";
import { ByteCursor } from "./cursor.js";
import { memberPage } from "./memberPage.js";
import { type ContainerKind, type MemberStart, nextMember } from "./members.js";
import type { Place, Step } from "./navigate.js";
import { formatSteps } from "./steps.js";
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
  const { count, following, isCut, end } = page;
  const shown = { pointer, from: index, count };
  if (isCut) return windowOf(spill, page, shown, end < spill.total ? { bytes: { from: end } } : undefined);
  if (following === undefined) return windowOf(spill, page, shown, await behind(place, within));
  return windowOf(spill, page, shown, requestFor(place, index + count, within, { at: following.start, kind }));
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
    const next = requestFor(place, from + count, within, { at: end, kind: "string" });
    return windowOf(spill, page, shown, end < spill.total ? next : undefined);
  }
  const cursor = new ByteCursor(spill.read, spill.total, end);
  return windowOf(spill, page, shown, await behind({ ...place, cursor }, within));
}

/** What stands behind a value, up the containers that it is in. The cursor is behind the value. */
export async function behind({ cursor, pointer, steps }: Place, within: string): Promise<PointerRequest | undefined> {
  let below = pointer;
  for (let depth = steps.length - 1; depth >= 0 && below !== within; depth--) {
    const { pointer: parent, kind, index } = steps[depth] as Step;
    const member = await nextMember(cursor, kind);
    const place = { pointer: parent, steps: steps.slice(0, depth) };
    if (member !== undefined) return requestFor(place, index + 1, within, { at: member.start, kind });
    below = parent;
  }
  return undefined;
}

/**
 * A value inside of the one that is gone through is named by its steps too: its pointer may name another one, where a key
 * is given twice, and from there nobody would come back.
 */
function requestFor(
  { pointer, steps }: Pick<Place, "pointer" | "steps">,
  from: number,
  within: string,
  hint: { readonly at: number; readonly kind: NonNullable<PointerRequest["kind"]> },
): PointerRequest {
  if (within === pointer) return { pointer, from, ...hint };
  return { pointer, from, within, ...hint, steps: formatSteps(steps, within) };
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
  next: SpillRequest | undefined,
): SpillWindow {
  const range = { start, end };
  return { text, range, total, ...(next === undefined ? {} : { next }), truncated: next !== undefined, json };
}
