import type { NoticeStyle } from "../bound/style.js";
import type { NoticeOptions } from "../bound/types.js";
import type { Boundary } from "../text/boundary.js";
import type { Limits } from "../text/limits.js";
import type { Keep } from "../text/sides.js";

/** How a program bounds a tool result: options of `boundResult`, and where they are from. @public */
export interface Preset {
  /** When a result is cut, and what may be shown of it. */
  readonly limits: Limits;
  /** Which part of the result is kept. */
  readonly keep: Keep;
  /** For `keep: "ends"`: the part of the limits that the start may use. @defaultValue 0.5 */
  readonly headShare?: number;
  /** Where a cut may fall. */
  readonly boundary: Boundary;
  /** Where the program's own words stand outside of its limits. */
  readonly noticeAllowance?: Limits;
  /** Where the notice stands, and how it is worded. */
  readonly notice: NoticeOptions;
  /** How the program keeps complete results: options of `fileSpill`, and days that it keeps them. */
  readonly spill?: {
    readonly maxBytes?: number;
    readonly maxTotalBytes?: number;
    readonly overQuota?: "partial" | "fail";
    readonly layout?: "session" | "flat";
    readonly maxAgeDays?: number;
  };
  /** Program and file, issue or page that says so. */
  readonly source: string;
  /** When it was read: a year and month. */
  readonly date: string;
}

export type { NoticeStyle };
