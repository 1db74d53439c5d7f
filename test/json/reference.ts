/**
 * JSON read the slow and obvious way, from RFC 8259, and what a cut of it may look like: code that knows nothing of the
 * implementation's. Recursive, so for texts that are not nested deeply.
 */
import type { JsonElision } from "../../src/json/cut/types.js";

/** A value, and where it stands in its text. */
export type Node = ArrayNode | ObjectNode | StringNode | ScalarNode;

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface ArrayNode extends Place {
  readonly kind: "array";
  readonly members: readonly MemberNode[];
}

export interface ObjectNode extends Place {
  readonly kind: "object";
  readonly members: readonly MemberNode[];
}

export interface StringNode extends Place {
  readonly kind: "string";
  readonly value: string;
}

export interface ScalarNode extends Place {
  readonly kind: "scalar";
}

/** An array's item has no key; `start` is where the key or, without one, the value begins. */
export interface MemberNode {
  readonly key: string | undefined;
  readonly start: number;
  readonly value: Node;
}

/** The value of a text, white space around it allowed; `undefined` if the text is not JSON. */
export function readNode(text: string): Node | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return nodeAt(text, spaceEnd(text, 0));
}

/** The value that starts here, in a text that is known to be JSON. */
export function nodeAt(text: string, start: number): Node {
  const first = text[start];
  if (first === "[" || first === "{") return containerAt(text, start, first);
  if (first === '"') {
    const end = stringEnd(text, start);
    return { kind: "string", text, start, end, value: JSON.parse(text.slice(start, end)) as string };
  }
  let end = start;
  while (end < text.length && /[-+.\w]/.test(text[end] as string)) end++;
  return { kind: "scalar", text, start, end };
}

function containerAt(text: string, start: number, open: "[" | "{"): Node {
  const members: MemberNode[] = [];
  let at = spaceEnd(text, start + 1);
  while (text[at] !== "]" && text[at] !== "}") {
    const memberStart = at;
    let key: string | undefined;
    if (open === "{") {
      const keyEnd = stringEnd(text, at);
      key = JSON.parse(text.slice(at, keyEnd)) as string;
      at = spaceEnd(text, spaceEnd(text, keyEnd) + 1);
    }
    const value = nodeAt(text, at);
    members.push({ key, start: memberStart, value });
    at = spaceEnd(text, value.end);
    if (text[at] === ",") at = spaceEnd(text, at + 1);
  }
  return { kind: open === "[" ? "array" : "object", text, start, end: at + 1, members };
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function spaceEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n\r".includes(text[at] as string)) at++;
  return at;
}

/** The characters of a string's JSON, each as it is spelled: its escape sequence, or itself. One UTF-16 unit each. */
export function spelledUnits(json: string): string[] {
  return json.slice(1, -1).match(/\\u[0-9a-fA-F]{4}|\\[^u]|[^\\]/gs) ?? [];
}

/** What an RFC 6901 pointer names; of equal keys the last, as most parsers have it. */
export function resolvePointer(root: Node, pointer: string): Node | undefined {
  if (pointer === "") return root;
  if (!pointer.startsWith("/")) return undefined;
  let node: Node | undefined = root;
  for (const token of pointer.slice(1).split("/")) {
    if (/~(?![01])/.test(token)) return undefined;
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (node?.kind === "object") node = node.members.findLast((member) => member.key === key)?.value;
    else if (node?.kind === "array") node = /^(0|[1-9]\d*)$/.test(key) ? node.members[Number(key)]?.value : undefined;
    else return undefined;
  }
  return node;
}

/** An array, an object, or the records of NDJSON. */
export interface Members {
  readonly text: string;
  readonly members: readonly MemberNode[];
}

/** The records of NDJSON as members. */
export function recordsOf(text: string): Members {
  const members: MemberNode[] = [];
  for (let at = spaceEnd(text, 0); at < text.length; ) {
    const value = nodeAt(text, at);
    members.push({ key: undefined, start: at, value });
    at = spaceEnd(text, value.end);
  }
  return { text, members };
}

