import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExactJson, mayBeInexact } from "../../../src/cli/mcp/exact.js";
import { runs } from "../../support/runs.js";

const exact = createExactJson();

describe("createExactJson", () => {
  it("should write numbers as they came", () => {
    const text = '{"a":12345678901234567890,"b":[-9007199254740993,1.50,1e400,-0,0.1],"c":"12345678901234567890"}';
    expect(exact.write(exact.parse(text, "marked"))).toBe(text);
  });

  it("should give digits as text, where that is wanted", () => {
    expect(exact.parse('{"id":12345678901234567890,"n":1}', "digits")).toEqual({ id: "12345678901234567890", n: 1 });
  });

  it("should leave strings alone, whatever is in them", () => {
    const text = String.raw`["\"12345678901234567890","\\",12345678901234567890,"\\\"1e999"]`;
    expect(exact.write(exact.parse(text, "marked"))).toBe(text);
  });

  it("should tell ids that a double cannot", () => {
    const [a, b] = exact.parse("[9007199254740993,9007199254740992]", "marked") as unknown[];
    expect(a).not.toBe(b);
  });

  it("should throw at what is no JSON", () => {
    for (const text of ["{", '"', "01", "1.2.3", "-"]) expect(() => exact.parse(text, "marked")).toThrow(SyntaxError);
  });

  it("should write back any JSON, digit for digit", () => {
    const number = fc.oneof(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
      fc.constantFrom("1.0", "1E5", "-0", "0e0"),
    );
    const part = fc.oneof(
      number,
      fc.string().map((text) => JSON.stringify(text)),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = `[${parts.join(",")}]`;
        expect(exact.write(exact.parse(text, "marked"))).toBe(text);
        const isInexact = parts.some(
          (part) => !part.startsWith('"') && !Number.isSafeInteger(Number(part)) && /^-?\d+$/.test(part),
        );
        if (isInexact) expect(mayBeInexact(text)).toBe(true);
      }),
      runs(1000),
    );
  });
});
