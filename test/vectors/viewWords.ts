/** The words of notices and markers, written from docs/spec-view.md, section 5: phrase by phrase. */
import type { NaiveSize } from "../support/arbitraries.js";

export interface StylePlan {
  readonly kept: readonly string[];
  readonly failed?: readonly string[];
  readonly unkept?: readonly string[];
  readonly marker: readonly string[];
  readonly signature?: string;
}

export interface NoticePlan {
  readonly position?: "first" | "last";
  readonly canRead?: "path" | "tool" | "resource" | "none";
  readonly toolName?: string;
  readonly style?: StylePlan;
}

/** What became of the complete result: kept in part where `bytes` is less than what came. */
export type SpillPlan =
  | { readonly kept: { readonly id: string; readonly path?: string; readonly bytes?: number } }
  | { readonly failed: string }
  /** `null`: there is no store, and that is to be told. */
  | null;

export interface ResultPlan {
  readonly isError?: boolean;
  readonly exitCode?: number;
  /** The name of the error that broke the source behind the input. */
  readonly sourceError?: string;
  readonly upstream?: { readonly truncated: boolean; readonly totalBytes?: number };
  readonly spill?: SpillPlan;
}

export interface NoticeSizes {
  readonly shown: NaiveSize;
  readonly total: NaiveSize;
  /** `undefined`: nothing was left out. */
  readonly limit: { readonly unit: string; readonly amount: number } | undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  not_found: "no such Spill",
  gone: "the Spill was removed",
  no_space: "no space left in the store",
  denied: "the store refused access",
  quota: "the store's quota is used up",
  closed: "the Spill was already closed",
  busy: "the file was still being written",
  corrupt: "the store did not keep what was written",
  io: "the store failed",
};

/** From the longest wording to the shortest. */
export function notices(notice: NoticePlan, result: ResultPlan, came: number): ((sizes: NoticeSizes) => string)[] {
  if (notice.style !== undefined) return styled(notice.style, result);
  const framed = (phrases: readonly string[]) => `[spillway: ${phrases.filter((phrase) => phrase !== "").join("; ")}]`;
  const ended = [sourceWords(result), endWords(result)];
  const brief = briefWords(result);
  return [
    (sizes) =>
      framed([
        fullSizes(sizes, result),
        result.upstream?.truncated && sizes.limit !== undefined ? "it was cut before it came here" : "",
        ...ended,
        placeWords(sizes, notice, result, came),
      ]),
    (sizes) => framed([briefSizes(sizes, result), ...ended, brief]),
    () => framed([brief === "" ? "cut" : brief]),
  ];
}

function fullSizes({ shown, total, limit }: NoticeSizes, result: ResultPlan): string {
  if (limit === undefined) return `all that came is shown, ${many(total.bytes, "byte")}`;
  const least = isLeast(result) ? "at least " : "";
  const lines = `${least}${many(total.lines, "line")}`;
  const told = result.upstream?.truncated ? (result.upstream.totalBytes ?? 0) : 0;
  const bytes = `${number(shown.bytes)} of ${least}${many(Math.max(total.bytes, told), "byte")}`;
  const first = shown.lines === total.lines ? `parts of ${lines}` : `${number(shown.lines)} of ${lines}`;
  return `${first}, ${bytes} shown (limit ${many(limit.amount, limit.unit)})`;
}

function briefSizes({ shown, total }: NoticeSizes, result: ResultPlan): string {
  const more = isLeast(result) ? "+" : "";
  return `${number(shown.lines)}/${number(total.lines)}${more} lines, ${number(shown.bytes)}/${number(total.bytes)}${more} bytes`;
}

function isLeast({ sourceError, upstream }: ResultPlan): boolean {
  return sourceError !== undefined || upstream?.truncated === true;
}

function sourceWords({ sourceError }: ResultPlan): string {
  if (sourceError === undefined) return "";
  return sourceError === "AbortError" ? "the call was aborted" : `the source broke (${sourceError})`;
}

function endWords({ exitCode, isError }: ResultPlan): string {
  if (exitCode !== undefined) return `exit code ${exitCode}`;
  return isError ? "the tool reported an error" : "";
}

function briefWords({ spill }: ResultPlan): string {
  if (spill === undefined) return "";
  if (spill === null) return "the rest was not kept";
  return "kept" in spill ? `spill://${spill.kept.id}` : "the rest could not be kept";
}

