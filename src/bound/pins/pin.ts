import type { LineMatcher } from "../../spill/request.js";

/** Which lines to keep: those that contain a literal text, in which a matcher finds something, or that a function takes. @public */
export type PinRule = string | LineMatcher | ((line: string) => boolean);

/**
 * Lines to keep out of the omitted middle: those to which any of the rules applies. A line is looked at without its line end
 * and without terminal escape sequences; of a very long one, its first 4,096 UTF-16 units.
 *
 * @public
 */
export type Pin = PinRule | readonly PinRule[];

/** Whether a line is to be kept. Rules are the caller's code: what they throw on a line counts as no. */
export type PinTest = (line: string) => boolean;

/** @throws TypeError or RangeError that names the option */
export function resolvePin(pin: Pin | undefined): PinTest | undefined {
  if (pin === undefined) return undefined;
  const rules = (Array.isArray(pin) ? pin : [pin]).map((rule: unknown, index) =>
    testOf(rule, Array.isArray(pin) ? `pin[${index}]` : "pin"),
  );
  return rules.length === 0 ? undefined : (line) => rules.some((rule) => rule(line));
}

function testOf(rule: unknown, name: string): PinTest {
  if (typeof rule === "string") {
    if (rule === "") throw new RangeError(`${name} must not be empty`);
    return (line) => line.includes(rule);
  }
  if (typeof rule === "function") return orNo((line) => rule(line) === true);
  if (isMatcher(rule)) return orNo((line) => rule.find(line) !== undefined);
  throw new TypeError(`${name} must be a string, a function, or a matcher with a method find`);
}

function isMatcher(rule: unknown): rule is LineMatcher {
  return typeof rule === "object" && rule !== null && typeof (rule as LineMatcher).find === "function";
}

/** Content never makes a View fail, whoever's code looks at it. */
function orNo(test: PinTest): PinTest {
  return (line) => {
    try {
      return test(line);
    } catch {
      return false;
    }
  };
}
