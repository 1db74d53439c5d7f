// Compares the API of each entry with its report under etc/. `--local` writes the reports anew.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const isLocal = process.argv.includes("--local");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(join(root, "temp", "types"), { recursive: true, force: true });
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [tsc, "-p", join(root, "tsconfig.declarations.json")], { stdio: "inherit" });

// API Extractor takes one entry a run: the configuration file is a template.
const templatePath = join(root, "api-extractor.json");
let failed = 0;
for (const [entry, target] of Object.entries(exports)) {
  if (typeof target === "string") continue; // package.json itself
  const name = entry === "." ? "spillway" : entry.slice(2).replaceAll("/", "-");
  const configObject = ExtractorConfig.loadFile(templatePath);
  configObject.projectFolder = root;
  configObject.mainEntryPointFilePath = join(root, "temp", "types", target.import.types.replace("./dist/", ""));
  configObject.apiReport.reportFileName = `${name}.api.md`;
  const extractorConfig = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: templatePath,
    packageJsonFullPath: join(root, "package.json"),
  });
  const { succeeded, apiReportChanged } = Extractor.invoke(extractorConfig, {
    localBuild: isLocal,
    messageCallback(message) {
      if (message.logLevel === "verbose" || message.logLevel === "info") message.handled = true;
    },
  });
  if (!succeeded) failed++;
  console.log(
    `${entry}: ${succeeded ? "ok" : apiReportChanged ? "differs from etc/: npm run api -- --local" : "failed"}`,
  );
}
process.exitCode = failed === 0 ? 0 : 1;
