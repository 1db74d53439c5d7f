/** The members that are kept at one end of a container. */
import type { Member } from "./members.js";
import type { Piece } from "./piece.js";

export class Side {
  count = 0;
  /** UTF-16 units from the container's end to the innermost member kept, white space and separators included. */
  units = 0;
  /** The innermost member kept. */
  last: Member | undefined;
  /** What is kept of the innermost member's value, where that is not all of it. */
  part: Piece | undefined;
  private readonly members: Iterator<Member>;
  private readonly unitsTo: (member: Member) => number;
  private upcoming: Member | undefined;

  /** @param unitsTo - what the side takes with this member as its innermost */
  constructor(members: Iterable<Member>, unitsTo: (member: Member) => number) {
    this.unitsTo = unitsTo;
    this.members = members[Symbol.iterator]();
  }

  /** Takes whole members as long as they fit. */
  take(room: number, mayTake: () => boolean): void {
    while (this.part === undefined && mayTake()) {
      const member = this.next();
      if (member === undefined || this.unitsTo(member) > room) return;
      this.add(member, this.unitsTo(member));
    }
  }

  /** Takes a part of the next member. */
  takePart(part: Piece): void {
    const member = this.next();
    if (member === undefined) return;
    this.add(member, this.unitsTo(member) - (member.end - member.valueStart) + part.units);
    this.part = part;
  }

  /** The member that would be taken next. */
  next(): Member | undefined {
    this.upcoming ??= this.members.next().value as Member | undefined;
    return this.upcoming;
  }

  /** What a part of the next member's value may take. */
  roomForPart(room: number): number {
    const member = this.next();
    return member === undefined ? 0 : room - this.unitsTo(member) + (member.end - member.valueStart);
  }

  private add(member: Member, units: number): void {
    this.count++;
    this.units = units;
    this.last = member;
    this.upcoming = undefined;
  }
}
