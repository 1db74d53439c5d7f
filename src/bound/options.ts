/** The one validator of what `boundText` and `boundResult` take. */
import {
  checkBoolean,
  checkChoice,
  checkCount,
  checkMethods,
  checkObject,
  checkShare,
  checkString,
} from "../internal/check.js";
import { checkMeta } from "../spill/arguments.js";
import { checkListener } from "../spill/event.js";
import type { SpillMeta } from "../spill/types.js";
import { resolveCutOptions } from "../text/cut.js";
import { type Limits, type Room, resolveLimits } from "../text/limits.js";
import { type CleanOptions, resolveCleanOptions } from "../text/terminal.js";
import { toWellFormed } from "../text/wellFormed.js";
import { type PinTest, resolvePin } from "./pins/pin.js";
import type { RenderOptions } from "./render.js";
import type { NoticeStyle } from "./style.js";
import type { BoundOptions, NoticeOptions, ViewOptions } from "./types.js";

/** How a source is to be read and shown; `headShare` depends on how it ends. */
export interface ResolvedView {
  readonly clean: boolean;
  /** How, where it is cleaned. */
  readonly cleaning: Required<CleanOptions>;
  readonly pin: PinTest | undefined;
  readonly isCutUpstream: boolean;
  /** Bytes of the whole, where it was cut upstream. */
  readonly upstreamBytes: number | undefined;
  render(isError: boolean, exitCode: number | undefined): RenderOptions;
}

/** @throws TypeError or RangeError that names the option */
export function resolveView(limits: Limits, options: ViewOptions): ResolvedView {
  checkObject("options", options);
  const { headShare, boundary = "line", clean = false, notice = {}, noticeAllowance, upstream } = options;
  if (headShare !== undefined) checkShare("headShare", headShare);
  const render = {
    ...resolveCutOptions({ ...options, boundary }),
    room: resolveLimits(limits),
    allowance: noticeAllowance === undefined ? NO_ALLOWANCE : resolveAllowance(noticeAllowance),
    notice: notice === false ? false : checkNotice(notice),
  } as const;
  return {
    ...resolveCleaning(clean),
    pin: resolvePin(options.pin),
    ...resolveUpstream(upstream),
    render: (isError, exitCode) => ({ ...render, headShare: headShare ?? defaultShare(isError, exitCode) }),
  };
}

/** What `boundResult` takes besides. @throws TypeError or RangeError that names the option */
export function resolveResult(options: BoundOptions) {
  const { spill, meta = {}, isError, exitCode, decode, encodeJson, onSpillFailure = "cut", signal, onEvent } = options;
  if (spill !== undefined) checkMethods("spill", spill, ["create"]);
  if (signal !== undefined) checkMethods("signal", signal, ["addEventListener", "removeEventListener"]);
  if (decode !== undefined && typeof decode !== "function") throw new TypeError("decode must be a function");
  if (encodeJson !== undefined && typeof encodeJson !== "function")
    throw new TypeError("encodeJson must be a function");
  checkListener(onEvent);
  if (!isPromise(isError) && isError !== undefined) checkBoolean("isError", isError);
  if (!isPromise(exitCode)) checkExitCode(exitCode);
  return {
    meta: checkMeta(meta) satisfies SpillMeta,
    onSpillFailure: checkChoice("onSpillFailure", onSpillFailure, ["cut", "pass", "throw"]),
  };
}

/** @throws TypeError or RangeError; `null` and `undefined` are unknown */
export function checkExitCode(exitCode: unknown): number | undefined {
  if (exitCode === undefined || exitCode === null) return undefined;
  if (typeof exitCode === "number" && Number.isSafeInteger(exitCode) && exitCode < 0) return exitCode; // Windows has these
  return checkCount("exitCode", exitCode);
}

/** In an error or the output of a failed command, what matters stands at the end. */
function defaultShare(isError: boolean, exitCode: number | undefined): number {
  return isError || (exitCode !== undefined && exitCode !== 0) ? 0.2 : 0.5;
}

function resolveCleaning(clean: unknown) {
  const isOptions = typeof clean === "object" && clean !== null;
  return {
    clean: isOptions || checkBoolean("clean", clean),
    cleaning: resolveCleanOptions(isOptions ? clean : {}),
  };
}

function resolveUpstream(upstream: ViewOptions["upstream"]) {
  if (upstream === undefined) return { isCutUpstream: false, upstreamBytes: undefined };
  const { truncated, totalBytes } = checkObject("upstream", upstream) as NonNullable<typeof upstream>;
  if (totalBytes !== undefined) checkCount("upstream.totalBytes", totalBytes);
  const isCutUpstream = checkBoolean("upstream.truncated", truncated);
  return { isCutUpstream, upstreamBytes: isCutUpstream ? totalBytes : undefined };
}

/** Unlike a limit, an allowance that is absent is none. */
function resolveAllowance(allowance: Limits): Room {
  const { maxBytes, maxChars, maxLines, maxTokens } = checkObject("noticeAllowance", allowance) as Limits;
  return resolveLimits({
    maxBytes: maxBytes ?? 0,
    maxChars: maxChars ?? 0,
    maxLines: maxLines ?? 0,
    maxTokens: maxTokens ?? 0,
  });
}

function checkNotice(notice: NoticeOptions): NoticeOptions {
  checkObject("notice", notice);
  const { position = "last", canRead = "path", toolName = "read_result", style } = notice;
  return {
    position: checkChoice("notice.position", position, ["first", "last"]),
    canRead: checkChoice("notice.canRead", canRead, ["path", "tool", "resource", "none"]),
    toolName: checkToolName(toolName),
    ...(style === undefined ? {} : { style: checkStyle(style) }),
  };
}

function checkStyle(style: NoticeStyle): NoticeStyle {
  checkObject("notice.style", style);
  for (const name of ["kept", "failed", "unkept", "marker"] as const) {
    const ladder: unknown = style[name] ?? (name === "kept" || name === "marker" ? undefined : []);
    if (!Array.isArray(ladder)) throw new TypeError(`notice.style.${name} must be an array of strings`);
    for (const [index, template] of ladder.entries()) checkString(`notice.style.${name}[${index}]`, template);
  }
  const { signature } = style;
  if (signature !== undefined && !/^\[[^[]+$/.test(checkString("notice.style.signature", signature))) {
    throw new RangeError("notice.style.signature must begin with [ and go on without one");
  }
  return style;
}

/** The notice is one line of well-formed text. */
function checkToolName(name: unknown): string {
  const checked = checkString("notice.toolName", name);
  if (checked === toWellFormed(checked) && !/\p{Cc}/u.test(checked)) return checked;
  throw new RangeError("notice.toolName must be one line of well-formed text");
}

function isPromise(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value;
}

export const NO_ALLOWANCE: Room = { bytes: 0, chars: 0, lines: 0, tokens: 0 };
