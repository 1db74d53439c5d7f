/** Faults for each promise, as data: small ones, that somebody could make. Each is to be found by its promise's properties. */
import type { Mutation } from "./mutant.js";
import { KEEPING } from "./mutants/keeping.js";
import { LASTING } from "./mutants/lasting.js";
import { SHOWING } from "./mutants/showing.js";

export const MUTATIONS: Readonly<Record<string, readonly Mutation[]>> = { ...SHOWING, ...KEEPING, ...LASTING };
