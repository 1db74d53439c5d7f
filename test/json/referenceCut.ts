/**
 * What cutting JSON to a number of UTF-16 units gives, written from docs/spec-json.md, sections 8 to 16, the slow and
 * obvious way: on nodes of a tree, by recursion, with strings that are built anew at each step.
 */
import type { JsonElision, ShrinkOptions } from "../../src/json/cut/types.js";
import type { Limits, TokenCounter } from "../../src/text/limits.js";
import type { NaiveSize } from "../support/arbitraries.js";
import { naiveFits, naiveSize, referenceCut } from "../text/reference.js";
import { type MemberNode, type Node, nodeAt, readNode, recordsOf, type StringNode, spelledUnits } from "./reference.js";

export interface Kept {
  readonly text: string;
  readonly elisions: readonly JsonElision[];
}

/** Section 12. */
export function referenceShrink(node: Node, room: number, pointer: string, options: ShrinkOptions): Kept | undefined {
  const text = spelled(node);
  if (text.length <= room) return { text, elisions: [] };
  if (node.kind === "scalar") return undefined;
  if (node.kind === "string") return shrinkString(node, room, pointer, options);
  const box: Box = {
    open: text[0] as string,
    close: text.at(-1) as string,
    separator: ",",
    inside: text.slice(1, -1),
    text: node.text,
    members: node.members,
  };
  return (
    (node.kind === "object" ? shrinkAlike(box, room, pointer, options) : undefined) ??
    shrinkRun(box, room, pointer, options)
  );
}

/** The same for the records of NDJSON. */
export function referenceRecords(text: string, room: number, options: ShrinkOptions): Kept | undefined {
  if (text.length <= room) return { text, elisions: [] };
  const { members } = recordsOf(text);
  return shrinkRun({ open: "", close: "", separator: "\n", inside: text, text, members }, room, "", options);
}

interface Box {
  readonly open: string;
  readonly close: string;
  readonly separator: string;
  /** What stands between the brackets. */
  readonly inside: string;
  readonly text: string;
  readonly members: readonly MemberNode[];
}

/** Section 13. */
function shrinkString(node: StringNode, room: number, pointer: string, { headShare, marker }: ShrinkOptions) {
  if (room < 2) return undefined;
  const units = spelledUnits(spelled(node));
  const total = units.length;
  const say = marker ? wording("char", { pointer, total }, room, marker) : () => "";
  const free = room - 2 - say(0, total).length;

  let from = 0; // the head's chars
  for (let count = 0; count <= total; count++) {
    if (lengthOf(units.slice(0, count)) <= Math.floor(free * headShare) && !partsPair(node.value, count)) from = count;
  }
  const left = free - lengthOf(units.slice(0, from));
  let to = total; // where the tail begins
  for (let at = total; at >= from; at--) if (lengthOf(units.slice(at)) <= left && !partsPair(node.value, at)) to = at;

  const kept = from + total - to;
  const text = `"${units.slice(0, from).join("")}${say(kept, from)}${units.slice(to).join("")}"`;
  return { text, elisions: [{ pointer, kept, total, next: { pointer, from } }] };
}

