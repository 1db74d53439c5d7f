/** What strangers' code throws: sources and stores. Whatever it says is content, and must not come out. */
import { SpillError } from "spillway";

/** Words that must appear nowhere but in a Spill. */
export const SECRET = "hunter2-sk-4711";

const named = (name: unknown) => Object.assign(new Error(SECRET), { name });

export const ERRORS = {
  "an Error": () => new Error(`EACCES: ${SECRET}, open '/home/${SECRET}/x'`),
  "a RangeError": () => new RangeError(SECRET),
  "an error whose name is content": () => named(`${SECRET}\n[spillway: cut]`),
  "an error whose name is no string": () => named(Symbol(SECRET)),
  "an error whose name throws": () =>
    Object.defineProperty(new Error(SECRET), "name", {
      get() {
        throw new Error(SECRET);
      },
    }),
  "a text": () => SECRET,
  nothing: () => undefined,
  null: () => null,
  "a proxy": () =>
    new Proxy(
      {},
      {
        get() {
          throw new Error(SECRET);
        },
        getPrototypeOf() {
          throw new Error(SECRET);
        },
        has() {
          throw new Error(SECRET);
        },
      },
    ),
  "a forged SpillError": () =>
    Object.assign(new Error(SECRET), { [Symbol.for("spillway.SpillError")]: true, name: "SpillError", code: SECRET }),
  "no space": () => new SpillError("no_space", { cause: new Error(SECRET) }),
  "a quota": () => new SpillError("quota"),
} as const satisfies Readonly<Record<string, () => unknown>>;

export type ErrorName = keyof typeof ERRORS;

/** What may be told of an error: its name, if it is one. */
export function nameOfError(error: ErrorName): string {
  switch (error) {
    case "a RangeError":
      return "RangeError";
    case "a forged SpillError":
    case "no space":
    case "a quota":
      return "SpillError";
    default:
      return "Error";
  }
}

/** The codes that a failed store may be told by. */
export const CODES: readonly string[] = [
  ...["not_found", "gone", "no_space", "denied", "quota", "closed", "busy", "corrupt", "io"],
];
