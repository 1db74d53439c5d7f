/** Ways to bound the results of one message: each gives the texts that go into the context. */
import { boundBatch, boundResult, computeBound, createLedger } from "../../dist/index.js";
import { cut } from "../../dist/text/index.js";

const NOTICE = { canRead: "tool" };

export const POLICIES = {
  "no bound": async (texts) => texts.map((text) => ({ text })),
  "50 KB, 2,000 lines": async (texts) =>
    texts.map((text) => {
      const { head, tail } = cut(text, { maxBytes: 51_200, maxLines: 2000 }, { keep: "tail" });
      return { text: head + tail };
    }),
  "share per call": (texts, context) =>
    Promise.all(texts.map((text) => bounded(text, computeBound({ headroom: context.headroom }), context))),
  Ledger: async (texts, context) => {
    const ledger = createLedger();
    ledger.open("message", { calls: texts.length, headroom: context.headroom });
    const views = [];
    for (const [index, text] of texts.entries()) {
      const view = await bounded(text, ledger.boundFor("message", String(index)), context);
      ledger.settle("message", String(index), Buffer.byteLength(view.text));
      views.push(view);
    }
    return views;
  },
  allocate: (texts, context) => allocated(texts, context, "strict"),
  "allocate, shared floors": (texts, context) => allocated(texts, context, "shared"),
};

/** The ways that keep what they leave out. */
export const KEEPS = new Set(["share per call", "Ledger", "allocate", "allocate, shared floors"]);

async function allocated(texts, { headroom, spill }, floorPolicy) {
  const views = await boundBatch(
    texts.map((result) => ({ result })),
    { headroom, floorPolicy, spill, notice: NOTICE },
  );
  return views.map(toView);
}

async function bounded(text, limits, { spill }) {
  return toView(await boundResult(text, { limits, spill, notice: NOTICE }));
}

function toView({ text, spill, truncated }) {
  return { text, ...(truncated && spill.state === "kept" ? { id: spill.ref.id } : {}) };
}
