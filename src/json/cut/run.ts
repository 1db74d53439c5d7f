/** A container in less room that keeps whole members from its start and end, and says how many it left out between them. */
import { type Frame, frameOf, gapBehind } from "./frame.js";
import { type Container, fromEnd, fromStart, type Source } from "./members.js";
import { type Part, type Piece, piece } from "./piece.js";
import { pointerTo } from "./pointer.js";
import type { Job, Work } from "./shrink.js";
import { Side } from "./side.js";
import type { JsonElision, ShrinkOptions } from "./types.js";

/** @returns `undefined` where there is no room for the brackets */
export function* shrinkRun(source: Source, container: Container, { room, pointer }: Job, options: ShrinkOptions): Work {
  const { count, inner } = container;
  const { headShare } = options;
  const frame = frameOf(source, container, { room, pointer, marker: options.marker });
  if (frame === undefined) return undefined;
  const { budget } = frame;
  const head = new Side(fromStart(source, container), (member) => member.end - inner.start);
  const tail = new Side(fromEnd(source, container), (member) => frame.lastEnd - member.start);
  const isLeft = () => head.count + tail.count < count;

  function* takePart(side: Side, sideRoom: number): Generator<Job, void, Piece | undefined> {
    const member = side.next();
    const partRoom = side.roomForPart(sideRoom);
    if (member === undefined || partRoom < (count === 1 ? 0 : LEAST_PART_UNITS)) return;
    const index = side === head ? head.count : count - 1 - tail.count;
    const span = { start: member.valueStart, end: member.end };
    const part = yield { source, span, room: partRoom, pointer: pointerTo(pointer, source, member, index) };
    if (part !== undefined) side.takePart(part);
  }

  const headRoom = count === 1 && headShare > 0 ? budget : Math.floor(budget * headShare);
  head.take(headRoom, isLeft);
  if (headShare > 0 && head.count === 0 && isLeft()) yield* takePart(head, headRoom);
  if (headShare < 1) tail.take(budget - head.units, isLeft);
  if (headShare < 1 && tail.count === 0 && isLeft()) yield* takePart(tail, budget - head.units);
  if (headShare > 0) head.take(budget - tail.units, isLeft);
  // Whole members are worth more than parts, but not more than most of the room.
  const side = headShare > 0 ? head : tail;
  const other = headShare > 0 ? tail : head;
  if (2 * (head.units + tail.units) < budget && isLeft() && side.part === undefined) {
    yield* takePart(side, budget - other.units);
  }

  const kept = head.count + tail.count;
  const sides = { head, tail };
  if (kept === count) return piece([...partsOf(source, container, frame, sides, "")]);
  const elision: JsonElision = { pointer, kept, total: count, next: { pointer, from: head.count } };
  const marker = frame.markerOf(elision, budget - head.units - tail.units);
  return piece([...partsOf(source, container, frame, sides, marker)], elision);
}

function* partsOf(
  source: Source,
  container: Container,
  frame: Frame,
  { head, tail }: { readonly head: Side; readonly tail: Side },
  marker: string,
): Iterable<Part> {
  yield frame.open;
  if (head.last !== undefined) {
    const { last, part } = head;
    yield { start: container.inner.start, end: part === undefined ? last.end : last.valueStart };
    if (part !== undefined) yield part;
    if (marker !== "" || tail.last !== undefined) yield gapBehind(source, container, last.end, frame);
  }
  if (marker !== "") {
    if (head.last === undefined) yield frame.indent;
    yield tail.last === undefined ? marker : marker + frame.gap;
  }
  if (tail.last !== undefined) {
    const { last, part } = tail;
    yield { start: last.start, end: part === undefined ? frame.lastEnd : last.valueStart };
    if (part !== undefined) yield* [part, { start: last.end, end: frame.lastEnd }];
  }
  yield frame.close;
}

/** UTF-16 units below which a part of a member says nothing. */
const LEAST_PART_UNITS = 16;
