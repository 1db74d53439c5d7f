import { checkChoice, checkObject, checkString } from "../../../internal/check.js";
import { projectExcess } from "../errors/projectError.js";
import { ScriptError } from "../errors/scriptError.js";
import type { Outcome, ProjectedError, Unit } from "../types.js";
import { resolveOutput, type ScriptOutputOptions } from "./options.js";
import { makeReport, type ScriptReport } from "./report.js";

/** An image that a program printed. @public */
export interface ScriptImage {
  /** Base64. */
  readonly data: string;
  /** Such as `image/png`. */
  readonly mimeType: string;
}

/** A function by which a program prints to the console. @public */
export type ConsoleLevel = "log" | "info" | "warn" | "error" | "debug";

/** What a program prints. Past a cap it is dead: what it printed before stays, and every further print throws. @public */
export interface ScriptOutput {
  /** Prints a text, on lines of its own. @throws {@link ScriptError} past the caps */
  text(text: string): void;
  /** Prints a line of the console. @throws {@link ScriptError} past the caps */
  console(level: ConsoleLevel, text: string): void;
  /** Prints an image. @throws {@link ScriptError} past the caps; TypeError for what is no base64 or no image's type */
  image(image: ScriptImage): void;
  /** Takes a print as made that is too large to be copied out. @throws {@link ScriptError} always */
  exceed(operation: string, chars: number): never;
  /** UTF-16 units that may be printed. */
  readonly maxChars: number;
  /** Prints that may be made. */
  readonly maxItems: number;
  /** Tokens that the model gets at most. */
  readonly maxTokens: number;
  /** UTF-16 units printed. */
  readonly chars: number;
  /** Prints made. */
  readonly items: number;
  /** Why the program is dead, if it is. */
  readonly error: ProjectedError | undefined;
  /**
   * What the model gets of it, also of a program that died or failed.
   *
   * @param outcome - what the program returned or threw, as `bridge.finish` gives it
   */
  finish(outcome?: Outcome): Promise<ScriptReport>;
}

/**
 * Collects what one program prints, and makes the Views of it: of the output, the start and the end; of the return value, as
 * of any result; of the error, all. Together they are inside the tokens that the model asked for, and these under a ceiling.
 * The complete output goes to the Spill as soon as anything is cut.
 *
 * It is held in memory until then: the caps are what bounds it.
 *
 * @throws TypeError or RangeError that names the option
 * @example
 * ```ts
 * const output = createScriptOutput({ spill, requestedTokens: options.max_output_tokens });
 * output.text("4 of 12,000 rows match");
 * const { content } = await output.finish({ ok: true, value: rows });
 * ```
 * @public
 */
export function createScriptOutput(options: ScriptOutputOptions = {}): ScriptOutput {
  const resolved = resolveOutput(options);
  const { maxChars, maxItems, maxImageChars } = resolved;
  const printed: string[] = [];
  const images: ScriptImage[] = [];
  const unseen = new Map<number, ScriptImage>();
  let chars = 0;
  let items = 0;
  let imageChars = 0;
  let error: ProjectedError | undefined;

  const die = (operation: string, measured: number, limit: number, unit: Unit): never => {
    error ??= projectExcess({ measured, limit, unit }, { operation, scope: "script-output" });
    throw new ScriptError(error);
  };
  /** Counts a print, before anything is kept of it. */
  const count = (operation: string, length: number) => {
    if (error !== undefined) throw new ScriptError(error);
    if (chars + length > maxChars) die(operation, chars + length, maxChars, "chars");
    if (items + 1 > maxItems) die(operation, items + 1, maxItems, "items");
    chars += length;
    items += 1;
  };

  return {
    text(text) {
      count("text", checkString("text", text).length);
      printed.push(text.endsWith("\n") ? text : `${text}\n`);
    },
    console(level, text) {
      checkChoice("level", level, LEVELS);
      count(`console.${level}`, checkString("text", text).length);
      printed.push(`console.${level}: ${text}${text.endsWith("\n") ? "" : "\n"}`);
    },
    image(image) {
      const { data, mimeType } = checkImage(image);
      count("image", data.length);
      if (imageChars + data.length <= maxImageChars) {
        imageChars += data.length;
        images.push({ data, mimeType });
        printed.push(`[image ${images.length + unseen.size}: ${mimeType}, ${data.length} characters of base64]\n`);
      } else {
        unseen.set(printed.length, { data, mimeType });
        printed.push(
          `[image ${images.length + unseen.size}: ${mimeType}, ${data.length} characters of base64, not shown]\n`,
        );
      }
    },
    exceed: (operation, length) => die(operation, chars + length, maxChars, "chars"),
    maxChars,
    maxItems,
    maxTokens: resolved.maxTokens,
    get chars() {
      return chars;
    },
    get items() {
      return items;
    },
    get error() {
      return error;
    },
    finish: (outcome) =>
      makeReport({ printed, images, unseen }, error === undefined ? outcome : { ok: false, error }, resolved),
  };
}

function checkImage(image: ScriptImage): ScriptImage {
  const { data, mimeType } = checkObject("image", image) as ScriptImage;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(checkString("image.data", data)) || data.length % 4 !== 0) {
    throw new TypeError("image.data must be base64");
  }
  if (!/^image\/[a-z0-9.+-]{1,60}$/i.test(checkString("image.mimeType", mimeType))) {
    throw new TypeError("image.mimeType must be like image/png");
  }
  return { data, mimeType };
}

const LEVELS = ["log", "info", "warn", "error", "debug"] as const satisfies readonly ConsoleLevel[];
