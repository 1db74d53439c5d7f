import { checkBoolean, checkString } from "../internal/check.js";
import { openEscapeAt } from "../text/escape.js";
import { fitsMeasured } from "../text/fits.js";
import type { Limits } from "../text/limits.js";
import { measureText, utf8Length } from "../text/size.js";
import { wholeSource } from "../text/source.js";
import { cleanTerminal } from "../text/terminal.js";
import { checkExitCode, resolveView } from "./options.js";
import { type PinnedLine, pinnedLines } from "./pins/collector.js";
import { renderPinned } from "./pins/renderPinned.js";
import { renderCut, renderWhole, staysInside } from "./render.js";
import { findHarmless } from "./trust/earlier.js";
import type { BoundedText, BoundTextOptions } from "./types.js";

/**
 * The View of a text, without a store: pure, synchronous, the same for the same input. Marker and notice are inside the
 * limits. What is cut is the caller's to keep.
 *
 * @throws TypeError or RangeError that names the option, for a value outside its range
 * @example
 * ```ts
 * boundText(log, { maxBytes: 8192 }).text;
 * ```
 * @public
 */
export function boundText(text: string, limits: Limits, options: BoundTextOptions = {}): BoundedText {
  checkString("text", text);
  const view = resolveView(limits, options);
  const exitCode = checkExitCode(options.exitCode);
  const isError = checkBoolean("isError", options.isError ?? false);
  const render = view.render(isError, exitCode);

  const cleaned = view.clean ? cleanTerminal(text, view.cleaning) : text;
  const source = wholeSource(cleaned, measureText(cleaned));
  const facts = { exitCode, isError, isCutUpstream: view.isCutUpstream, knownBytes: view.upstreamBytes };
  const asView = { ...render, earlier: findHarmless(source, render.notice)?.claim };
  const isWhole = fitsMeasured(cleaned, source.total, render.room, render.countTokens) && staysInside(cleaned, asView);
  const { neutralised, ...shown } = isWhole
    ? renderWhole(source, facts, asView)
    : (renderPinned(source, pinsOf(), facts, render) ?? renderCut(source, facts, render));
  return {
    ...shown,
    altered: cleaned !== text || openEscapeAt(cleaned) !== -1 || neutralised,
    total: source.total,
    sourceBytes: utf8Length(text),
    ...(view.isCutUpstream ? { totalIsLowerBound: true } : {}),
  };

  function pinsOf(): readonly PinnedLine[] {
    return view.pin === undefined ? [] : pinnedLines(cleaned, view.pin, render.room);
  }
}
