/** The View of what is no text: what it is, how large, and its first bytes in hexadecimal. */
import { hexDump } from "../../text/binary/hex.js";
import { fitsRoom } from "../../text/fits.js";
import { measureText, type TextSize } from "../../text/size.js";
import { subtract } from "../../text/source.js";
import { binaryLadder, binaryMarker, type NoticeFacts, type Wording } from "../notice.js";
import { leavesHalf, type RenderOptions, type View, withNotice } from "../render.js";
import { minimum, minus, sum } from "../room.js";
import type { Binary } from "./sniffer.js";

/**
 * The longest notice that leaves half of every limit, then as many of the first bytes as fit. Sizes are of bytes alone: what
 * is no text has no characters and no lines.
 *
 * @param totalBytes - of the whole
 */
export function renderBinary(binary: Binary, totalBytes: number, facts: NoticeFacts, options: RenderOptions): View {
  const { room, allowance, countTokens, notice: noticeOptions } = options;
  const total = bytesOnly(totalBytes);
  const roomInAll = sum(room, allowance);
  const ladder = noticeOptions === false ? [] : binaryLadder(binary.kind.name, facts, noticeOptions);
  const ownStyle = noticeOptions !== false && noticeOptions.style === undefined;
  // Where no notice of ours says what the rows are, a line before them does.
  const label = ownStyle ? "" : `${binaryMarker(binary.kind.name, totalBytes)}\n`;

  for (const notice of [...ladder, NOTHING]) {
    const labels = notice === NOTHING && ownStyle ? [""] : label === "" ? [""] : [label, ""];
    for (const before of labels) {
      const words = `${before}${notice({ shown: total, total, limit: { by: "bytes", room } })}\n`;
      const left = minus(roomInAll, { ...measureText(words), tokens: countTokens(words) });
      const isLast = notice === NOTHING && before === "";
      if (!isLast && !leavesHalf(minimum(room, left), room)) continue;
      const view = withMostBytes(notice, before);
      if (view !== undefined) return view;
    }
  }
  return { text: "", truncated: totalBytes > 0, shown: bytesOnly(0), omitted: total, neutralised: false };

  /** The search takes more bytes for more of everything; what it finds was itself tried. */
  function withMostBytes(notice: Wording, before: string): View | undefined {
    let best = viewOf(0);
    if (best === undefined) return undefined;
    for (let low = 1, high = binary.head.length; low <= high; ) {
      const count = Math.floor((low + high) / 2);
      const view = viewOf(count);
      if (view === undefined) high = count - 1;
      else {
        best = view;
        low = count + 1;
      }
    }
    return best;

    function viewOf(count: number): View | undefined {
      const shown = bytesOnly(count);
      const words = notice({ shown, total, limit: { by: "bytes", room } });
      const text = withNotice(before + hexDump(binary.head.subarray(0, count)), words, options);
      if (!fitsRoom(text, roomInAll, countTokens)) return undefined;
      return { text, truncated: count < totalBytes, shown, omitted: subtract(total, shown), neutralised: false };
    }
  }
}

function bytesOnly(bytes: number): TextSize {
  return { bytes, chars: 0, lines: 0 };
}

const NOTHING: Wording = () => "";