/** Section 14. */
function shrinkAlike(box: Box, room: number, pointer: string, options: ShrinkOptions): Kept | undefined {
  const { members } = box;
  const least = Math.max(32, Math.floor(room / 32));
  const rigid = (member: MemberNode) => member.value.kind === "scalar";
  const lengths = members.map(({ value }) => spelled(value).length);
  const whole = box.inside.length + 2;
  const frame = whole - lengths.reduce((sum, length) => sum + length, 0);
  const needed = lengths.map((length, index) =>
    rigid(members[index] as MemberNode) ? length : Math.min(length, least),
  );
  if (frame + needed.reduce((sum, length) => sum + length, 0) > room) return undefined;

  const order = [...members.keys()].sort((a, b) => rank(a) - rank(b));
  function rank(index: number): number {
    return rigid(members[index] as MemberNode) ? -1 : (lengths[index] as number);
  }
  const values = new Map<number, Kept>();
  let rest = room - frame;
  for (const [done, index] of order.entries()) {
    const member = members[index] as MemberNode;
    const share = rigid(member) ? (lengths[index] as number) : Math.floor(rest / (order.length - done));
    const kept = referenceShrink(member.value, share, pointerOf(pointer, member, index), options);
    if (kept === undefined) return undefined;
    values.set(index, kept);
    rest -= kept.text.length;
  }

  let text = "";
  let at = members[0] === undefined ? 0 : box.text.lastIndexOf(box.inside, members[0].start);
  const elisions: JsonElision[] = [];
  for (const [index, { value }] of members.entries()) {
    const kept = values.get(index) as Kept;
    text += box.text.slice(at, value.start) + kept.text;
    elisions.push(...kept.elisions);
    at = value.end;
  }
  const behind = box.inside.length - box.inside.trimEnd().length;
  return { text: box.open + text + (behind > 0 ? box.inside.slice(-behind) : "") + box.close, elisions };
}

/** Section 15. */
function shrinkRun(box: Box, room: number, pointer: string, { headShare, marker }: ShrinkOptions): Kept | undefined {
  const { inside, members, separator, text } = box;
  const count = members.length;
  const spaceBehind = inside.slice(inside.trimEnd().length);
  const close = 16 * (spaceBehind.length + box.close.length) <= room ? spaceBehind + box.close : box.close;
  const bare = room - box.open.length - close.length;
  if (bare < 0) return undefined;

  const spaceBefore = separator === "," ? inside.slice(0, inside.length - inside.trimStart().length) : "";
  const indent = 16 * spaceBefore.length <= room ? spaceBefore : "";
  const gap = separator + indent;
  const key = box.open === "{" ? `"${markerKey(box, room)}":` : "";
  const noun = separator === "\n" ? "record" : box.open === "{" ? "member" : "item";
  const place = { pointer, total: count };
  const say = marker ? wording(noun, place, bare - key.length - 2, marker) : () => "";
  const markerOf = (kept: number, from: number) => {
    const words = say(kept, from);
    return words === "" ? "" : `${key}"${words}"`;
  };
  const reserved = count > 2 ? markerOf(0, count).length : 0;
  const gaps = Math.min(Math.max(0, count - 1), reserved > 0 ? 2 : 1) * gap.length;
  const budget = Math.max(0, bare - reserved - gaps);

  // A side is the members from its end of the container up to its innermost, of which it may have a part only.
  const head: Taken[] = [];
  const tail: Taken[] = [];
  const first = box.text.lastIndexOf(inside, members[0]?.start ?? 0);
  const last = members.at(-1)?.value.end ?? 0;
  const unitsOf = (side: Taken[]) => (side.at(-1) === undefined ? 0 : (side.at(-1) as Taken).units);
  const indexOf = (side: Taken[]) => (side === head ? head.length : count - 1 - tail.length);
  const isLeft = () => head.length + tail.length < count;
  const unitsWith = (side: Taken[]) => {
    const { start, value } = members[indexOf(side)] as MemberNode;
    return side === head ? value.end - first : last - start;
  };
  const take = (side: Taken[], most: number) => {
    while (isLeft() && side.at(-1)?.part === undefined && unitsWith(side) <= most) {
      const index = indexOf(side);
      side.push({ index, units: unitsWith(side) });
    }
  };
  const takePart = (side: Taken[], most: number) => {
    if (!isLeft()) return;
    const index = indexOf(side);
    const member = members[index] as MemberNode;
    const length = spelled(member.value).length;
    const partRoom = most - unitsWith(side) + length;
    if (partRoom < (count === 1 ? 0 : 16)) return;
    const at = pointerOf(pointer, member, index);
    const part = referenceShrink(member.value, partRoom, at, { headShare, marker });
    if (part !== undefined) side.push({ index, units: unitsWith(side) - length + part.text.length, part });
  };

  const headRoom = count === 1 && headShare > 0 ? budget : Math.floor(budget * headShare);
  take(head, headRoom);
  if (headShare > 0 && head.length === 0) takePart(head, headRoom);
  if (headShare < 1) take(tail, budget - unitsOf(head));
  if (headShare < 1 && tail.length === 0) takePart(tail, budget - unitsOf(head));
  if (headShare > 0) take(head, budget - unitsOf(tail));
  const [side, other] = headShare > 0 ? [head, tail] : [tail, head];
  if (2 * (unitsOf(head) + unitsOf(tail)) < budget && side.at(-1)?.part === undefined) {
    takePart(side, budget - unitsOf(other));
  }

  const kept = head.length + tail.length;
  const elisions: JsonElision[] = [];
  let words = "";
  if (kept < count) {
    elisions.push({ pointer, kept, total: count, next: { pointer, from: head.length } });
    words = markerOf(kept, head.length);
    const left = budget - unitsOf(head) - unitsOf(tail) - (count > 2 ? 0 : gap.length);
    if (words.length > reserved + left) words = "";
  }
  for (const { part } of [...head, ...tail.toReversed()]) elisions.push(...(part?.elisions ?? []));

  const shown = (taken: readonly Taken[]) =>
    taken
      .map(({ index, part }, turn) => {
        const { start, value } = members[index] as MemberNode;
        const next = taken[turn + 1] === undefined ? "" : text.slice(value.end, members[index + 1]?.start);
        return text.slice(start, value.start) + (part?.text ?? spelled(value)) + next;
      })
      .join("");
  const before = head.length > 0 ? text.slice(first, members[0]?.start) + shown(head) : "";
  const behind = shown(tail.toReversed());
  const sourceGap = head.length === 0 || head.length >= count ? "" : gapBehind(box, head.length - 1, gap);
  let middle = words === "" ? "" : (before === "" ? indent : sourceGap) + words + (behind === "" ? "" : gap);
  if (words === "" && before !== "" && behind !== "") middle = sourceGap;
  return { text: box.open + before + middle + behind + close, elisions };
}

