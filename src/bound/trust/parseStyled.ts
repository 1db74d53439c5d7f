/** Reads the notices and markers that a style writes, by its own templates. */
import { SPILL_ERROR_TEXT } from "../../spill/error.js";
import type { NoticeStyle } from "../style.js";
import { type NoticeClaim, placeOfPath } from "./parseNotice.js";

/**
 * The notice of a style at the last or first line of a View. Syntax alone: it says nothing of whether it is true.
 *
 * @returns `undefined` where neither edge has one
 */
export function parseStyled(view: string, style: NoticeStyle): NoticeClaim | undefined {
  for (const template of [...style.kept, ...(style.failed ?? []), ...(style.unkept ?? [])]) {
    const pattern = patternOf(template);
    const last = new RegExp(`(?:^|\\n)(?<line>${pattern})\\n?$`, "u").exec(view.slice(-LONGEST_NOTICE_UNITS));
    if (last?.groups !== undefined) return claimOf("last", last.groups);
    const first = new RegExp(`^(?<line>${pattern})\\n`, "u").exec(view.slice(0, LONGEST_NOTICE_UNITS));
    if (first?.groups !== undefined) return claimOf("first", first.groups);
  }
  return undefined;
}

/** Whether the text that begins at `at` is a marker of the style. */
export function isStyledMarker(text: string, at: number, style: NoticeStyle): boolean {
  return style.marker.some((template) => {
    const words = template.trim();
    if (words === "") return false;
    const pattern = new RegExp(patternOf(words), "uy");
    pattern.lastIndex = at;
    return pattern.test(text);
  });
}

function claimOf(position: NoticeClaim["position"], groups: Readonly<Record<string, string | undefined>>): NoticeClaim {
  const { line = "", path, uri, id, shownBytes, shownLines, totalBytes, totalLines } = groups;
  const named = id ?? uri?.slice("spill://".length);
  return {
    position,
    line,
    ...(named === undefined ? {} : { id: named }),
    ...(path === undefined ? {} : placeOfPath(path)),
    ...sizes("shown", shownBytes, shownLines),
    ...sizes("total", totalBytes, totalLines),
  };
}

function sizes(name: "shown" | "total", bytes: string | undefined, lines: string | undefined) {
  if (bytes === undefined) return {};
  return { [name]: { bytes: Number(bytes), ...(lines === undefined ? {} : { lines: Number(lines) }) } };
}

/** A template with what can stand for each fact; a fact that is told twice is the same both times. */
function patternOf(template: string): string {
  const seen = new Set<string>();
  return template
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      if (seen.has(name)) return `\\k<${name}>`;
      seen.add(name);
      return `(?<${name}>${FACTS[name] ?? (name.endsWith("Size") ? SIZE : NUMBER)})`;
    })
    .join("");
}

const NUMBER = "\\d{1,16}";
const SIZE = "\\d{1,16}(?:\\.\\d)?(?:B|KB|MB)";
const ID = "[a-z0-9_-][a-z0-9._-]{0,95}";
const FACTS: Readonly<Record<string, string>> = {
  path: "[^\\n]{1,4096}?",
  uri: `spill://${ID}`,
  id: ID,
  reason: Object.values(SPILL_ERROR_TEXT).join("|"),
  exitCode: "-?\\d{1,16}",
  limitUnit: "bytes|chars|lines|tokens",
};
/** A path can be long, as far as systems allow. */
const LONGEST_NOTICE_UNITS = 8192;
