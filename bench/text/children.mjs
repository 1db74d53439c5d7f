/** The child processes of a run: what to ask of each, and how. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Tasks on one Node, in order: small texts first, then what needs a process of its own. */
export function tasksOf({ sizes, subjects, kinds }) {
  const tasks = sizes
    .map((size) => ({ script: "worker.mjs", request: { size, kinds, subjects }, label: size }))
    .filter(({ request: { size } }) => subjects.some((subject) => isTimed(subject, size)));
  if (subjects.includes("memory")) tasks.push(...memoryTasks(kinds));
  if (subjects.includes("stream")) tasks.push(...streamTasks(kinds));
  return tasks;
}

function isTimed(subject, size) {
  if (subject === "growth") return size === "100mb";
  return ["fits", "measure", "cut", "bytes"].includes(subject);
}

function memoryTasks(kinds) {
  const names = { retained: ["head", "tail", "ends", "pi"], peak: ["head", "ends, counts", "measureText", "pi"] };
  if (process.platform !== "linux") delete names.peak;
  return twoKinds(kinds).flatMap((kind) =>
    Object.entries(names).flatMap(([task, list]) =>
      list.map((name) => ({
        script: "memory.mjs",
        request: { task, kind, name, row: { subject: "memory", task, kind, name } },
        label: `memory ${task} ${kind} ${name}`,
      })),
    ),
  );
}

/** All ways in turn for the times; each alone for the memory. */
function streamTasks(kinds) {
  const ways = ["drain", "collector", "concat"];
  return twoKinds(kinds).flatMap((kind) => [
    {
      script: "stream.mjs",
      request: { kind, ways, rounds: 3, row: { subject: "stream", kind } },
      label: `stream ${kind}`,
    },
    ...ways.map((way) => ({
      script: "stream.mjs",
      request: { kind, ways: [way], rounds: 1, row: { subject: "stream rss", kind, way } },
      label: `stream ${kind}, memory of ${way}`,
    })),
  ]);
}

/** One kind of either representation in memory. */
function twoKinds(kinds) {
  return kinds.filter((kind) => kind === "ascii" || kind === "cjk");
}

/** Runs a script of this folder: the rows that it printed. A script that fails ends the run. */
export async function runChild(node, script, request) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(node, ["--expose-gc", path, JSON.stringify(request)], { stdio: ["ignore", "pipe", "inherit"] });
  const stop = () => child.kill();
  process.once("exit", stop);
  let output = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) output += chunk;
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once("exit", resolve));
  process.off("exit", stop);
  if (child.exitCode !== 0) throw new Error(`${script} ended with ${child.exitCode ?? child.signalCode}`);
  return output
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
