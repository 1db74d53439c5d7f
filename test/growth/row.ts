/** A row of the table of growth: one exported function, in one way of calling it, on inputs that could make it slow. */
import type { Prepare, TimeOptions } from "../support/growth.js";

export interface Row {
  /** The function, as an entry exports it. */
  readonly of: (...args: never) => unknown;
  /** What tells this row from others of the function. */
  readonly how?: string;
  /** By name: makes what is timed, for any size. */
  readonly inputs: Readonly<Record<string, Prepare>>;
  readonly options?: TimeOptions;
}

/** Inputs for what is called with something made outside the clock. */
export function each<Input>(
  makers: Readonly<Record<string, (size: number) => Input | Promise<Input>>>,
  run: (input: Input, size: number) => unknown,
): Readonly<Record<string, Prepare>> {
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]): [string, Prepare] => [
      name,
      async (size) => {
        const input = await make(size);
        return () => run(input, size);
      },
    ]),
  );
}

/** Some of the makers, by name. */
export function some<Maker>(makers: Readonly<Record<string, Maker>>, ...names: string[]): Record<string, Maker> {
  return Object.fromEntries(
    names.map((name) => {
      const maker = makers[name];
      if (maker === undefined) throw new TypeError(`there is no maker ${name}`);
      return [name, maker];
    }),
  );
}
