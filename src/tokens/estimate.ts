import { utf8Length } from "#platform";
import { checkChoice, checkObject, checkString } from "../internal/check.js";
import { checkProfile, type TokenProfile } from "./profile.js";
import { PROFILE_NAMES, PROFILES, type ProfileName } from "./profiles.js";
import { Scale } from "./scale.js";
import { type Weights, weightsOf } from "./weights.js";

/** Options of {@link estimateTokens} and {@link createTokenMeter}. @public */
export interface EstimateOptions {
  /**
   * `"safe"` errs on the high side: what a limit needs. `"expected"` aims at the middle: what a display needs. `"hard"` is
   * the UTF-8 length, the one bound that is proved for byte-level vocabularies, in which a token is at least one byte.
   * @defaultValue "safe"
   */
  readonly bias?: "safe" | "expected" | "hard" | undefined;
  /**
   * The family of vocabularies. `"generic"` is for a model that is not known: its safe side is safe for all of them.
   * @defaultValue "generic"
   */
  readonly profile?: TokenProfile | ProfileName | undefined;
}

/**
 * Estimates the tokens of a text without a tokenizer, in one linear pass and constant memory. Never above the text's UTF-8
 * length, never more for a text than for its parts, never less for more text.
 *
 * @throws TypeError or RangeError that names the option, for an unknown bias or profile
 * @example
 * ```ts
 * estimateTokens("你好世界"); // 8, where length ÷ 4 says 1
 * estimateTokens("你好世界", { profile: profileFor("gpt-5"), bias: "expected" }); // 4
 * ```
 * @public
 */
export function estimateTokens(text: string, options: EstimateOptions = {}): number {
  checkString("text", text);
  const weights = resolveWeights(options);
  if (weights === "hard") return utf8Length(text);
  const scale = new Scale(weights);
  scale.add(text);
  return scale.tokens;
}

/** Estimates the tokens of a text that arrives in pieces; see {@link createTokenMeter}. @public */
export interface TokenMeter {
  /** Adds a piece; a surrogate pair may be split between pieces. */
  write(piece: string): void;
  /** The estimate of all pieces so far: equals {@link estimateTokens} of their concatenation. */
  readonly tokens: number;
}

/**
 * A running {@link estimateTokens}: any way to chunk a text gives the estimate of the whole. It keeps nothing of the text.
 *
 * @throws TypeError or RangeError that names the option, for an unknown bias or profile
 * @public
 */
export function createTokenMeter(options: EstimateOptions = {}): TokenMeter {
  const weights = resolveWeights(options);
  const scale = weights === "hard" ? new ByteScale() : new Scale(weights);
  return {
    write(piece) {
      scale.add(checkString("piece", piece));
    },
    get tokens() {
      return scale.tokens;
    },
  };
}

/** UTF-8 bytes of pieces; halves of a pair are 3 each, until they meet and are 4. */
class ByteScale {
  tokens = 0;
  private endsInHigh = false;

  add(piece: string): void {
    if (piece === "") return;
    const first = piece.charCodeAt(0);
    const last = piece.charCodeAt(piece.length - 1);
    this.tokens += utf8Length(piece) - (this.endsInHigh && first >= 0xdc00 && first <= 0xdfff ? 2 : 0);
    this.endsInHigh = last >= 0xd800 && last <= 0xdbff;
  }
}

function resolveWeights(options: EstimateOptions): Weights | "hard" {
  checkObject("options", options);
  const { bias = "safe", profile = "generic" } = options;
  checkChoice("bias", bias, BIASES);
  const resolved = resolveProfile(profile);
  return bias === "hard" ? bias : weightsOf(resolved, bias);
}
const BIASES = ["safe", "expected", "hard"] as const;

function resolveProfile(profile: TokenProfile | ProfileName): TokenProfile {
  if (typeof profile === "string") return PROFILES[checkChoice("profile", profile, PROFILE_NAMES)];
  return checkProfile("profile", profile);
}