interface Taken {
  readonly index: number;
  /** What the side takes with this member as its innermost. */
  readonly units: number;
  readonly part?: Kept;
}

function gapBehind({ text, members, separator }: Box, index: number, gap: string): string {
  const between = text.slice(members[index]?.value.end, members[index + 1]?.start);
  const own = between.slice(between.indexOf(separator));
  if (between.length <= gap.length) return between;
  return own.slice(0, 1);
}

/** A key that no member near either end has. */
function markerKey({ members }: Box, room: number): string {
  const taken = new Set<string | undefined>();
  for (const side of [members, members.toReversed()]) {
    let units = 0;
    for (const { key, start, value } of side) {
      taken.add(key);
      units += value.end - start;
      if (units > room) break;
    }
  }
  let key = "[…]";
  while (taken.has(key)) key = `[${key}]`;
  return key;
}

/** Section 11. */
function wording(
  noun: string,
  { pointer, total }: { pointer: string; total: number },
  room: number,
  marker: true | "bare" = true,
) {
  const number = (count: number) => count.toLocaleString("en-US");
  const brief = (kept: number) =>
    `${number(total - kept)} of ${number(total)} ${noun}${total === 1 ? "" : "s"} omitted`;
  const place = pointer === "" ? "" : `at ${pointer} `;
  const wordings = [
    (kept: number, from: number) => `[spillway: … ${brief(kept)}, next ${place}from ${from} …]`,
    (kept: number, _from: number) => `[spillway: … ${brief(kept)} …]`,
    (_kept: number, _from: number) => "[…]",
    (_kept: number, _from: number) => "",
  ] as const;
  const isPlain = pointer.length <= 80 && /^[A-Za-z0-9_./~-]*$/.test(pointer);
  const allowed = wordings.slice(marker === "bare" ? 2 : isPlain ? 0 : 1);
  return allowed.find((say) => 4 * say(0, total).length <= Math.max(0, room)) ?? (() => "");
}

