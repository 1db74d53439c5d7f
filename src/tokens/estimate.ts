import { checkAmount, checkChoice, checkObject, checkString } from "../internal/check.js";
import { CLASSES, classOf, PROFILES, type ProfileName, type TokenProfile } from "./profile.js";

/** Options of {@link estimateTokens} and {@link createTokenMeter}. @public */
export interface EstimateOptions {
  /**
   * `"safe"` errs on the high side: what a limit needs. `"expected"` aims at the middle: what a display needs. `"hard"` is
   * the UTF-8 length, the one bound that is proved for byte-level vocabularies, in which a token is at least one byte.
   * @defaultValue "safe"
   */
  readonly bias?: "safe" | "expected" | "hard" | undefined;
  /** Weights by class of character. @defaultValue "generic" */
  readonly profile?: TokenProfile | ProfileName | undefined;
}

/**
 * Estimates the tokens of a text without a tokenizer, in one linear pass and constant memory. Never above the text's UTF-8
 * length.
 *
 * @throws TypeError or RangeError that names the option, for an unknown bias or profile
 * @example
 * ```ts
 * estimateTokens("你好世界"); // 7, where length ÷ 4 says 1
 * ```
 * @public
 */
export function estimateTokens(text: string, options: EstimateOptions = {}): number {
  checkString("text", text);
  const meter = createTokenMeter(options);
  meter.write(text);
  return meter.tokens;
}

/** Estimates the tokens of a text that arrives in pieces; see {@link createTokenMeter}. @public */
export interface TokenMeter {
  /** Adds a piece; a surrogate pair may be split between pieces. */
  write(piece: string): void;
  /** The estimate of all pieces so far: equals {@link estimateTokens} of their concatenation. */
  readonly tokens: number;
}

/**
 * A running {@link estimateTokens}: any way to chunk a text gives the estimate of the whole.
 *
 * @throws TypeError or RangeError that names the option, for an unknown bias or profile
 * @public
 */
export function createTokenMeter(options: EstimateOptions = {}): TokenMeter {
  checkObject("options", options);
  const { bias = "safe", profile = "generic" } = options;
  checkChoice("bias", bias, ["safe", "expected", "hard"]);
  const { safe, expected } = resolveProfile(profile);
  const weights = bias === "expected" ? expected : safe;

  let hundredths = 0;
  let bytes = 0;
  let held = 0; // a high surrogate that may be half of a pair

  const add = (code: number) => {
    const length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    // No more than its bytes, each by itself: so a text never costs more than its parts.
    hundredths += Math.min(weights[classOf(code)] as number, 100 * length);
    bytes += length;
  };

  return {
    write(piece) {
      checkString("piece", piece);
      for (let index = 0; index < piece.length; index++) {
        const unit = piece.charCodeAt(index);
        if (held !== 0) {
          const high = held;
          held = 0;
          if (unit >= 0xdc00 && unit <= 0xdfff) {
            add(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
            continue;
          }
          add(REPLACEMENT);
        }
        if (unit >= 0xd800 && unit <= 0xdbff) held = unit;
        else add(unit >= 0xdc00 && unit <= 0xdfff ? REPLACEMENT : unit);
      }
    },
    get tokens() {
      const isHeld = held !== 0;
      if (bias === "hard") return bytes + (isHeld ? 3 : 0);
      const ending = isHeld ? Math.min(weights[classOf(REPLACEMENT)] as number, 300) : 0;
      return Math.ceil((hundredths + ending) / 100);
    },
  };
}

function resolveProfile(profile: TokenProfile | ProfileName): TokenProfile {
  if (typeof profile === "string") return PROFILES[checkChoice("profile", profile, ["generic"])];
  const { safe, expected } = checkObject("profile", profile) as Partial<TokenProfile>;
  return { safe: checkWeights("profile.safe", safe), expected: checkWeights("profile.expected", expected) };
}

function checkWeights(name: string, weights: readonly number[] | undefined): readonly number[] {
  if (!Array.isArray(weights) || weights.length !== CLASSES.length) {
    throw new TypeError(`${name} must be an array of ${CLASSES.length} weights`);
  }
  for (const weight of weights) checkAmount(name, weight);
  return weights;
}

/** What a lone surrogate becomes on its way to a model. */
const REPLACEMENT = 0xfffd;
