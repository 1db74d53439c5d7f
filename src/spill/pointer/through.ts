/** The first window of a value: some of its members, or of what the first of them has inside, or a part of a string. */
import { decodeUtf8 } from "#platform";
import { fitsRoom } from "../../text/fits.js";
import { byteWindow } from "../byteWindow.js";
import type { OpenSpill, SpillWindow } from "../readSpill.js";
import { type ByteCursor, NotJson, QUOTE } from "./cursor.js";
import { mostBytes, wrap } from "./memberPage.js";
import { type ContainerKind, firstMember, type MemberStart, nextMember } from "./members.js";
import { enter, type Place } from "./navigate.js";
import { behind, pageAt, stringWindowAt, windowOf } from "./pages.js";
import { offsetOfUnit } from "./stringPage.js";

/** From the member or unit `skip` on. The cursor is before the value. */
export async function through(spill: OpenSpill, place: Place, skip: number, within: string): Promise<SpillWindow> {
  const { cursor, kind } = place;
  if (levels(place.pointer) - levels(within) > MOST_LEVELS) return byteWindow(spill, { from: cursor.at });
  if (kind === undefined) return scalarWindow(spill, place, skip, within);
  const { member, index } = await memberAt(cursor, kind, skip);
  if (member !== undefined) return throughMember(spill, { ...place, kind }, member, index, within);
  const here = { text: wrap("", kind), start: cursor.at, end: cursor.at };
  const shown = { pointer: place.pointer, from: index, count: 0 };
  return windowOf(spill, here, shown, await behind(place, within));
}

/** From a member on, whose value the cursor is before. If it does not fit, it is gone through by itself. */
export async function throughMember(
  spill: OpenSpill,
  place: Place & { readonly kind: ContainerKind },
  member: MemberStart,
  index: number,
  within: string,
): Promise<SpillWindow> {
  const window = await pageAt(spill, place, member, index, within);
  return window ?? through(spill, await enter(spill, place, member, index), 0, within);
}

async function memberAt(cursor: ByteCursor, kind: ContainerKind, skip: number) {
  let member = await firstMember(cursor, kind);
  let index = 0;
  for (; member !== undefined && index < skip; index++) {
    await cursor.skipValue();
    member = await nextMember(cursor, kind);
  }
  return { member, index };
}

async function scalarWindow(spill: OpenSpill, place: Place, from: number, within: string): Promise<SpillWindow> {
  const { cursor, pointer } = place;
  const start = cursor.at;
  if ((await cursor.peek()) === QUOTE) return stringWindow(spill, place, from, within);
  if (!(await cursor.skipValue(start + mostBytes(spill)))) {
    await cursor.skipValue(); // half a number would be another number, but it is all that can be shown
    return byteWindow(spill, { from: start, count: cursor.at - start });
  }
  if (spill.isPartial && cursor.at === spill.total) return byteWindow(spill, { from: start });
  const shown = { text: decodeUtf8(await spill.read(start, cursor.at)), start, end: cursor.at };
  if (!fitsRoom(shown.text, spill.room, spill.countTokens)) {
    return byteWindow(spill, { from: start, count: cursor.at - start });
  }
  checkScalar(shown.text);
  if (pointer === "" && (await cursor.skipSpace()) !== -1) throw new NotJson(); // words, of which the first is one of JSON
  return windowOf(spill, shown, { pointer, from: 0, count: 1 }, await behind(place, within));
}

async function stringWindow(spill: OpenSpill, place: Place, from: number, within: string): Promise<SpillWindow> {
  const { cursor, pointer } = place;
  const start = await offsetOfUnit(spill, cursor.at + 1, from);
  if (start !== undefined) return stringWindowAt(spill, place, from, start, within);
  await cursor.skipValue();
  const here = { text: '""', start: cursor.at, end: cursor.at };
  return windowOf(spill, here, { pointer, from, count: 0 }, await behind(place, within));
}

function checkScalar(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new NotJson();
  }
}

function levels(pointer: string): number {
  return pointer.split("/").length;
}

/** Containers in one another that are entered: what is deeper is shown by bytes. No one asks for it by a pointer. */
const MOST_LEVELS = 200;
