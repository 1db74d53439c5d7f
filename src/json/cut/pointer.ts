/** Reference tokens of JSON Pointers (RFC 6901). */
import type { Member, Source } from "./members.js";

/** The pointer of a container's member. */
export function pointerTo(pointer: string, source: Source, member: Member, index: number): string {
  const hasKey = member.start < member.valueStart;
  return `${pointer}/${hasKey ? escapeToken(keyOf(source, member)) : index}`;
}

/** The key of an object's member, decoded. */
export function keyOf({ text }: Source, { start, valueStart }: Member): string {
  const key = text.slice(start, valueStart);
  return JSON.parse(key.slice(0, key.lastIndexOf('"') + 1)) as string;
}

function escapeToken(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}
