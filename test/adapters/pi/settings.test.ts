import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { settingsFile, writeSettings } from "../../../src/adapters/pi/settings/files.js";
import { DEFAULT_SETTINGS, SETTING_KEYS } from "../../../src/adapters/pi/settings/keys.js";
import { resolveSettings } from "../../../src/adapters/pi/settings/resolve.js";
import { runs } from "../../support/runs.js";
import { contextOf } from "./fakePi.js";

describe("resolveSettings", () => {
  it("should take what is valid, and the defaults for the rest", () => {
    const { settings, problems } = resolveSettings({ minOutputBytes: 0, tools: ["bash"], spill: { maxAgeDays: 0.5 } });
    expect(settings).toEqual({
      ...DEFAULT_SETTINGS,
      minOutputBytes: 0,
      tools: ["bash"],
      spill: { ...DEFAULT_SETTINGS.spill, maxAgeDays: 0.5 },
    });
    expect(problems).toEqual([]);
    expect(resolveSettings(undefined)).toEqual({ settings: DEFAULT_SETTINGS, problems: [] });
  });

  it("should fall back for each malformed value, and tell which, but not what it was", () => {
    const secret = "sk-secret";
    const section = { enabled: secret, shareOfHeadroom: 1.01, inflation: 0, maxLines: -1, tools: [1], spill: secret };
    const { settings, problems } = resolveSettings({ ...section, [`${secret} !`]: 1 });
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(problems).toHaveLength(7);
    expect(problems.join()).not.toContain(secret);
    expect(resolveSettings([]).problems).toEqual(["outputLimits must be an object"]);
  });

  it("should never throw, and give settings that pass their own rules", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...names()), fc.anything())), (section) => {
        const { settings } = resolveSettings(section);
        const { maxLines, ...rest } = settings;
        expect(resolveSettings(maxLines === undefined ? rest : settings)).toEqual({ settings, problems: [] });
      }),
      runs(500),
    );
  });
});

describe("settings files", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "spillway-settings-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("should change a key and leave all else, with the file's mode", async () => {
    const file = join(folder, "settings.json");
    writeFileSync(file, '{ "theme": "dark", "outputLimits": { "inflation": 3, "spill": { "maxAgeDays": 1 } } }', {
      mode: 0o640,
    });
    await writeSettings(
      file,
      new Map<string, unknown>([
        ["inflation", undefined],
        ["spill.maxTotalBytes", 5],
      ]),
    );
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      theme: "dark",
      outputLimits: { spill: { maxAgeDays: 1, maxTotalBytes: 5 } },
    });
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  it("should make the file where there is none, and leave one that it cannot read", async () => {
    const file = join(folder, "agent", "settings.json");
    await writeSettings(file, new Map([["enabled", false]]));
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ outputLimits: { enabled: false } });
    for (const text of ["{ not JSON", "[1]"]) {
      writeFileSync(file, text);
      await expect(writeSettings(file, new Map([["enabled", true]]))).rejects.toThrow();
      expect(readFileSync(file, "utf8")).toBe(text);
    }
  });

  it("should be the project's where there is one that is trusted", () => {
    const ctx = contextOf({ cwd: folder });
    expect(settingsFile("/agent", ctx)).toBe("/agent/settings.json");
    mkdirSync(join(folder, ".pi"));
    writeFileSync(join(folder, ".pi", "settings.json"), "{}");
    expect(settingsFile("/agent", ctx)).toBe(join(folder, ".pi", "settings.json"));
    expect(settingsFile("/agent", { ...ctx, isProjectTrusted: () => false })).toBe("/agent/settings.json");
  });
});

function names(): string[] {
  return [...SETTING_KEYS.map(({ name }) => name), "spill", "other"];
}
