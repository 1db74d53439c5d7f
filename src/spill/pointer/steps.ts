/** The way from a value to one inside it, as a short text: `a17o3` is the fourth member of the object at index 17. */
import type { ContainerKind } from "./members.js";
import type { Step } from "./navigate.js";

/** The steps from `within` on. */
export function formatSteps(steps: readonly Step[], within: string): string {
  const first = steps.findIndex(({ pointer }) => pointer === within);
  return steps
    .slice(first)
    .map(({ kind, index }) => kind.charAt(0) + index)
    .join("");
}

/** @returns `undefined` unless they lead from `within` to `pointer` */
export function parseSteps(text: string, within: string, pointer: string): readonly Step[] | undefined {
  const tokens = pointer === within ? [] : pointer.slice(within.length + 1).split("/");
  const found = [...text.matchAll(/([aor])(\d+)/g)];
  if (found.length !== tokens.length) return undefined;
  let here = within;
  return found.map(([, letter = "", digits = ""], depth) => {
    const step = { pointer: here, kind: KINDS[letter] as ContainerKind, index: Number(digits) };
    here += `/${tokens[depth]}`;
    return step;
  });
}

const KINDS: Readonly<Record<string, ContainerKind>> = { a: "array", o: "object", r: "records" };
