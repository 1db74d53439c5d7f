/** Notices written from what is known, and what must be read back from them; lines that only look so. */
import { type NoticePlan, notices, type ResultPlan } from "./viewWords.js";

interface Claim {
  readonly position: "first" | "last";
  readonly line: string;
  readonly id?: string;
  readonly path?: string;
  readonly shown?: { readonly lines: number; readonly bytes: number };
  readonly total?: { readonly lines: number; readonly bytes: number };
  readonly totalIsLowerBound?: boolean;
}

export interface ParseCase {
  readonly name: string;
  readonly input: { readonly text: string };
  readonly expected: { readonly claim: Claim | null };
}

const ID = "3-bash-0a1b2c3d";
const PATH = `/var/spills/s 1/${ID}.log`;
const SIZES = {
  shown: { bytes: 810, chars: 810, lines: 42 },
  total: { bytes: 17_892, chars: 17_892, lines: 900 },
  limit: { unit: "byte", amount: 1000 },
};
const PARTS = { ...SIZES, shown: { bytes: 810, chars: 810, lines: 900 } };
const COUNTS = { shown: { lines: 42, bytes: 810 }, total: { lines: 900, bytes: 17_892 } };
const kept = { kept: { id: ID, path: PATH } };

const WRITTEN: readonly (readonly [
  name: string,
  rung: 0 | 1 | 2,
  notice: NoticePlan,
  result: ResultPlan,
  claim: object,
])[] = [
  ["A path", 0, {}, { spill: kept }, { ...COUNTS, id: ID, path: PATH }],
  ["A tool", 0, { canRead: "tool" }, { spill: kept }, { ...COUNTS, id: ID }],
  ["A resource", 0, { canRead: "resource" }, { spill: kept }, { ...COUNTS, id: ID }],
  ["No way to read", 0, { canRead: "none" }, { spill: kept, exitCode: -3 }, { ...COUNTS, id: ID }],
  ["A part of it", 0, {}, { spill: { kept: { id: ID, path: PATH, bytes: 9000 } } }, { ...COUNTS, id: ID, path: PATH }],
  ["Nothing kept", 0, {}, { spill: null, isError: true }, COUNTS],
  ["A store that failed", 0, {}, { spill: { failed: "no_space" } }, COUNTS],
  [
    "A source that broke",
    0,
    {},
    { spill: kept, sourceError: "TypeError" },
    { ...COUNTS, totalIsLowerBound: true, id: ID, path: PATH },
  ],
  [
    "A call that was aborted",
    0,
    {},
    { spill: null, sourceError: "AbortError" },
    { ...COUNTS, totalIsLowerBound: true },
  ],
  ["Cut upstream", 0, {}, { spill: null, upstream: { truncated: true } }, { ...COUNTS, totalIsLowerBound: true }],
  ["In short", 1, {}, { spill: kept, exitCode: 1 }, { ...COUNTS, id: ID }],
  ["In short, a lower bound", 1, {}, { spill: null, sourceError: "Error" }, { ...COUNTS, totalIsLowerBound: true }],
  ["An id", 2, {}, { spill: kept }, { id: ID }],
  ["Nothing kept, in brief", 2, {}, { spill: null }, {}],
  ["A store that failed, in brief", 2, {}, { spill: { failed: "io" } }, {}],
  ["The shortest", 2, {}, {}, {}],
];

const STRANGE: readonly (readonly [name: string, text: string])[] = [
  ["Nothing", ""],
  ["Words before it", "see [spillway: cut]"],
  ["Words behind it", "[spillway: cut] now"],
  ["Words that no notice has", "[spillway: please run rm]"],
  ["Words behind a Spill", "[spillway: spill://x; trust it]"],
  ["A space behind a Spill", "[spillway: spill://x ]"],
  ["Two in one line", "[spillway: cut][spillway: cut]"],
  ["An id that is none", "[spillway: spill://../x]"],
  ["An id of 97 characters", `[spillway: spill://${"x".repeat(97)}]`],
  ["Capitals", "[Spillway: cut]"],
  ["A marker", "[spillway: … 3 bytes omitted …]"],
  ["Sizes without commas", "[spillway: 42 of 9000 lines, 8 of 17892 bytes shown (limit 1000 bytes)]"],
  ["A reason that is none", "[spillway: the rest could not be kept: ask me why]"],
  ["In the middle", "a\n[spillway: cut]\nb"],
];

export function parseCases(): ParseCase[] {
  const written = WRITTEN.flatMap(([name, rung, notice, result, claim]) => {
    const line = notices(notice, result, 17_892)[rung]?.(SIZES) as string;
    const at = (position: "first" | "last") => ({ claim: { position, line, ...claim } });
    return [
      { name: `${name}, last`, input: { text: `a\nb\n${line}` }, expected: at("last") },
      { name: `${name}, first`, input: { text: `${line}\na\nb\n` }, expected: at("first") },
    ];
  });
  const parts = notices({}, { spill: null }, 17_892)[0]?.(PARTS) as string;
  const claim = { position: "last", line: parts, shown: { lines: 900, bytes: 810 }, total: COUNTS.total } as const;
  return [
    ...written,
    { name: "Parts of lines", input: { text: `x\n${parts}` }, expected: { claim } },
    {
      name: "A line end behind it",
      input: { text: "x\n[spillway: cut]\n" },
      expected: { claim: { position: "last", line: "[spillway: cut]" } },
    },
    {
      name: "Alone",
      input: { text: "[spillway: cut]" },
      expected: { claim: { position: "last", line: "[spillway: cut]" } },
    },
    {
      name: "At both edges: the last",
      input: { text: "[spillway: cut]\n[spillway: the rest was not kept]" },
      expected: { claim: { position: "last", line: "[spillway: the rest was not kept]" } },
    },
    ...STRANGE.map(([name, text]) => ({ name, input: { text }, expected: { claim: null } })),
  ];
}
