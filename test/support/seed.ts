/**
 * Properties try the same cases on every ordinary run, so that a change alone can turn it red. Other cases are for deep runs,
 * and for `SPILLWAY_SEED`: a number, as a failure prints it, or `random`.
 */
import fc from "fast-check";

const asked = process.env["SPILLWAY_SEED"];
const isRandom = asked === "random" || (asked === undefined && process.env["SPILLWAY_DEEP"] !== undefined);

if (!isRandom) fc.configureGlobal({ seed: asked === undefined ? 1 : Number(asked) });
