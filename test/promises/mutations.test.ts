/** The properties themselves are tried: each planted fault must be found by those of its promise. */
import { describe, expect, it } from "vitest";
import { someOf } from "../support/runs.js";
import p01 from "./checks/p01-fits.js";
import p02 from "./checks/p02-well-formed.js";
import p03 from "./checks/p03-exact.js";
import p04 from "./checks/p04-lossless.js";
import p05 from "./checks/p05-honest.js";
import p06 from "./checks/p06-fills.js";
import p07 from "./checks/p07-stable.js";
import p08 from "./checks/p08-cheap.js";
import p09 from "./checks/p09-never-throws.js";
import p10 from "./checks/p10-store.js";
import { mutantOf } from "./mutant.js";
import { MUTATIONS } from "./mutations.js";
import { type Property, whoFinds } from "./promise.js";

const PROMISES: Readonly<Record<string, readonly Property[]>> = {
  "p01-fits": p01,
  "p02-well-formed": p02,
  "p03-exact": p03,
  "p04-lossless": p04,
  "p05-honest": p05,
  "p06-fills": p06,
  "p07-stable": p07,
  "p08-cheap": p08,
  "p09-never-throws": p09,
  "p10-store": p10,
};

/** Builds the library in the way of a mutant, with nothing changed. */
const NO_EDIT = {
  file: "bound/boundResult.ts",
  from: "export async function boundResult",
  to: "export async function boundResult",
};

describe("every promise's properties", () => {
  it.each(someOf(Object.entries(PROMISES), 2))("%s find nothing in the library as it is", async (_, properties) => {
    expect(await whoFinds(properties, await mutantOf({ fault: "none", edit: NO_EDIT }))).toBeUndefined();
  });

  it.each(Object.keys(PROMISES))("%s are tried with three faults at least", (promise) => {
    expect(MUTATIONS[promise]?.length).toBeGreaterThanOrEqual(3);
  });
});

/** An ordinary run plants this many faults for each promise, a deep run all of them. */
const PLANTED = 3;

describe.each(Object.entries(MUTATIONS))("%s finds", (promise, mutations) => {
  it.each(someOf(mutations, PLANTED))("$fault", async (mutation) => {
    const found = await whoFinds(PROMISES[promise] ?? [], await mutantOf(mutation));
    expect(found, "a property that this breaks").toBeDefined();
  });
});