function placeWords({ limit }: NoticeSizes, notice: NoticePlan, result: ResultPlan, came: number): string {
  const { spill } = result;
  if (spill === undefined || ((spill === null || "failed" in spill) && limit === undefined)) return "";
  if (spill === null) return "the rest was not kept";
  if ("failed" in spill) return `the rest could not be kept: ${REASONS[spill.failed]}`;
  const { id, path, bytes = came } = spill.kept;
  const whatCame = isLeast(result) ? `what came, ${many(bytes, "byte")},` : "complete output";
  const extent = bytes < came ? `the first ${many(bytes, "byte")} of ${number(came)}` : whatCame;
  const { canRead = "path", toolName = "read_result" } = notice;
  if (canRead === "tool") return `${extent} through ${toolName} {"id":"${id}"}`;
  if (canRead === "resource") return `${extent} in spill://${id}`;
  const isPlainPath = path !== undefined && !/[\p{Cc}\p{Surrogate}]/u.test(path);
  return canRead === "path" && isPlainPath ? `${extent} in ${path}` : `${extent} kept as spill://${id}`;
}

/** Section 5.4. */
function styled(style: StylePlan, { spill, exitCode }: ResultPlan): ((sizes: NoticeSizes) => string)[] {
  const isKept = spill !== undefined && spill !== null && "kept" in spill;
  const isFailed = spill !== undefined && spill !== null && "failed" in spill;
  const templates = isKept ? style.kept : isFailed ? style.failed : style.unkept;
  const facts: Record<string, string | number | undefined> = {
    path: isKept ? spill.kept.path : undefined,
    uri: isKept ? `spill://${spill.kept.id}` : undefined,
    id: isKept ? spill.kept.id : undefined,
    reason: isFailed ? REASONS[spill.failed] : undefined,
    exitCode,
  };
  const unknown = Object.keys(facts).filter((name) => facts[name] === undefined);
  const usable = (templates ?? []).filter((template) => unknown.every((name) => !template.includes(`{${name}}`)));
  return usable.map((template) => ({ shown, total, limit }: NoticeSizes) => {
    const sizes = { ...named("shown", shown), ...named("total", total), ...named("omitted", less(total, shown)) };
    const at = { limit: limit?.amount ?? 0, limitUnit: limit === undefined ? "bytes" : `${limit.unit}s` };
    return filled(template, { ...facts, ...sizes, ...at, firstTailLine: total.lines - shown.lines + 1 });
  });
}

/** From the longest to the shortest. */
export function markers(style: StylePlan | undefined): ((omitted: NaiveSize) => string)[] {
  if (style !== undefined) {
    return style.marker.map((template) => (omitted: NaiveSize) => filled(template, named("omitted", omitted)));
  }
  const withCounts = ({ lines, bytes }: NaiveSize) =>
    `[spillway: … ${lines > 0 ? `${many(lines, "line")}, ` : ""}${many(bytes, "byte")} omitted …]`;
  return [withCounts, () => "[…]"];
}

function named(part: string, { bytes, chars, lines }: NaiveSize): Record<string, string | number> {
  return {
    [`${part}Bytes`]: bytes,
    [`${part}Chars`]: chars,
    [`${part}Lines`]: lines,
    [`${part}Tokens`]: Math.ceil(bytes / 4),
    [`${part}Size`]:
      bytes < 1024
        ? `${bytes}B`
        : bytes < 1_048_576
          ? `${(bytes / 1024).toFixed(1)}KB`
          : `${(bytes / 1_048_576).toFixed(1)}MB`,
  };
}

function filled(template: string, facts: Readonly<Record<string, string | number | undefined>>): string {
  let text = template;
  for (const [name, fact] of Object.entries(facts)) {
    if (fact === undefined) continue;
    const plain = String(fact).replace(/[\p{Cc}\p{Surrogate}]/gu, "\ufffd");
    text = text.split(`{${name}}`).join(plain);
  }
  return text;
}

export function less(total: NaiveSize, shown: NaiveSize): NaiveSize {
  return {
    bytes: total.bytes - shown.bytes,
    chars: total.chars - shown.chars,
    lines: total.lines - shown.lines,
  };
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}

function many(count: number, unit: string): string {
  return `${number(count)} ${unit}${count === 1 ? "" : "s"}`;
}
