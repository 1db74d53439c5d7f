import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { locateJson } from "../../../src/json/cut/locate.js";
import { AT_MOST_LINEAR, timeExponent } from "../../support/growth.js";
import { runs } from "../../support/runs.js";
import { containerTree, jsonText, ndjsonText } from "../arbitraries.js";
import { readNode, recordsOf } from "../reference.js";

/** What is found: the JSON itself, and how many records it has. */
function found(text: string): { json: string; records?: number } | undefined {
  const located = locateJson(text);
  if (located === undefined) return undefined;
  const json = text.slice(located.start, located.end);
  return located.records === undefined ? { json } : { json, records: located.records.count };
}

const PRETTY = '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}';

describe("locateJson", () => {
  it.each([
    ["an object", '{"a":1}'],
    ["an array", "[1,2]"],
    ["a string", '"a"'],
    ["a number", "-1.5e3"],
    ["a word", "null"],
    ["what is nested in what is empty", "[[],{}]"],
  ])("finds %s, white space around it left out", (_name, json) => {
    expect(found(json)).toEqual({ json });
    expect(found(` \r\n\t${json}\n\n`)).toEqual({ json });
  });

  it("finds any JSON text whole", () => {
    const check = (text: string) => {
      const located = locateJson(text);
      expect({ start: located?.start, end: located?.end }).toEqual({
        start: text.length - text.trimStart().length,
        end: text.trimEnd().length,
      });
      expect(located?.records).toBeUndefined();
    };
    fc.assert(fc.property(jsonText(), check), runs(300));
  });

  it("finds records, one a line, whatever white space is between them", () => {
    const check = (text: string) => {
      const { members } = recordsOf(text);
      expect(found(text)).toEqual({ json: text.trimStart(), records: members.length });
    };
    fc.assert(fc.property(ndjsonText(), check), runs(300));
    expect(found("{}\n[]\n\n \n{}\n")).toEqual({ json: "{}\n[]\n\n \n{}\n", records: 3 });
    expect(found(`${PRETTY}\n${PRETTY}\n${PRETTY}`)?.records).toBe(3);
    expect(found("{}\r\n{}\r\n")?.records).toBe(2);
  });

  it.each([
    ["numbers, one a line", "1\n2\n3"],
    ["strings, one a line", '"a"\n"b"'],
    ["a record and a number", "{}\n1"],
    ["a record that ends early", '{"a":1}\n{"a":2'],
    ["words behind records", "{}\n{}\nthe end"],
    ["nothing", ""],
    ["white space", " \n\t"],
    ["words", "no JSON here"],
    ["a broken object", '{"a":1,}'],
    ["a string and words", '"a" he said'],
    ["a number and words", "12 monkeys"],
    ["words behind JSON", "{} is empty"],
    ["brackets that are no JSON", "see [1] and [2] for {details}"],
    ["a fence that does not end", "```json\n{}\nbut words"],
    ["a fence around words", "```\nnpm test\n```"],
    ["JSON with comments", '{"a":1 // one\n}'],
    ["a template", "{{name}}"],
  ])("finds nothing in %s", (_name, text) => {
    expect(found(text)).toBeUndefined();
  });

  it.each([
    ["words before it", 'Result: {"a":1}', '{"a":1}'],
    ["lines before it", `Done.\nIt took 3 s.\n\n${PRETTY}\n`, PRETTY],
    ["a byte order mark before it", "\ufeff[1,2]\n", "[1,2]"],
    ["a log line in brackets before it", '[INFO] loaded {"a":1}', '{"a":1}'],
    ["log lines in brackets before it", '[12:00] [INFO] a\n[12:01] [INFO] b\n{"a":1}', '{"a":1}'],
    ["a time in brackets on its line", '[2026-01-01T00:00:00Z] {"level":"info"}', '{"level":"info"}'],
    ["braces in words before it", 'for {x} in {y}:\n  [{"a":1}]', '[{"a":1}]'],
    ["a shell prompt before it", '$ curl -s example.org | jq .\n{"a":1}\n', '{"a":1}'],
    ["an indented line", 'Result:\n    {"a":1}', '{"a":1}'],
    ["another value before it on its line", '{"b":0} {"a":1}', '{"a":1}'],
    ["broken records before it", '{"a":1}\n{"a":\n{"a":3}', '{"a":3}'],
    ["a prefix that some services send", ")]}',\n[1,2]", "[1,2]"],
  ])("finds JSON with %s", (_name, text, json) => {
    expect(found(text)).toEqual({ json });
  });

  it.each([
    ["with its language", '```json\n{"a":1}\n```', '{"a":1}'],
    ["without a language", "```\n[1]\n```\n", "[1]"],
    ["with words around it", `Here it is:\n\n\`\`\`json\n${PRETTY}\n\`\`\`\n\nThat is all, \`ok\`?`, PRETTY],
    ["indented by three", '   ```\n{"a":1}\n   ```', '{"a":1}'],
    ["of four backticks", '````\n{"a":"```"}\n````', '{"a":"```"}'],
    ["behind another fence", '```sh\nls\n```\n```json\n{"a":1}\n```', '{"a":1}'],
    ["with CRLF", '```json\r\n{"a":1}\r\n```\r\n', '{"a":1}'],
    ["with backticks in the JSON", '```\n{"a":"\\n```\\n"}\n```', '{"a":"\\n```\\n"}'],
  ])("finds JSON in a fence %s", (_name, text, json) => {
    expect(found(text)).toEqual({ json });
  });

  it("finds records behind words", () => {
    expect(found('3 rows:\n{"a":1}\n{"a":2}\n{"a":3}\n')).toEqual({ json: '{"a":1}\n{"a":2}\n{"a":3}\n', records: 3 });
  });

  it("finds nothing that is not JSON, in any text", () => {
    const pieces = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      '"',
      "```\n",
      "\n",
      "a: ",
      "1",
      ",",
      '{"a":1}',
      "[INFO] ",
      " ",
      "\\",
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 20, size: "max" }).map((all) => all.join("")),
      fc.tuple(pieces, jsonText(containerTree()), pieces).map((parts) => parts.join("")),
      fc.tuple(ndjsonText(), pieces).map((parts) => parts.join("")),
    );
    const check = (text: string) => {
      const located = found(text);
      if (located === undefined) return;
      if (located.records === undefined) expect(readNode(located.json)).toBeDefined();
      else expect(recordsOf(located.json).members).toHaveLength(located.records);
    };
    fc.assert(fc.property(texts, check), runs());
  });

  it.each([
    ["[", "["],
    ["{", "{"],
    ["[ and a ] at the end", "[", "]"],
    ["{ and a } at the end", "{", "}"],
    ['{"a": and a } at the end', '{"a":', "}"],
    ["[{ and a ] at the end", "[{", "]"],
    ["lines of [ and a ] at the end", "[\n", "]"],
    ["lines of [INFO] and a } at the end", "[INFO]\n", "}"],
    ["```", "```"],
    ["lines of ```", "```\n"],
    ["fences around [", "```\n[\n"],
    ["lines of blanks", "   \t\n", "]"],
    ["blanks", " \t", "]"],
    ["strings that do not end", '["', "]"],
    ["escaped quotes", '\\"', "]"],
    ["records, the last one broken", "{}\n", "{]"],
    ["records with many empty lines", "{}\n\n\n\n\n", "{}"],
    ["records of which the words are", "x {}\n", "{}"],
    ["numbers", "1 ", "]"],
  ])("takes time in proportion to a text of nothing but %s", async (_name, piece, end = "") => {
    const exponent = await timeExponent((size) => {
      const text = piece.repeat(size / piece.length) + end;
      return () => locateJson(text);
    });
    expect(exponent).toBeLessThan(AT_MOST_LINEAR);
  });
});
