/** A text of which all is known but how much of it will be shown; can be shown more than once. */
import { takeResult } from "../../../bound/take.js";
import type { ToolResult } from "../../../bound/types.js";
import { cutJson } from "../../../json/cutJson.js";
import type { Room } from "../../../text/limits.js";
import type { Keep } from "../../../text/sides.js";
import type { TextSize } from "../../../text/size.js";

/** A part of a text, ready for a View. */
export interface Part {
  readonly text: string;
  readonly shown: TextSize;
  readonly total: TextSize;
  readonly isWhole: boolean;
  /** Whether it differs from what came, because it was cleaned or made harmless. */
  readonly isAltered: boolean;
}

export interface Piece {
  /** What the most that can be shown of it takes. */
  readonly bytes: number;
  part(room: { readonly bytes: number; readonly lines: number }): Promise<Part>;
}

export interface PieceOptions {
  readonly keep: Keep;
  /** No more than this is ever shown of it. */
  readonly maxBytes: number;
  /** Clean it as a terminal would show it. */
  readonly clean?: boolean;
  /** Cut JSON between its records. */
  readonly asJson?: boolean;
}

/** @param result - read to its end, in memory proportional to `maxBytes` */
export async function takePiece(result: ToolResult, options: PieceOptions): Promise<Piece> {
  const { keep, maxBytes, clean = false, asJson = false } = options;
  const marker = keep === "ends" ? ["\n[... {omittedBytes} bytes omitted ...]\n"] : [];
  const taken = await takeResult(result, {
    limits: { maxBytes },
    keep,
    clean,
    notice: { style: { kept: [], marker, signature: SIGNATURE } },
  });
  return {
    bytes: taken.bytes,
    async part({ bytes, lines }) {
      const room: Room = { bytes: Math.min(bytes, maxBytes), chars: Infinity, lines, tokens: Infinity };
      const { text, shown, total, truncated, altered } = await taken.view(room);
      const records = truncated && asJson && typeof result === "string" ? cutRecords(result, room) : undefined;
      return records ?? { text, shown, total, isWhole: !truncated, isAltered: altered };
    },
  };
}

/** Whole records of a JSON text; `undefined` for what is none, or of which next to nothing would be left. */
function cutRecords(text: string, { bytes, lines }: Room): Part | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const cut = cutJson(text, { maxBytes: bytes, maxLines: lines });
  if (cut.kind !== "json" || cut.shown.bytes * 2 < bytes) return undefined;
  return { text: cut.text, shown: cut.shown, total: cut.total, isWhole: false, isAltered: false };
}

/** How our lines begin: tool output that begins so loses its bracket. */
export const SIGNATURE = "[output-limits: ";
