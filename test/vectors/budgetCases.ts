/** The cases of `budget/*.json`; what is expected of them comes from the slow reference. */
import type { BoundInput, LedgerStep, PolicyInput } from "./budgetReference.js";

export const HEADROOM_CASES = [
  [
    "The window less the reserve and what is used",
    { contextWindow: 200_000, reserveTokens: 16_384, usedTokens: 150_000 },
  ],
  ["No reserve is a reserve of 0", { contextWindow: 1000, usedTokens: 400 }],
  ["A reserve of 0", { contextWindow: 1000, reserveTokens: 0, usedTokens: 400 }],
  ["Full to the last token", { contextWindow: 1000, reserveTokens: 600, usedTokens: 400 }],
  ["Never below 0", { contextWindow: 1000, reserveTokens: 700, usedTokens: 400 }],
  ["An unknown window is blind", { reserveTokens: 10, usedTokens: 400 }],
  ["An unknown usage is blind", { contextWindow: 1000 }],
  ["A usage of null is unknown", { contextWindow: 1000, usedTokens: null }],
  ["A usage of 0 is known", { contextWindow: 1000, usedTokens: 0 }],
  ["A fraction is rounded down", { contextWindow: 1000.5, usedTokens: 0.75 }],
] as const;

export const BOUND_CASES: readonly (readonly [name: string, input: BoundInput])[] = [
  ["A quarter of the Headroom, two bytes a token", { headroom: 16_384 }],
  ["Blind: the outer ceiling", { headroom: null }],
  ["Blind, with a ceiling of one's own", { headroom: null, maxOutputTokens: 1000 }],
  ["A full window leaves the floor", { headroom: 0 }],
  ["One token below the floor", { headroom: 8191 }],
  ["The floor exactly is a share", { headroom: 8192 }],
  ["Above the ceiling", { headroom: 200_000 }],
  ["The ceiling exactly is a share", { headroom: 104_000 }],
  ["A token more is the ceiling", { headroom: 104_004 }],
  ["The ceiling wins over the floor", { headroom: 0, maxOutputTokens: 100 }],
  ["No ceiling", { headroom: 1_000_000, maxOutputTokens: "Infinity" }],
  ["No ceiling, and blind", { headroom: null, maxOutputTokens: "Infinity" }],
  ["An endless Headroom has the ceiling", { headroom: "Infinity" }],
  ["No share of an endless Headroom", { headroom: "Infinity", shareOfHeadroom: 0 }],
  ["Four calls", { headroom: 100_000, calls: 4 }],
  ["Calls that do not divide it", { headroom: 100_000, calls: 7 }],
  ["Many calls have their floors each", { headroom: 10_000, calls: 10 }],
  ["Shared floors are no more than the Headroom", { headroom: 10_000, calls: 10, floorPolicy: "shared" }],
  ["Shared floors where there is room for them", { headroom: 40_000, calls: 2, floorPolicy: "shared" }],
  ["A shared floor of a full window is 0", { headroom: 0, floorPolicy: "shared" }],
  ["All of it", { headroom: 20_000, shareOfHeadroom: 1 }],
  ["A third is rounded down", { headroom: 10_000, shareOfHeadroom: 1 / 3, minOutputBytes: 0 }],
  ["Without a floor", { headroom: 100, minOutputBytes: 0 }],
  ["A floor that is no whole number of tokens", { headroom: 0, minOutputBytes: 4097 }],
  ["Another inflation", { headroom: 40_000, inflation: 3 }],
  ["Other bytes of a token", { headroom: 40_000, inflation: 1, bytesPerChar: 3.5 }],
  ["A floor whose tokens pass the ceiling", { headroom: 0, minOutputBytes: 4097, maxOutputTokens: 2048 }],
  ["Lines are passed on", { headroom: 40_000, maxLines: 2000 }],
  ["Tokens are limited too", { headroom: 40_000, enforce: "tokens" }],
  ["Tokens of the floor", { headroom: 0, minOutputBytes: 101, enforce: "tokens" }],
  ["Blind, with tokens and lines", { headroom: null, enforce: "tokens", maxLines: 10 }],
];

const open = (calls?: number, headroom?: number) => ({
  open: "m",
  ...(calls === undefined ? {} : { calls }),
  ...(headroom === undefined ? {} : { headroom }),
});
const bound = (call: string) => ({ boundFor: "m", call });
const settle = (call: string, bytes: number) => ({ settle: "m", call, bytes });
const status = { status: "m" } as const;

