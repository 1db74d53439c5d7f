/** A part of a JSON string in a store, as a JSON string of its own. */
import { decodeUtf8 } from "#platform";
import { cutBefore, decodedUnits } from "../../json/cut/escapes.js";
import { unfinishedBytes, utf8Prefix } from "../../platform/utf8.js";
import { headExtent } from "../../text/extent.js";
import { fitsRoom } from "../../text/fits.js";
import type { OpenSpill } from "../readSpill.js";
import { BACKSLASH, NotJson, QUOTE } from "./cursor.js";
import { mostBytes } from "./memberPage.js";

export interface StringPage {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** UTF-16 units of the string that are shown. */
  readonly units: number;
  /** Whether the string ends here; `end` is then behind its closing quote. */
  readonly isLast: boolean;
}

/**
 * @param start - offset of a character or escape sequence of the string
 * @returns `undefined` where not even one of them fits
 */
export async function stringPage(spill: OpenSpill, start: number): Promise<StringPage | undefined> {
  const most = Math.min(start + mostBytes(spill) + 1, spill.total);
  const raw = await spill.read(start, most);
  const close = closingQuote(raw);
  if (close === -1 && most === spill.total && !spill.isPartial) throw new NotJson();
  const content = raw.subarray(0, close === -1 ? raw.length - unfinishedBytes(raw) : close);
  const text = decodeUtf8(content);
  const quoted = (units: number) => `"${text.slice(0, units)}"`;

  const { room, countTokens } = spill;
  const inner = { ...room, bytes: room.bytes - 2, chars: room.chars - 2 };
  let units = Math.min(headExtent(text, inner, countTokens).at, text.length);
  units = close === -1 && units === text.length ? wholeUnits(text) : cutBefore(text, units);
  // What quotes cost in tokens is known only from the whole.
  while (units > 0 && !fitsRoom(quoted(units), room, countTokens)) units = cutBefore(text, units - 1 - (units >> 4));
  const isLast = close !== -1 && units === text.length;
  if (units === 0 && !isLast) return undefined;
  checkJson(quoted(units));
  const end = start + utf8Prefix(content, units) + (isLast ? 1 : 0);
  return { text: quoted(units), start, end, units: decodedUnits(text, 0, units), isLast };
}

/** A read can end anywhere: up to where no escape sequence is unfinished, nor a pair of them. */
function wholeUnits(text: string): number {
  const units = cutBefore(text, text.length);
  return /\\u[dD][89abAB]..$/.test(text.slice(Math.max(0, units - 6), units)) ? cutBefore(text, units - 6) : units;
}

/** A string may hold no control characters, and not every letter makes an escape sequence. */
function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new NotJson();
  }
}

function closingQuote(raw: Uint8Array): number {
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === BACKSLASH) at++;
    else if (raw[at] === QUOTE) return at;
  }
  return -1;
}

/** @returns the offset of a unit of the string whose first character is at `first`; `undefined` where it has fewer */
export async function offsetOfUnit(spill: OpenSpill, first: number, unit: number): Promise<number | undefined> {
  let units = 0;
  for (let at = first; ; ) {
    const raw = await spill.read(at, Math.min(at + PIECE_BYTES, spill.total));
    if (raw.length === 0) throw new NotJson();
    let index = 0;
    while (index < raw.length) {
      const byte = raw[index] as number;
      if (units >= unit && (byte & 0xc0) !== 0x80) return at + index;
      if (byte === QUOTE) return undefined;
      if (byte === BACKSLASH) {
        if (index + 6 > raw.length && at + raw.length < spill.total) break; // it may be cut: read on from here
        index += raw[index + 1] === LOWER_U ? 6 : 2;
        units++;
      } else {
        // A sequence of four bytes is two units; continuation bytes are none.
        units += byte >= 0xf0 ? 2 : byte >= 0x80 && byte < 0xc0 ? 0 : 1;
        index++;
      }
    }
    at += index;
  }
}

const LOWER_U = 0x75;
const PIECE_BYTES = 65_536;
