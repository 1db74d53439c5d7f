/** The file of test/vectors/encoding, made from the cases beside this file. */
import { ENCODING_CASES } from "./encodingCases.js";
import { toJson } from "./format.js";

export function encodingVectors(): Record<string, string> {
  const cases = ENCODING_CASES.map(([name, encoding, hex, text]) => ({
    name,
    input: { base64: Buffer.from(hex, "hex").toString("base64") },
    options: { encoding },
    expected: { text },
  }));
  const description = "Text of bytes in an encoding that is known. Any chunking of the bytes gives the same text.";
  return { decode: `${toJson({ subject: "decode", description, cases })}\n` };
}
