/** JSON texts rich in trouble: values, spellings, and white space. */
import fc from "fast-check";
import { naiveWellFormed } from "../vectors/naive.js";

/** Spellings that a parser and a serializer would not give back. */
const NUMBERS = [
  "0",
  "-0",
  "7",
  "-12",
  "1.0",
  "1.50",
  "0.1",
  "1e400",
  "-1E-400",
  "1e+2",
  "2E07",
  "123456789012345678901234567890",
  "9007199254740993",
  "0.000000000000000000000000000001",
  "3.141592653589793238462643383279502884197",
];
const WORDS = ["true", "false", "null"];

/** Pieces of strings: what would mislead a reader that does not know where strings end, and halves of pairs. */
const STRING_PIECES = [
  "a",
  "word ",
  "0",
  '\\"',
  "\\\\",
  '\\\\\\"',
  "\\/",
  "\\b",
  "\\f",
  "\\n",
  "\\r",
  "\\t",
  "\\u0041",
  "\\u000a",
  "\\u0022",
  "\\u005c",
  "\\ud83d\\ude00",
  "\\uD83D\\uDE00",
  "\\ud83d",
  "\\ude00",
  "é",
  "中",
  "🟡",
  "\ud83d",
  "\udfe1",
  "\u2028",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  "[…]",
  "…",
  "[spillway: … 3 of 5 items omitted …]",
  "/",
  "~",
  "'",
  "\u007f",
];

/** Keys, few enough that equal ones come up. */
const KEYS = [
  '"a"',
  '"b"',
  '"name"',
  '""',
  '"[…]"',
  '"[[…]]"',
  '"\\u005b…]"',
  '"[spillway: … 1 of 2 members omitted …]"',
  '"a/b"',
  '"m~n"',
  '"__proto__"',
  '"\\""',
  '"\\\\"',
  '"length"',
  '"0"',
  '"🟡"',
  '"\\ud83d"',
  '"toString"',
  '"a b"',
  `"${"long".repeat(30)}"`,
];

export type Tree =
  | { readonly spelled: string }
  | { readonly items: readonly Tree[] }
  | { readonly members: readonly (readonly [key: string, value: Tree])[] };

export function spelledString(maxPieces = 12): fc.Arbitrary<string> {
  const run = fc
    .tuple(
      fc.constantFrom(...STRING_PIECES),
      fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(24) }),
    )
    .map(([piece, times]) => piece.repeat(times));
  return fc.array(run, { maxLength: maxPieces, size: "max" }).map((pieces) => `"${pieces.join("")}"`);
}

export function spelledScalar(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...NUMBERS, ...WORDS), spelledString(5));
}

/** Trees of which some are wide, some deep, and some end in long strings. */
function jsonTree(): fc.Arbitrary<Tree> {
  const leaf = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NUMBERS, ...WORDS) },
    { weight: 4, arbitrary: spelledString(4) },
    { weight: 1, arbitrary: spelledString(12) },
  );
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: "small", withCrossShrink: true },
      leaf.map((spelled) => ({ spelled })),
      fc.array(tie("tree"), { maxLength: 6, size: "max" }).map((items) => ({ items })),
      fc
        .array(fc.tuple(fc.constantFrom(...KEYS), tie("tree")), { maxLength: 5, size: "max" })
        .map((members) => ({ members })),
    ),
  }));
  const many = fc.tuple(tree, fc.integer({ min: 1, max: 80 })).map(([item, times]) => {
    const most = Math.ceil(MOST_REPEATED_UNITS / JSON.stringify(item).length);
    return { items: Array.from({ length: Math.min(times, most) }, () => item) };
  });
  const chain = fc
    .tuple(tree, fc.nat(30), fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }))
    .map(([inner, depth, kinds]) => {
      let chained: Tree = inner;
      for (let level = 0; level < depth; level++) {
        chained = kinds[level % 3]
          ? { items: [chained] }
          : { members: [["a", chained] as const].map(([k, v]) => [`"${k}"`, v]) };
      }
      return chained;
    });
  return fc.oneof({ weight: 6, arbitrary: tree }, { weight: 3, arbitrary: many }, { weight: 1, arbitrary: chain });
}

const MOST_REPEATED_UNITS = 4000;

/** A root that is an array or an object. */
export function containerTree(): fc.Arbitrary<Tree> {
  return jsonTree().map((tree) => ("spelled" in tree ? { items: [tree, tree] } : tree));
}

/** How a tree is written: white space in each of the places where JSON allows it. */
export type Style = "compact" | "spaced" | "indented" | "tabs" | "crlf" | readonly string[];

function style(): fc.Arbitrary<Style> {
  const odd = fc.array(fc.constantFrom("", "", "", " ", "\n", "\r\n", "\t", "  \n\n ", " ".repeat(40)), {
    minLength: 1,
    maxLength: 7,
    size: "max",
  });
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<Style>("compact", "spaced", "indented", "tabs", "crlf") },
    { weight: 2, arbitrary: odd },
  );
}

function write(tree: Tree, style: Style): string {
  if (typeof style !== "string") return writeOdd(tree, style);
  const [newline, indent] = {
    compact: ["", ""],
    spaced: ["", ""],
    indented: ["\n", "  "],
    tabs: ["\n", "\t"],
    crlf: ["\r\n", " "],
  }[style] as [string, string];
  const [comma, colon] = style === "spaced" ? [", ", ": "] : [",", style === "compact" ? ":" : ": "];
  const put = (node: Tree, depth: number): string => {
    if ("spelled" in node) return node.spelled;
    const isArray = "items" in node;
    const parts = isArray
      ? node.items.map((item) => put(item, depth + 1))
      : node.members.map(([key, value]) => `${key}${colon}${put(value, depth + 1)}`);
    const [open, close] = isArray ? "[]" : "{}";
    if (parts.length === 0 || newline === "") return `${open}${parts.join(comma)}${close}`;
    const line = newline + indent.repeat(depth + 1);
    return `${open}${line}${parts.join(comma + line)}${newline}${indent.repeat(depth)}${close}`;
  };
  return put(tree, 0);
}

function writeOdd(tree: Tree, spaces: readonly string[]): string {
  let turn = 0;
  const space = () => spaces[turn++ % spaces.length] as string;
  const put = (node: Tree): string => {
    if ("spelled" in node) return node.spelled;
    const parts =
      "items" in node
        ? node.items.map((item) => `${space()}${put(item)}${space()}`)
        : node.members.map(([key, value]) => `${space()}${key}${space()}:${space()}${put(value)}${space()}`);
    const [open, close] = "items" in node ? "[]" : "{}";
    return parts.length === 0 ? `${open}${space()}${close}` : `${open}${parts.join(",")}${close}`;
  };
  return `${space()}${put(tree)}${space()}`;
}

/** A JSON text in one style. */
export function jsonText(tree: fc.Arbitrary<Tree> = jsonTree()): fc.Arbitrary<string> {
  return fc.tuple(tree, style()).map(([value, written]) => write(value, written));
}

/** The same, well formed: as `cutJson` sees it. */
export function wellFormedJson(): fc.Arbitrary<string> {
  return jsonText().map(naiveWellFormed);
}

/** Records, one a line. */
export function ndjsonText(): fc.Arbitrary<string> {
  const record = containerTree().map((tree) => write(tree, "compact"));
  const separator = fc.constantFrom("\n", "\n", "\r\n", "\n\n", " \n", "\n\t");
  return fc
    .tuple(fc.array(record, { minLength: 2, maxLength: 8, size: "max" }), separator, fc.constantFrom("", "\n", "\r\n"))
    .map(([records, between, end]) => records.join(between) + end);
}