/** Words of ours, as they stand in a string. */
export const MARKER =
  /^(?:\[…\]|\[spillway: … [\d,]+ of [\d,]+ (?:item|member|record|char)s? omitted(?:, next (?:at \S+ )?from \d+)? …\])$/;
const MARKER_KEY = /^\[+…\]+$/;

export interface Pruning {
  /** UTF-16 units of our own words: markers, their keys, and a separator each. */
  readonly ownUnits: number;
  /** How many markers there are. */
  readonly markers: number;
}

/**
 * Checks that one text is a pruning of another and that the elisions say exactly what is missing: each container shows a
 * prefix and a suffix of its members, each string of its characters, and all else is as it is spelled in the source.
 *
 * @param elisions - in the order of the text
 * @throws with a pointer and what is wrong there
 */
export function checkPruning(source: Node, shown: Node, elisions: readonly JsonElision[], marker: boolean): Pruning {
  const checker = new Checker(elisions, marker);
  checker.value(source, shown, "");
  return checker.end();
}

/** The same for NDJSON. */
export function checkRecords(
  source: string,
  shown: string,
  elisions: readonly JsonElision[],
  marker: boolean,
): Pruning {
  const checker = new Checker(elisions, marker);
  checker.container(recordsOf(source), recordsOf(shown), "");
  return checker.end();
}

class Checker {
  private at = 0;
  private ownUnits = 0;
  private markers = 0;
  private readonly elisions: readonly JsonElision[];
  private readonly marker: boolean;

  constructor(elisions: readonly JsonElision[], marker: boolean) {
    this.elisions = elisions;
    this.marker = marker;
  }

  end(): Pruning {
    const left = this.elisions[this.at];
    if (left !== undefined) throw new Error(`elision of ${JSON.stringify(left)} not seen in the text`);
    return { ownUnits: this.ownUnits, markers: this.markers };
  }

  value(source: Node, shown: Node, pointer: string): void {
    if (spelled(source) === spelled(shown)) return;
    if (source.kind !== shown.kind) fail(pointer, `${source.kind} became ${shown.kind}`);
    if (source.kind === "string" && shown.kind === "string") {
      this.string(source, shown, pointer);
      return;
    }
    if (!("members" in source) || !("members" in shown)) fail(pointer, "a scalar changed");
    this.container(source, shown, pointer);
  }

  private string(source: StringNode, shown: StringNode, pointer: string): void {
    const { kept, total, from } = this.next(pointer);
    const units = spelledUnits(spelled(source));
    if (total !== source.value.length || total !== units.length)
      fail(pointer, `has ${units.length} chars, not ${total}`);
    if (kept >= total || from > kept) fail(pointer, `kept ${kept} of ${total}, next from ${from}`);
    const head = units.slice(0, from).join("");
    const tail = units.slice(total - (kept - from)).join("");
    const inside = spelled(shown).slice(1, -1);
    if (!inside.startsWith(head) || !inside.endsWith(tail)) fail(pointer, "start or end is not the source's");
    const words = inside.slice(head.length, inside.length - tail.length);
    if (inside.length < head.length + tail.length) fail(pointer, "shows less than is said");
    this.own(words, 0, pointer);
    for (const at of [from, total - (kept - from)]) {
      if (/^[\ud800-\udbff][\udc00-\udfff]$/.test(source.value.slice(at - 1, at + 1)))
        fail(pointer, "a pair is parted");
    }
  }

  container(source: Members, shown: Members, pointer: string): void {
    const elision = this.elisionOf(source, shown, pointer);
    const total = source.members.length;
    const kept = elision?.kept ?? total;
    const from = elision?.next?.from ?? total;
    const words = shown.members.length - kept;
    if (words !== 0 && (words !== 1 || elision === undefined || !this.marker)) {
      fail(pointer, `shows ${shown.members.length} members, kept ${kept} of ${total}`);
    }
    for (let index = 0; index < kept; index++) {
      const [sourceIndex, shownIndex] = index < from ? [index, index] : [total - kept + index, index + words];
      this.member(source.members[sourceIndex], shown.members[shownIndex], `${pointer}/${sourceIndex}`, pointer);
    }
    this.gaps(source, shown, { kept, from, words }, pointer);
    if (words === 1) this.markerMember(shown, from, kept, pointer);
  }

