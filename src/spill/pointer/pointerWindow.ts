/** Windows by JSON Pointer: members of a container, or a part of a string, each JSON by itself. */
import { decodeUtf8 } from "#platform";
import { fitsRoom } from "../../text/fits.js";
import { byteWindow } from "../byteWindow.js";
import type { OpenSpill, SpillWindow } from "../readSpill.js";
import type { PointerRequest } from "../request.js";
import { type ByteCursor, NotJson, QUOTE } from "./cursor.js";
import { mostBytes, wrap } from "./memberPage.js";
import { type ContainerKind, firstMember, nextMember } from "./members.js";
import { enter, navigate, type Place } from "./navigate.js";
import { behind, pageAt, stringWindowAt, windowOf } from "./pages.js";
import { resume } from "./resume.js";
import { offsetOfUnit } from "./stringPage.js";

/**
 * As many whole members as fit. One that is larger than the limits is gone through by itself; what stands behind it comes
 * then.
 *
 * @throws RangeError for a pointer that leads nowhere, and where the Spill is not JSON
 */
export async function pointerWindow(spill: OpenSpill, request: PointerRequest): Promise<SpillWindow> {
  try {
    return (await resume(spill, request)) ?? (await fromTheStart(spill, request));
  } catch (error) {
    if (error instanceof NotJson) throw new RangeError("pointer needs a Spill of JSON, and this is none");
    throw error;
  }
}

async function fromTheStart(spill: OpenSpill, { pointer, from = 0, within = pointer }: PointerRequest) {
  let place = await navigate(spill, pointer);
  if (place === undefined) throw new RangeError("pointer leads to no value of this Spill");
  for (let skip = from; ; skip = 0) {
    const { cursor, kind } = place;
    if (kind === undefined) return scalarWindow(spill, place, skip, within);
    const { member, index } = await memberAt(cursor, kind, skip);
    if (member === undefined) {
      const here = { text: wrap("", kind), start: cursor.at, end: cursor.at };
      const shown = { pointer: place.pointer, from: index, count: 0 };
      return windowOf(spill, here, shown, await behind(spill, place, within));
    }
    const window = await pageAt(spill, { ...place, kind }, member, index, within);
    if (window !== undefined) return window;
    place = await enter(spill, { ...place, kind }, member, index);
  }
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
  const shown = { text: decodeUtf8(await spill.read(start, cursor.at)), start, end: cursor.at };
  if (!fitsRoom(shown.text, spill.room, spill.countTokens)) {
    return byteWindow(spill, { from: start, count: cursor.at - start });
  }
  return windowOf(spill, shown, { pointer, from: 0, count: 1 }, await behind(spill, place, within));
}

async function stringWindow(spill: OpenSpill, place: Place, from: number, within: string): Promise<SpillWindow> {
  const { cursor, pointer } = place;
  const start = await offsetOfUnit(spill, cursor.at + 1, from);
  if (start !== undefined) return stringWindowAt(spill, place, from, start, within);
  await cursor.skipValue();
  const here = { text: '""', start: cursor.at, end: cursor.at };
  return windowOf(spill, here, { pointer, from, count: 0 }, await behind(spill, place, within));
}
