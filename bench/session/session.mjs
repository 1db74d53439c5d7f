/** One session of an agent: messages that ask for results, and a context window that fills. */
import { computeBound } from "../../dist/index.js";
import { memorySpill, readSpill } from "../../dist/spill/index.js";
import { estimateTokens } from "../../dist/tokens/index.js";
import { KEEPS, POLICIES } from "./policies.mjs";
import { seeded } from "./random.mjs";
import { makeResult } from "./results.mjs";

export const MODEL = {
  messages: 40,
  /** Calls that a message asks for: one is the most usual. */
  calls: [1, 1, 1, 2, 2, 3, 4, 6],
  /** Tokens of instructions and tools, which no compaction removes. */
  fixedTokens: 6000,
  /** Tokens that each message of the model takes. */
  replyTokens: 400,
  /** Part of the window at which a harness compacts, and what is left of the context then. */
  compactAt: 0.85,
  compactTo: 0.15,
  /** Part of the window that is held back for the reply. */
  reserve: 0.08,
  /** Part of the results in which the model looks for something, and of these those that it has a word to search for. */
  asked: 0.5,
  searched: 0.5,
  /** Bytes of a window that is read back at most, and how often the model reads on before it gives up. */
  windowBytes: 16_384,
  mostWindows: 12,
};

/** A window is never less than a few lines. */
const LEAST_BYTES = 256;

/** What happens in a session; all ways see the same results and questions. */
export function planSession(seed) {
  const random = seeded(seed);
  return Array.from({ length: MODEL.messages }, (_, message) =>
    Array.from({ length: random.pick(MODEL.calls) }, (_, call) => ({
      ...makeResult(random, `${seed}-${message}-${call}`),
      isAsked: random.next() < MODEL.asked,
      isSearched: random.next() < MODEL.searched,
    })),
  );
}

export async function runSession(plan, policy, contextWindow) {
  const counts = { overflows: 0, compactions: 0, resultTokens: 0, windows: 0, asked: 0, unanswered: 0 };
  const spill = memorySpill({ key: "bench", maxTotalBytes: 2 ** 40 });
  const reserveTokens = contextWindow * MODEL.reserve;
  let used = MODEL.fixedTokens;

  const headroom = () => Math.max(0, Math.floor(contextWindow - reserveTokens - used));
  const compact = () => {
    used = Math.min(used, MODEL.fixedTokens + contextWindow * MODEL.compactTo);
  };
  /** @returns whether the model can be asked with it: else the harness gets an error, and has to do without it */
  const add = (tokens) => {
    counts.resultTokens += tokens;
    if (used + tokens <= contextWindow) {
      used += tokens;
      return true;
    }
    counts.overflows++;
    compact();
    return false;
  };
  const beforeMessage = () => {
    if (used > contextWindow * MODEL.compactAt) {
      counts.compactions++;
      compact();
    }
    used += MODEL.replyTokens;
  };

  for (const results of plan) {
    beforeMessage();
    const texts = results.map(({ text }) => text);
    const views = await POLICIES[policy](texts, { headroom: headroom(), spill });
    const arrived = add(views.reduce((sum, { text }) => sum + tokensOf(text), 0));
    for (const [index, result] of results.entries()) {
      if (!result.isAsked) continue;
      counts.asked++;
      if (arrived && views[index].text.includes(result.answer)) continue;
      const isFound = arrived && KEEPS.has(policy) && (await readBack(views[index], result));
      if (!isFound) counts.unanswered++;
    }
  }
  return counts;

  /** By a search, where the model has a word for it; else window by window, from where the View leaves out. */
  async function readBack(view, { answer, isSearched, text }) {
    if (view.id === undefined) return false;
    let shown = 0;
    while (text[shown] === view.text[shown]) shown++;
    let request = isSearched
      ? { search: { pattern: answer } }
      : { bytes: { from: Buffer.byteLength(text.slice(0, shown)) } };
    for (let read = 0; request !== undefined && read < MODEL.mostWindows; read++) {
      beforeMessage();
      const floorPolicy = policy === "allocate, shared floors" ? "shared" : "strict";
      const limit = { headroom: headroom(), maxOutputTokens: MODEL.windowBytes / 2, floorPolicy };
      const maxBytes = Math.max(LEAST_BYTES, computeBound(limit).maxBytes);
      const window = await readSpill(spill, view.id, request, { maxBytes });
      counts.windows++;
      if (!add(tokensOf(window.text))) return false;
      if (window.text.includes(answer)) return true;
      request = window.next;
    }
    return false;
  }
}

export function tokensOf(text) {
  return estimateTokens(text, { bias: "expected" });
}
