import { describe, expect, it } from "vitest";
import { profileFor } from "../../src/tokens/profileFor.js";

describe("profileFor", () => {
  it.each([
    ["gpt-4o-mini-2024-07-18", "o200k"],
    ["openai/gpt-5.2", "o200k"],
    ["gpt-4.1-nano", "o200k"],
    ["o3-mini", "o200k"],
    ["openai/o1", "o200k"],
    ["gpt-oss-120b", "o200k"],
    ["gpt-4-turbo", "cl100k"],
    ["GPT-3.5-turbo-0125", "cl100k"],
    ["text-embedding-3-large", "cl100k"],
    ["claude-2.1", "claude"],
    ["claude-sonnet-4-5-20250929", "claude"],
    ["anthropic.claude-3-5-haiku-20241022-v1:0", "claude"],
    ["meta-llama/Meta-Llama-3.1-8B-Instruct", "llama3"],
    ["us.meta.llama3-1-70b-instruct-v1:0", "llama3"],
    ["deepseek-r1-distill-llama-70b", "llama3"],
    ["deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", "qwen3"],
    ["Qwen/Qwen3-Coder-480B", "qwen3"],
    ["qwen2.5-72b-instruct", "qwen3"],
    ["qwen-max", "qwen3"],
    ["google/gemma-3-27b-it", "gemma3"],
    ["models/gemini-2.5-pro", "gemma3"],
    ["deepseek-chat", "deepseek"],
    ["deepseek-ai/DeepSeek-V3.1", "deepseek"],
    ["meta-llama/llama-2-70b-chat", "generic"],
    ["llama-4-maverick", "generic"],
    ["mistral-large-latest", "generic"],
    ["foo1-o3x", "generic"],
    ["", "generic"],
    ["__proto__", "generic"],
  ])("of %s is %s", (model, profile) => {
    expect(profileFor(model)).toBe(profile);
  });

  it("should take time for the start of a name alone", () => {
    expect(profileFor(`gpt-4o${"distill".repeat(1e6)}`)).toBe("o200k");
  });

  it("should refuse what is no name", () => {
    expect(() => profileFor(undefined as never)).toThrow(/^modelId must be a string/);
  });
});
