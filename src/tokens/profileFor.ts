import { checkString } from "../internal/check.js";
import type { ProfileName } from "./profiles.js";

/**
 * The profile for a model, by its name as providers write it, with any prefix (`"openai/gpt-5"`,
 * `"us.meta.llama3-1-70b-instruct-v1:0"`). `"generic"` where the vocabulary is unknown or has no profile.
 *
 * Claude 3 and later have no published vocabulary: `"claude"`, that of Claude 2, is the nearest there is. A
 * {@link Calibrator} learns the difference.
 *
 * @throws TypeError if the model is not a string
 * @public
 */
export function profileFor(modelId: string): ProfileName {
  const id = checkString("modelId", modelId).slice(0, MOST_UNITS).toLowerCase();
  return FAMILIES_BY_NAME.find(([pattern]) => pattern.test(id))?.[1] ?? "generic";
}

/** The first that matches decides. A name begins where no letter or digit stands before it. */
const FAMILIES_BY_NAME: readonly (readonly [RegExp, ProfileName])[] = [
  // Distilled models keep the vocabulary of the smaller one.
  [/distill.*llama/, "llama3"],
  [/distill.*qwen/, "qwen3"],
  [/(?:^|[^a-z0-9])(?:chatgpt-4o|gpt-4o|gpt-4\.[15]|gpt-5|gpt-oss|codex-mini|o[134](?:$|[^a-z0-9.]))/, "o200k"],
  [/(?:^|[^a-z0-9])(?:gpt-4|gpt-3\.5|gpt-35|text-embedding-(?:3|ada))/, "cl100k"],
  [/(?:^|[^a-z0-9])claude/, "claude"],
  [/(?:^|[^a-z0-9])llama-?3/, "llama3"],
  [/(?:^|[^a-z0-9])(?:qwen-?(?:2|3|plus|max|turbo|coder)|qwq)/, "qwen3"],
  // Gemini 2 and later share the vocabulary of Gemma 3.
  [/(?:^|[^a-z0-9])(?:gemma-?3|gemini-(?:[2-9]|flash|pro))/, "gemma3"],
  [/(?:^|[^a-z0-9])deepseek-?(?:v3|v4|r1|chat|reasoner)/, "deepseek"],
];

/** UTF-16 units of a name that are looked at: none is longer. */
const MOST_UNITS = 256;
