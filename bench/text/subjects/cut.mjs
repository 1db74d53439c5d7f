/** Cuts to bytes and lines: head and tail against pi's and the obvious cutter, ends against pi's head. */
import { splitHead, splitTail, truncateHead, truncateTail } from "../peers.mjs";
import { LIMITS } from "./limits.mjs";

export function cutGroups({ cut }) {
  const head = oursOf(cut, "head");
  const tail = oursOf(cut, "tail");
  const ends = oursOf(cut, "ends");
  const pi = (text) => truncateHead(text, LIMITS).content.length;
  const piTail = (text) => truncateTail(text, LIMITS).content.length;
  const isSmall = (size) => size !== "100mb";
  return [
    {
      subject: "cut",
      group: "head and ends",
      candidates: { ...head, ...ends, pi },
      check: (text) => isSound(cut, text, "head", truncateHead) && isSound(cut, text, "ends"),
    },
    {
      subject: "cut",
      group: "tail",
      only: (size, kind) => isSmall(size) || ["ascii", "cjk", "emoji"].includes(kind),
      candidates: { ...tail, pi: piTail },
      check: (text) => isSound(cut, text, "tail", truncateTail),
    },
    {
      subject: "cut",
      group: "obvious",
      only: (size, kind) => isSmall(size) && ["ascii", "cjk", "short"].includes(kind),
      candidates: {
        "head, counts": head["head, counts"],
        "split head": (text) => splitHead(text, LIMITS).length,
        "tail, counts": tail["tail, counts"],
        "split tail": (text) => splitTail(text, LIMITS).length,
      },
    },
    { subject: "cut", group: "rope", rope: true, only: isRope, candidates: { flatten, ...head, pi } },
  ];
}

/** Ropes are one more copy: a few rows tell. */
export function isRope(size, kind) {
  return kind === "ascii" ? size !== "2kb" : kind === "cjk" && size === "1mb";
}

/** The cut by default, at its cheapest, and with the whole lines that pi keeps. */
function oursOf(cut, keep) {
  return {
    [`${keep}, counts`]: (text) => sizeOf(cut(text, LIMITS, { keep })),
    [keep]: (text) => sizeOf(cut(text, LIMITS, { keep, counts: false })),
    [`${keep}, lines`]: (text) => sizeOf(cut(text, LIMITS, { keep, counts: false, boundary: "line" })),
  };
}

/** What anyone who looks into a rope must pay first. */
function flatten(text) {
  return text.charCodeAt(text.length - 1);
}

function sizeOf({ head, tail }) {
  return head.length + tail.length;
}

/** Limits hold, sizes add up, and whole lines and totals are those of pi. */
function isSound(cut, text, keep, truncate) {
  const counted = cut(text, LIMITS, { keep });
  const bare = cut(text, LIMITS, { keep, counts: false });
  const { head, tail, shown, omitted, total } = counted;
  const isExact = text.startsWith(head) && text.endsWith(tail) && head === bare.head && tail === bare.tail;
  const fits = Buffer.byteLength(head) + Buffer.byteLength(tail) <= LIMITS.maxBytes && shown.lines <= LIMITS.maxLines;
  const addsUp = shown.bytes + omitted.bytes === total.bytes && total.bytes === Buffer.byteLength(text);
  return isExact && fits && addsUp && (truncate === undefined || equalsPi(cut, text, keep, truncate, total));
}

/**
 * pi shows nothing of a first line that is too long, and leaves the newline behind the last line out: out of its head,
 * and out of the reckoning, so that it may show one line more that fits to the byte.
 */
function equalsPi(cut, text, keep, truncate, total) {
  const pi = truncate(text, LIMITS);
  if (pi.totalBytes !== total.bytes || pi.totalLines !== total.lines) return false;
  if (pi.firstLineExceedsLimit) return pi.content === "";
  const { head, tail, shown, truncated } = cut(text, LIMITS, { keep, boundary: "line" });
  if (keep === "tail" || !truncated) return (truncated ? tail : head) === pi.content;
  if (head === pi.content || head === `${pi.content}\n`) return true;
  return pi.outputBytes === LIMITS.maxBytes && pi.content.startsWith(head) && pi.outputLines === shown.lines + 1;
}
