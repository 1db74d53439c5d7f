/** Results of real commands in this repository, as they are now. What names the machine or tells the time is taken out. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

const COMMANDS = {
  "vitest run test/budget": ["npx", "vitest", "run", "test/budget", "--no-color", "--reporter=verbose"],
  "tsc --listFiles": ["npx", "tsc", "-p", "tsconfig.core.json", "--noEmit", "--listFiles"],
  "git log --stat -n 60": ["git", "log", "--stat", "-n", "60", "--format=%h %s"],
  "grep -rn 'bytes' src": ["grep", "-rn", "bytes", "src"],
  "ls -R src": ["ls", "-R", "src"],
  "cat package-lock.json": ["cat", "package-lock.json"],
};

export function captureCommands() {
  return Object.entries(COMMANDS).map(([name, [command, ...args]]) => {
    const { stdout, stderr, error } = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 30 });
    if (error !== undefined) throw error;
    return { name, text: plain(stdout + stderr) };
  });
}

function plain(text) {
  return text
    .replaceAll(ROOT, ".")
    .replace(/\b\d+(?:\.\d+)? ?m?s\b/g, "1ms")
    .replace(/\d\d:\d\d:\d\d/g, "00:00:00");
}