  private member(source: MemberNode | undefined, shown: MemberNode | undefined, at: string, pointer: string): void {
    if (source === undefined || shown === undefined) fail(at, "is missing");
    if (keyOf(source) !== keyOf(shown)) fail(at, "another key");
    const token = source.key?.replaceAll("~", "~0").replaceAll("/", "~1");
    this.value(source.value, shown.value, token === undefined ? at : `${pointer}/${token}`);
  }

  /** What stands between two members that are neighbours in both texts is as in the source. */
  private gaps(
    source: Members,
    shown: Members,
    { kept, from, words }: { kept: number; from: number; words: number },
    pointer: string,
  ): void {
    const total = source.members.length;
    const gap = ({ text, members }: Members, index: number) =>
      text.slice(members[index]?.value.end, members[index + 1]?.start);
    let changed = 0;
    for (let index = 0; index + 1 < kept; index++) {
      if (index === from - 1 && kept < total) continue; // the omission is here
      const [sourceIndex, shownIndex] = index < from ? [index, index] : [total - kept + index, index + words];
      if (gap(source, sourceIndex) !== gap(shown, shownIndex)) changed++;
    }
    // Where two sides meet, white space that takes too much is left out.
    if (changed > (kept === total ? 1 : 0)) fail(pointer, "what stands between members changed");
  }

  private markerMember({ members }: Members, index: number, kept: number, pointer: string): void {
    const member = members[index];
    if (member?.value.kind !== "string") fail(pointer, "a marker is no string");
    if (member.key !== undefined) {
      if (!MARKER_KEY.test(member.key)) fail(pointer, `a marker has the key ${member.key}`);
      if (members.filter(({ key }) => key === member.key).length > 1)
        fail(pointer, "a marker's key is also a member's");
    }
    const separator = index < kept ? 1 : 0; // what stands before it is the source's
    this.own(member.value.value, member.value.end - member.start + separator, pointer);
  }

  private own(words: string, units: number, pointer: string): void {
    if (words === "" && units === 0) return;
    if (!this.marker || !MARKER.test(words)) fail(pointer, `words that are none of ours: ${words}`);
    this.ownUnits += units === 0 ? words.length : units;
    this.markers++;
  }

  /** The elision of a container: none where all members are shown, if only in part. */
  private elisionOf(source: Members, shown: Members, pointer: string): JsonElision | undefined {
    const upcoming = this.elisions[this.at];
    const total = source.members.length;
    const [most, least] = [shown.members.length, shown.members.length - (this.marker ? 1 : 0)];
    const isHere =
      upcoming?.pointer === pointer &&
      upcoming.total === total &&
      upcoming.kept < total &&
      (upcoming.kept === most || upcoming.kept === least);
    if (!isHere) return undefined;
    const { kept, from } = this.next(pointer);
    if (from > kept) fail(pointer, `next from ${from}, kept ${kept}`);
    return upcoming;
  }

  private next(pointer: string): { kept: number; total: number; from: number } {
    const elision = this.elisions[this.at++];
    if (elision === undefined) return fail(pointer, "is cut, and no elision says so");
    const { kept, total, next } = elision;
    if (elision.pointer !== pointer) fail(pointer, `is cut, but the next elision is of ${elision.pointer}`);
    if (next?.pointer !== pointer) return fail(pointer, "the elision does not say where to read on");
    return { kept, total, from: next.from };
  }
}

function spelled({ text, start, end }: Node): string {
  return text.slice(start, end);
}

/** A key and its colon as they are spelled, and white space behind them. */
function keyOf({ start, value }: MemberNode): string {
  return value.text.slice(start, value.start);
}

function fail(pointer: string, why: string): never {
  throw new Error(`at ${JSON.stringify(pointer)}: ${why}`);
}
