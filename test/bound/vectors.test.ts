import { readFileSync } from "node:fs";
import {
  type BoundedText,
  type BoundOptions,
  boundResult,
  boundText,
  parseNotice,
  type SpillErrorCode,
  type SpillSink,
} from "spillway";
import { SpillError } from "spillway/spill";
import { describe, expect, it } from "vitest";
import { COUNTERS, textOf } from "../vectors/naive.js";
import type { ParseCase } from "../vectors/parseCases.js";
import { type ViewVectorCase, viewVectors } from "../vectors/viewVectors.js";
import type { ResultPlan } from "../vectors/viewWords.js";

const FILES = ["whole", "ladder", "units", "sides", "words", "allowance", "styled", "harmless"];
const read = (name: string) => readFileSync(new URL(`../vectors/view/${name}.json`, import.meta.url), "utf8");
const casesOf = <Case>(name: string) => (JSON.parse(read(name)) as { cases: readonly Case[] }).cases;

/** A store that keeps as much as the case says, under the name that it says, or fails. */
function storeOf({ spill }: ResultPlan): SpillSink | undefined {
  if (spill === undefined || spill === null) return undefined;
  let given = 0;
  const writer = {
    write: async (chunk: Uint8Array) => {
      given += chunk.length;
    },
    abort: async () => {},
    commit: async (end: { incomplete?: boolean; totalBytes?: number } = {}) => {
      if ("failed" in spill) throw new SpillError(spill.failed as SpillErrorCode);
      const { id, path, bytes = given } = spill.kept;
      const complete = bytes === given && end.incomplete !== true;
      const totalBytes = Math.max(given, end.totalBytes ?? 0);
      return {
        id,
        uri: `spill://${id}`,
        ...(path === undefined ? {} : { path }),
        bytes,
        sha256: "",
        complete,
        totalBytes,
      };
    },
  };
  return { create: async () => writer, stat: async () => undefined } as unknown as SpillSink;
}

async function bound({ input, limits, options, result }: ViewVectorCase, kind: "text" | "json"): Promise<BoundedText> {
  const text = textOf(input);
  const { countTokens = "bytes", ...view } = options;
  const { spill, sourceError, ...ended } = result;
  const given = { ...view, ...ended, countTokens: COUNTERS[countTokens] } as Omit<BoundOptions, "limits">;
  // Only `boundText` has no store to speak of.
  if (spill === undefined && sourceError === undefined && kind === "text")
    return boundText(text, limits, given as object);
  async function* breaking() {
    yield text;
    throw Object.assign(new Error("words that never appear"), { name: sourceError });
  }
  const source = kind === "json" ? { json: JSON.parse(text) } : sourceError === undefined ? text : breaking();
  const store = storeOf(result);
  return boundResult(source, { ...given, limits, ...(store === undefined ? {} : { spill: store }) });
}

describe.each(FILES)("%s.json", (name) => {
  it.each(casesOf<ViewVectorCase>(name))("$name", async (given) => {
    const { text, truncated, altered, limitedBy, shown, omitted, total, totalIsLowerBound } = await bound(
      given,
      "text",
    );
    const rest = { limitedBy: limitedBy ?? null, shown, omitted, total };
    expect({ text, truncated, altered, ...rest, totalIsLowerBound: totalIsLowerBound ?? false }).toEqual(
      given.expected,
    );
  });
});

describe("json.json", () => {
  it.each(casesOf<ViewVectorCase>("json"))("$name", async (given) => {
    const { elisions = [], ...expected } = given.expected;
    const bounded = await bound(given, "json");
    const { text, truncated, shown, total } = bounded;
    expect({ text, truncated, shown, total }).toEqual({
      ...{ text: expected.text, truncated: expected.truncated, shown: expected.shown, total: expected.total },
    });
    expect("elisions" in bounded ? bounded.elisions : []).toEqual(elisions);
  });
});

describe("parse.json", () => {
  it.each(casesOf<ParseCase>("parse"))("$name", ({ input, expected }) => {
    expect(parseNotice(input.text) ?? null).toEqual(expected.claim);
  });
});

describe("the vectors of Views", () => {
  it("are what the slow reference makes: run `npm run vectors` after a change", { timeout: 60_000 }, () => {
    const names = [...FILES, "json", "parse"];
    expect(viewVectors()).toEqual(Object.fromEntries(names.map((name) => [name, read(name)])));
  });
});