export const LEDGER_CASES: readonly (readonly [name: string, policy: PolicyInput, steps: readonly LedgerStep[]])[] = [
  ["Equal shares", {}, [open(4, 100_000), bound("a"), bound("b"), bound("c"), bound("d"), status]],
  [
    "What a call does not need is for the others",
    {},
    [open(4, 100_000), bound("a"), settle("a", 1200), bound("b"), settle("b", 0), bound("c"), bound("d"), status],
  ],
  ["A call that took more than it had", {}, [open(2, 100_000), bound("a"), settle("a", 40_000), bound("b"), status]],
  ["The allowance is spent: the floor", {}, [open(2, 40_000), bound("a"), settle("a", 90_000), bound("b"), status]],
  [
    "The Headroom is spent: a shared floor is 0",
    { floorPolicy: "shared" },
    [open(2, 40_000), bound("a"), settle("a", 90_000), bound("b"), status],
  ],
  [
    "An unknown number of calls: each may have all that is left",
    {},
    [open(undefined, 100_000), bound("a"), settle("a", 10_000), bound("b"), settle("b", 20_000), bound("c"), status],
  ],
  ["More calls than were told of", {}, [open(1, 100_000), bound("a"), bound("b"), status]],
  ["A call asks again", {}, [open(2, 100_000), bound("a"), bound("a"), status, bound("b")]],
  ["A settled call asks again", {}, [open(2, 100_000), bound("a"), settle("a", 5000), bound("a"), status, bound("b")]],
  ["A call settles twice: the last counts", {}, [open(2, 100_000), settle("a", 5000), settle("a", 7000), status]],
  ["A call settles that never asked", {}, [open(2, 100_000), settle("a", 5000), bound("b"), status]],
  [
    "Blind, until a Headroom is read: what passed before counts",
    {},
    [open(3), bound("a"), status, settle("a", 9000), open(undefined, 100_000), bound("b"), status],
  ],
  ["The first Headroom stays", {}, [open(2, 100_000), open(2, 10), bound("a"), status]],
  ["The larger number of calls counts", {}, [open(2, 100_000), open(5), open(3), bound("a"), status]],
  [
    "Closed and opened again: a new account",
    {},
    [open(2, 100_000), bound("a"), { close: "m" }, settle("a", 5000), open(1, 50_000), bound("a"), status],
  ],
  [
    "Batches know nothing of each other",
    {},
    [
      { open: "m", calls: 1, headroom: 100_000 },
      { open: "n", calls: 1, headroom: 100_000 },
      { boundFor: "m", call: "a" },
      { boundFor: "n", call: "a" },
      { settle: "n", call: "a", bytes: 10 },
      { status: "m" },
      { status: "n" },
    ],
  ],
  [
    "A policy of one's own",
    { shareOfHeadroom: 0.5, minOutputBytes: 100, maxOutputTokens: 4000, enforce: "tokens", maxLines: 50, inflation: 3 },
    [open(3, 10_000), bound("a"), settle("a", 99), bound("b"), bound("c"), status],
  ],
];

export const ALLOCATE_CASES: readonly (readonly [
  name: string,
  sizes: readonly number[],
  budget: number,
  floor?: number,
])[] = [
  ["All fit", [10, 20, 30], 60],
  ["All fit, with something over", [10, 20, 30], 100],
  ["One unit short: the largest is cut", [10, 20, 30], 59],
  ["Small ones stay whole, large ones are cut alike", [50, 9000, 200, 4000], 2000],
  ["An equal share each", [100, 100, 100], 150],
  ["A remainder goes to the first", [100, 100, 100], 152],
  ["A remainder goes to the first of those that are cut", [5, 100, 100, 100], 107],
  ["Nothing to share", [10, 20], 0],
  ["Nobody to share", [], 100],
  ["Empty results", [0, 0, 50], 20],
  ["A budget smaller than the number of results", [9, 9, 9, 9], 2],
  ["The order does not matter", [4000, 200, 9000, 50], 2000],
  ["Floors pass the budget", [100, 100, 100], 60, 50],
  ["Floors of small results", [10, 100, 100], 60, 50],
  ["Floors that are no burden", [100, 100, 100], 240, 50],
  ["Floors exactly", [100, 100], 100, 50],
];
