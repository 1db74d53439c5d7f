/** What the tests of the code-mode adapter share. */
import { runInNewContext } from "node:vm";
import type { Bridge, Outcome } from "spillway/code-mode";
import { type JsonRefusal, measureJson } from "spillway/json";

/** The refusal of a value that is known to be refused. */
export function measureRefusal(value: unknown, maxBytes = Number.POSITIVE_INFINITY): JsonRefusal {
  const measured = measureJson(value, { maxBytes });
  if (measured.ok) throw new TypeError("this value has a size");
  return measured;
}

/** What the guest's half of a bridge gives a program. */
export interface Guest {
  readonly tools: Readonly<Record<string, (args?: unknown) => Promise<unknown>>>;
  readonly console: Readonly<Record<string, (...parts: unknown[]) => void>>;
  text(value: unknown): void;
  image(image: { data: string; mimeType: string }): void;
  store(key: unknown, value: unknown): void;
  load(key: string): unknown;
  run(program: (guest: Guest) => unknown): Promise<string>;
}

type Start<Given = Promise<string>> = (
  call: (tool: string, args: string) => Promise<string>,
  emit: (what: string, text: string) => string,
) => Given;

/** The guest's half in a realm of its own: an engine that is always there. */
export function guestOf(bridge: Bridge): Guest {
  const half = runInNewContext(bridge.prelude) as Start<Guest>;
  return half((tool, args) => bridge.call(tool, args), bridge.emit);
}

/** Runs a program, written as the body of an async function, in one realm with the guest's half, and takes what it gives. */
export async function runGuest(bridge: Bridge, body: string): Promise<Outcome> {
  const start = runInNewContext(`((call, emit) => (${bridge.prelude})(call, emit).run(
    async ({ tools, console, text, image, store, load }) => {${body}\n},
  ))`) as Start;
  return bridge.finish(await start((tool, args) => bridge.call(tool, args), bridge.emit));
}
