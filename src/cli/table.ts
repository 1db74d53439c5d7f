/** Rows of text, for people. */
import { cleanTerminal, toWellFormed } from "spillway/text";

/** Columns as wide as their widest cell, two blanks apart. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.join("\n");
}

/** A name that a tool or a model chose: a terminal must not obey it. */
export function printable(name: string): string {
  return toWellFormed(
    cleanTerminal(name)
      .replaceAll(/[\r\n\t]/g, " ")
      .slice(0, MAX_NAME_UNITS),
  );
}

/** To the second, in UTC, sortable. */
export function formatTime(millisecondsSince1970: number): string {
  const date = new Date(millisecondsSince1970);
  return Number.isNaN(date.getTime()) ? "?" : `${date.toISOString().slice(0, 19)}Z`;
}

const MAX_NAME_UNITS = 40;