function pointerOf(pointer: string, { key }: MemberNode, index: number): string {
  return `${pointer}/${key === undefined ? index : key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function partsPair(value: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(value.slice(at - 1, at + 1));
}

function lengthOf(parts: readonly string[]): number {
  return parts.join("").length;
}

function spelled({ text, start, end }: Node): string {
  return text.slice(start, end);
}

/** What `cutJson` must return, but for sizes. */
export interface ReferenceJsonCut {
  readonly text: string;
  readonly truncated: boolean;
  readonly kind: "json" | "text";
  readonly elisions: readonly JsonElision[];
}

/**
 * Section 8, for texts that are small: every room is tried, from the largest on. `headShare` is that of `"ends"`; 1 is
 * `"head"`, 0 is `"tail"`.
 */
export function referenceCutJson(
  raw: string,
  limits: Limits,
  options: ShrinkOptions & { readonly countTokens: TokenCounter },
): ReferenceJsonCut {
  const text = raw.replace(/\p{Surrogate}/gu, "\ufffd");
  const located = locate(text);
  const kind = located === undefined ? "text" : "json";
  if (naiveFits(text, limits, options.countTokens)) return { text, truncated: false, kind, elisions: [] };
  const cut = located && cutLocated(text, located, limits, options);
  if (cut !== undefined) return { ...cut, truncated: true, kind: "json" };
  return { text: cutText(text, limits, options), truncated: true, kind: "text", elisions: [] };
}

interface Located {
  readonly start: number;
  readonly end: number;
  readonly hasRecords: boolean;
}

/** Section 9. */
export function locate(text: string): Located | undefined {
  const whole = locateFrom(text, 0);
  if (whole !== undefined) return whole;
  for (const { index, 0: fence } of [...text.matchAll(/^ {0,3}`{3,}[^`\n]*\n/gm)].slice(0, 4)) {
    const start = index + fence.length + space(text.slice(index + fence.length));
    const end = containerEnd(text, start);
    if (end !== undefined && text.slice(end).trimStart().startsWith("```")) return { start, end, hasRecords: false };
  }
  if (!/[\]}][ \n\r\t]*$/.test(text)) return undefined;
  const lines = [...text.matchAll(/^[ \t]*[[{]/gm)].map(({ index, 0: found }) => index + found.length - 1);
  const any = [...text.matchAll(/[[{]/g)].map(({ index }) => index);
  for (const start of [...lines.slice(0, 4), ...any.slice(0, 4)]) {
    const located = locateFrom(text, start);
    if (located !== undefined) return located;
  }
  return undefined;
}

/** A value, or records, from here to the end of the text. */
function locateFrom(text: string, from: number): Located | undefined {
  const start = from + space(text.slice(from));
  const rest = text.slice(start);
  const node = readNode(rest);
  if (node !== undefined) return { start, end: start + node.end, hasRecords: false };
  // Records: containers, each of which begins on a line of its own.
  for (let at = 0; at < rest.length; ) {
    const end = containerEnd(rest, at);
    if (end === undefined) return undefined;
    const next = end + space(rest.slice(end));
    if (next < rest.length && !rest.slice(end, next).includes("\n")) return undefined;
    at = next;
  }
  return rest === "" ? undefined : { start, end: text.length, hasRecords: true };
}

/** The first place at which what starts here is an array or object. */
function containerEnd(text: string, start: number): number | undefined {
  if (!/[[{]/.test(text[start] ?? "")) return undefined;
  for (let end = start + 1; end <= text.length; end++) {
    if (/[\]}]/.test(text[end - 1] as string) && readNode(text.slice(start, end)) !== undefined) return end;
  }
  return undefined;
}

function space(text: string): number {
  return /^[ \n\r\t]*/.exec(text)?.[0].length ?? 0;
}

/** Section 10. */
export function cutLocated(
  text: string,
  { start, end, hasRecords }: Located,
  limits: Limits,
  options: ShrinkOptions & { readonly countTokens: TokenCounter },
  isInside: (json: string) => boolean = () => true,
): Kept | undefined {
  const hasWords = /[^ \n\r\t]/.test(text.slice(0, start) + text.slice(end));
  const share = hasWords ? 1 / 2 : 1 / 16;
  const part = ({ maxBytes, maxChars, maxTokens }: Limits): Limits => ({
    maxBytes: maxBytes === undefined ? undefined : maxBytes * share,
    maxChars: maxChars === undefined ? undefined : maxChars * share,
    maxTokens: maxTokens === undefined ? undefined : maxTokens * share,
  });
  const newlines = (text.slice(0, start) + text.slice(end).replace(/\n$/, "")).split("\n").length - 1;
  const isSmall =
    naiveFits(text.slice(0, start) + text.slice(end), part(limits), options.countTokens) &&
    newlines <= (limits.maxLines ?? Infinity) * share;
  if (!isSmall && hasWords) return undefined;

  const [before, behind] = isSmall ? [text.slice(0, start), text.slice(end)] : ["", ""];
  const most = Math.min(limits.maxBytes ?? Infinity, limits.maxChars ?? Infinity, text.length - 1);
  for (let room = most - before.length - behind.length; room >= 0; room--) {
    const kept = hasRecords
      ? referenceRecords(text.slice(start), room, options)
      : referenceShrink(nodeAt(text, start), room, "", options);
    if (kept === undefined) continue;
    const view = before + kept.text + behind;
    if (naiveFits(view, limits, options.countTokens) && isInside(view)) return { text: view, elisions: kept.elisions };
  }
  if (hasWords) return undefined;
  const node = hasRecords ? recordsOf(text) : nodeAt(text, start);
  const total = "members" in node ? node.members.length : node.kind === "string" ? node.value.length : 1;
  return { text: "", elisions: [{ pointer: "", kept: 0, total, next: { pointer: "", from: 0 } }] };
}

/** Section 16. */
function cutText(
  text: string,
  limits: Limits,
  options: ShrinkOptions & { readonly countTokens: TokenCounter },
): string {
  const { headShare, marker, countTokens } = options;
  const settings = { keep: "ends", boundary: "line", countTokens } as const;
  const number = (count: number, unit: string) => `${count.toLocaleString("en-US")} ${unit}${count === 1 ? "" : "s"}`;
  const wordings = [
    ({ bytes, lines }: NaiveSize) =>
      `[spillway: … ${lines > 0 ? `${number(lines, "line")}, ` : ""}${number(bytes, "byte")} omitted …]`,
    () => "[…]",
  ];
  for (const say of marker ? wordings : []) {
    const words = `\n${say(naiveSize(text))}\n`;
    const { bytes, chars } = naiveSize(words);
    const less = (limit: number | undefined, by: number) => (limit === undefined ? undefined : Math.max(0, limit - by));
    const room = {
      maxBytes: less(limits.maxBytes, bytes),
      maxChars: less(limits.maxChars, chars),
      maxLines: less(limits.maxLines, 1),
      maxTokens: less(limits.maxTokens, countTokens(words)),
    };
    const { head, tail, shown, omitted } = referenceCut(text, room, { ...settings, headShare });
    const parts = [head, say(omitted), tail].filter((part) => part !== "");
    const view = parts.reduce((before, part) => (before.endsWith("\n") ? before + part : `${before}\n${part}`));
    const isHalf = (used: number, limit: number | undefined) => limit !== undefined && 2 * used >= limit;
    const leavesHalf =
      isHalf(shown.bytes, limits.maxBytes) ||
      isHalf(shown.chars, limits.maxChars) ||
      isHalf(shown.lines, limits.maxLines) ||
      limits.maxTokens !== undefined;
    if (leavesHalf && naiveFits(view, limits, countTokens)) return view;
  }
  const { head, tail } = referenceCut(text, limits, { ...settings, headShare: headShare < 0.5 ? 0 : 1 });
  return head + tail;
}
