/** An object in less room that keeps every member: the largest values shrink first, until all that shrank are alike. */
import { type Container, fromStart, type Member, type Source } from "./members.js";
import { type Part, piece } from "./piece.js";
import { pointerTo } from "./pointer.js";
import { OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./scan.js";
import type { Job, Work } from "./shrink.js";

/** @returns `undefined` where so many members, or such large ones, would leave too little of each */
export function* shrinkAlike(source: Source, container: Container, { room, pointer }: Job): Work {
  const members = membersToKeep(source, container, room);
  if (members === undefined) return undefined;

  let rest = room - (container.end - container.start) + members.reduce((sum, member) => sum + unitsOfValue(member), 0);
  const values = new Map<Member, Part>();
  let left = members.length;
  for (const [index, member] of fixedThenSmallest(source, members)) {
    const kept = yield {
      source,
      span: { start: member.valueStart, end: member.end },
      room: canShrink(source, member) ? Math.floor(rest / left) : unitsOfValue(member),
      pointer: pointerTo(pointer, source, member, index),
    };
    if (kept === undefined) return undefined;
    values.set(member, kept);
    rest -= kept.units;
    left--;
  }

  const parts: Part[] = [];
  let at = container.start;
  for (const member of members) {
    parts.push({ start: at, end: member.valueStart }, values.get(member) as Part);
    at = member.end;
  }
  return piece([...parts, { start: at, end: container.end }]);
}

/** All members, unless what they need at the least is more than there is room for. */
function membersToKeep(source: Source, container: Container, room: number): Member[] | undefined {
  const least = Math.max(LEAST_VALUE_UNITS, Math.floor(room / MOST_ALIKE));
  const members: Member[] = [];
  let needed = 0;
  let at = container.start;
  for (const member of fromStart(source, container)) {
    const units = unitsOfValue(member);
    needed += member.valueStart - at + (canShrink(source, member) ? Math.min(units, least) : units);
    if (needed > room) return undefined;
    members.push(member);
    at = member.end;
  }
  return needed + container.end - at > room ? undefined : members;
}

/** So that what one does not need passes on to the larger ones. */
function fixedThenSmallest(source: Source, members: readonly Member[]): [number, Member][] {
  const rank = (member: Member) => (canShrink(source, member) ? unitsOfValue(member) : -1);
  return [...members.entries()].sort(([, first], [, second]) => rank(first) - rank(second));
}

function canShrink({ text }: Source, { valueStart }: Member): boolean {
  const unit = text.charCodeAt(valueStart);
  return unit === QUOTE || unit === OPEN_BRACE || unit === OPEN_BRACKET;
}

function unitsOfValue({ valueStart, end }: Member): number {
  return end - valueStart;
}

/** UTF-16 units below which a value says little. */
const LEAST_VALUE_UNITS = 32;
/** Members larger than this part of the room: with more of them, it is better to see some whole. */
const MOST_ALIKE = 32;
