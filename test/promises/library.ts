/** What the promises are about: the functions of spillway, or of a mutant of it. */
import { boundResult, boundText, parseNotice } from "spillway";
import { memorySpill, readSpill } from "spillway/spill";
import { fileSpill } from "spillway/spill/file";
import { createCollector, cut } from "spillway/text";

export const spillway = {
  boundResult,
  boundText,
  parseNotice,
  cut,
  createCollector,
  memorySpill,
  readSpill,
  fileSpill,
} as const;

export type Library = { readonly [Name in keyof typeof spillway]: (typeof spillway)[Name] };
