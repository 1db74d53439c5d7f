/** The one validator of what `boundText` and `boundResult` take. */
import { checkChoice, checkObject, checkShare, checkString } from "../internal/check.js";
import { resolveCutOptions } from "../text/cut.js";
import { type Limits, type Room, resolveLimits } from "../text/limits.js";
import type { RenderOptions } from "./render.js";
import type { NoticeOptions, ViewOptions } from "./types.js";

/**
 * @param leansToTail - an error or a failed command: what matters stands at its end
 * @throws TypeError or RangeError that names the option
 */
export function resolveView(limits: Limits, options: ViewOptions, leansToTail: boolean): RenderOptions {
  checkObject("options", options);
  const { headShare = leansToTail ? 0.2 : 0.5, boundary = "line", notice = {}, noticeAllowance } = options;
  return {
    ...resolveCutOptions({ ...options, headShare: checkShare("headShare", headShare), boundary }),
    room: resolveLimits(limits),
    allowance: noticeAllowance === undefined ? NO_ALLOWANCE : resolveAllowance(noticeAllowance),
    notice: notice === false ? false : checkNotice(notice),
  };
}

/** What an exit code or an error flag says about where the interesting part is. */
export function leansToTail(isError: boolean | undefined, exitCode: number | null | undefined): boolean {
  return isError === true || (typeof exitCode === "number" && exitCode !== 0);
}

/** Unlike a limit, an allowance that is absent is none. */
function resolveAllowance(allowance: Limits): Room {
  const {
    maxBytes = 0,
    maxChars = 0,
    maxLines = 0,
    maxTokens = 0,
  } = checkObject("noticeAllowance", allowance) as Limits;
  return resolveLimits({ maxBytes, maxChars, maxLines, maxTokens }, "noticeAllowance");
}

function checkNotice(notice: NoticeOptions): NoticeOptions {
  checkObject("notice", notice);
  const { position = "last", canRead = "path", toolName = "read_result" } = notice;
  return {
    position: checkChoice("notice.position", position, ["first", "last"]),
    canRead: checkChoice("notice.canRead", canRead, ["path", "tool", "resource", "none"]),
    toolName: checkString("notice.toolName", toolName),
  };
}

const NO_ALLOWANCE: Room = { bytes: 0, chars: 0, lines: 0, tokens: 0 };
