/** Every file of test/vectors/terminal, made from the cases beside this file and the slow reference. */
import { referenceClean } from "../text/terminalReference.js";
import { inputOf, toJson } from "./format.js";
import { RECORDED_CASES } from "./recordedCases.js";
import { TERMINAL_CASES } from "./terminalCases.js";

export function terminalVectors(): Record<string, string> {
  const file = (subject: string, description: string, cases: typeof TERMINAL_CASES) =>
    `${toJson({
      subject,
      description,
      cases: cases.map(([name, text]) => ({ name, input: inputOf(text), expected: { text: referenceClean(text) } })),
    })}\n`;
  return {
    clean: file("clean", "What a terminal leaves of a text, line by line.", TERMINAL_CASES),
    recorded: file("recorded", "The same for what programs printed.", RECORDED_CASES),
  };
}
