/** JSON documents with the place of every value, so that no parser of ours is needed to know what a window should have. */
import fc from "fast-check";

export type Tree =
  | { readonly kind: "array"; readonly items: readonly Tree[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [key: string, value: Tree])[] }
  | { readonly kind: "string"; readonly text: string; readonly escaped: boolean }
  | { readonly kind: "scalar"; readonly text: string };

/** A value in the text. Offsets are bytes. */
export interface Value {
  readonly kind: Tree["kind"] | "records";
  /** `undefined` where the key stood before in the same object: a pointer names the first. */
  readonly pointer: string | undefined;
  readonly start: number;
  readonly end: number;
  /** Where each member begins (its key, in an object) and ends. */
  readonly members: readonly { readonly start: number; readonly end: number; readonly value: Value }[];
  /** Of a string, decoded. */
  readonly text?: string;
}

export interface Document {
  readonly text: string;
  readonly root: Value;
}

export type Layout = "compact" | "pretty" | "odd";

/** Writes a tree, and notes where everything is. */
export function write(tree: Tree, layout: Layout): Document {
  const writer = new Writer(layout);
  const root = writer.value(tree, "", 0);
  return { text: writer.text, root };
}

/** Writes each tree on a line of its own. */
function writeRecords(trees: readonly Tree[], layout: "compact" | "odd", lineEnd: "\n" | "\r\n"): Document {
  const writer = new Writer(layout === "odd" ? "spaced" : "compact");
  const members = trees.map((tree, index) => {
    const start = writer.bytes;
    const value = writer.value(tree, `/${index}`, 0);
    const { bytes: end } = writer;
    writer.put(lineEnd);
    return { start, end, value };
  });
  return { text: writer.text, root: { kind: "records", pointer: "", start: 0, end: writer.bytes, members } };
}

class Writer {
  text = "";
  bytes = 0;
  private readonly layout: Layout | "spaced";
  constructor(layout: Layout | "spaced") {
    this.layout = layout;
  }

  put(text: string): void {
    this.text += text;
    this.bytes += Buffer.byteLength(text);
  }

  value(tree: Tree, pointer: string | undefined, depth: number): Value {
    const start = this.bytes;
    if (tree.kind === "scalar" || tree.kind === "string") {
      this.put(tree.kind === "scalar" ? tree.text : quote(tree.text, tree.escaped));
      const text = tree.kind === "string" ? { text: tree.text } : {};
      return { kind: tree.kind, pointer, start, end: this.bytes, members: [], ...text };
    }
    const [open, close] = tree.kind === "array" ? "[]" : "{}";
    this.put(open as string);
    const seen = new Set<string>();
    const entries = tree.kind === "array" ? tree.items.map((item) => [undefined, item] as const) : tree.members;
    const members = entries.map(([key, item], index) => {
      if (index > 0) this.put(",");
      this.space(depth + 1);
      const memberStart = this.bytes;
      const token = key ?? String(index);
      if (key !== undefined) {
        this.put(quote(key, index % 3 === 2));
        if (this.layout !== "compact") this.put(this.layout === "odd" ? " \n:\t" : ": ");
        else this.put(":");
      }
      const isFirst = !seen.has(token);
      seen.add(token);
      const path = pointer === undefined || !isFirst ? undefined : `${pointer}/${escapeToken(token)}`;
      const value = this.value(item, path, depth + 1);
      return { start: memberStart, end: this.bytes, value };
    });
    if (members.length > 0) this.space(depth);
    this.put(close as string);
    return { kind: tree.kind, pointer, start, end: this.bytes, members };
  }

  private space(depth: number): void {
    if (this.layout === "pretty") this.put(`\n${"  ".repeat(depth)}`);
    if (this.layout === "odd") this.put([" ", "\r\n\t", "", "\n \n"][this.bytes % 4] as string);
    if (this.layout === "spaced") this.put(" ");
  }
}

/** A JSON string; `escaped`: every unit as `\uXXXX`, astral ones as two. */
function quote(text: string, escaped: boolean): string {
  if (!escaped) return JSON.stringify(text);
  return `"${text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
}

function escapeToken(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Keys that a careless implementation trips over. */
const KEYS = [
  "a",
  "b",
  "",
  "/",
  "~",
  "~1",
  "a/b~c",
  '"',
  "\\",
  "__proto__",
  "constructor",
  "0",
  "é中",
  "🟡",
  "\n",
  "x".repeat(40),
];
const PIECES = ["a", "xyz ", '"', "\\", "/", "\n", "\t", "é", "中", "🟡", "\u0000", "\u2028", "[{]}", ",:"];

const string = (maxLength: number) =>
  fc.array(fc.constantFrom(...PIECES), { maxLength }).map((parts) => parts.join(""));
const leaf: fc.Arbitrary<Tree> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom("0", "-1.5e+10", "true", "false", "null", "123456")
      .map((text) => ({ kind: "scalar", text }) as const),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(string(6), fc.boolean()).map(([text, escaped]) => ({ kind: "string", text, escaped }) as const),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(string(60), fc.boolean())
      .map(([text, escaped]) => ({ kind: "string", text, escaped }) as const),
  },
);

/** Values with some of everything, a few levels deep. */
const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; container: Tree }>((tie) => ({
  tree: fc.oneof({ depthSize: "small", withCrossShrink: true }, leaf, tie("container")),
  container: fc.oneof(
    fc.array(tie("tree"), { maxLength: 8 }).map((items) => ({ kind: "array", items }) as const),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie("tree")), { maxLength: 6 })
      .map((members) => ({ kind: "object", members }) as const),
  ),
})).tree;

/** A document of one value, or of records. */
export const document: fc.Arbitrary<Document> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(tree, fc.constantFrom<Layout>("compact", "pretty", "odd"))
      .map(([one, layout]) => write(one, layout)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.array(
          tree.filter(({ kind }) => kind === "array" || kind === "object"),
          { minLength: 2, maxLength: 8 },
        ),
        fc.constantFrom<"compact" | "odd">("compact", "odd"),
        fc.constantFrom<"\n" | "\r\n">("\n", "\r\n"),
      )
      .map(([trees, layout, lineEnd]) => writeRecords(trees, layout, lineEnd)),
  },
);

/** The value itself and all in it, in the order of the text. */
export function* valuesOf(value: Value): Generator<Value> {
  yield value;
  for (const member of value.members) yield* valuesOf(member.value);
}
