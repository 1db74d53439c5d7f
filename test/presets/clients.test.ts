/** Limits of known clients: found by the names that they give, and told in the documentation as they are. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { clientPreset } from "spillway/mcp";
import { type ClientPreset, clients } from "spillway/presets";
import { describe, expect, it } from "vitest";

const DOCS = readFileSync(join(resolve(import.meta.dirname ?? "test/presets", "../.."), "docs/mcp.md"), "utf8");
const all: readonly ClientPreset[] = Object.values(clients);

describe("clients", () => {
  it("should each have a source and a date, and names in lower case of which none begins another's", () => {
    const names = all.flatMap((client) => client.names.map((name) => ({ name, client })));
    for (const { source, date } of all) {
      expect(source).not.toBe("");
      expect(date).toMatch(/^20\d\d-\d\d$/);
    }
    for (const { name, client } of names) {
      expect(name).toBe(name.toLowerCase());
      expect(clientPreset(name)).toBe(client);
    }
  });

  it("should be in the table of the documentation", () => {
    const rows = [...DOCS.matchAll(/^\| [\w ]+ \| ([\d,]+)(?:; up to ([\d,]+) [\w ]+)? \| /gm)];
    const told = rows.map(([, bytes, raised]) =>
      [bytes, raised].map((figure) => figure && Number(figure.replaceAll(",", ""))),
    );
    expect(told).toEqual(all.map(({ maxEncodedBytes, maxRaisedBytes }) => [maxEncodedBytes, maxRaisedBytes]));
  });
});

describe("clientPreset", () => {
  it.each([
    ["claude-code", clients.claudeCode],
    ["Visual Studio Code", clients.vsCode],
    ["Visual Studio Code - Insiders", clients.vsCode],
    ["gemini-cli-mcp-client-github", clients.geminiCli],
    ["codexia", undefined],
    ["", undefined],
    [7 as never, undefined],
  ])("should know %s", (name, preset) => {
    expect(clientPreset(name)).toBe(preset);
  });
});
