/**
 * Whose a half-made file is. Its name tells the process that makes it, so that a sweep can know, without a lock, what was
 * left by a process that is gone and what is still being written.
 */
import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { randomBytes } from "#platform";
import { errnoOf } from "./errors.js";

/** A name for a half-made file that nobody can foresee. @param stem - A part of it for people; must be safe. */
export async function stageName(stem: string): Promise<string> {
  const { place, pid, start } = await self();
  return `.${stem}.${place}-${pid}-${start}-${randomHex()}.part`;
}

export function isStageName(name: string): boolean {
  return STAGE_NAME.test(name);
}

/**
 * Whether the process that made a name of {@link stageName} has given the file up: it is gone, or it is one of which that
 * cannot be known, and the file was left alone for a week. Living writers touch theirs every hour.
 */
export async function isAbandoned(name: string, changedAt: number): Promise<boolean> {
  const [, place, pid, start] = STAGE_NAME.exec(name) ?? [];
  if (place === undefined || pid === undefined || start === undefined) return false;
  if (Date.now() - changedAt >= WEEK_MILLISECONDS) return true;
  return place === (await self()).place && !(await isRunning(Number(pid), start));
}

interface Process {
  /** Eight hexadecimal digits: in another place, the same number is another process. */
  readonly place: string;
  readonly pid: number;
  /** When it started, in the system's own count; 0 where the system does not say. */
  readonly start: string;
}

let known: Promise<Process> | undefined;

/** Looked up once: a process does not change its place. */
function self(): Promise<Process> {
  known ??= lookUp();
  return known;
}

async function lookUp(): Promise<Process> {
  // A container has processes of its own, and a shared directory may be another machine's, which may have our name.
  const place = [hostname(), await said(readlink("/proc/self/ns/pid")), await said(readFile(BOOT_ID, "utf8"))];
  const digest = createHash("sha256").update(JSON.stringify(place)).digest("hex");
  return { place: digest.slice(0, PLACE_UNITS), pid: process.pid, start: (await statusOf(process.pid)).start ?? "0" };
}

/** Numbers of processes are used again, soon in a container: a process that started at another time is another one. */
async function isRunning(pid: number, start: string): Promise<boolean> {
  try {
    process.kill(pid, 0); // asks, and does nothing
  } catch (error) {
    if (errnoOf(error) === "ESRCH") return false;
  }
  const now = start === "0" ? {} : await statusOf(pid);
  return now.state !== "Z" && (now.start === undefined || now.start === start); // Z has ended, and nobody asked how
}

/** The state of a process, and when it started, in ticks since the system did. Only Linux says. */
async function statusOf(pid: number): Promise<{ state?: string | undefined; start?: string | undefined }> {
  const status = await said(readFile(`/proc/${pid}/stat`, "utf8"));
  // The second field is the name, in brackets, and can have any character. The start is the 22nd.
  const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0], start: fields[19] };
}

/** What the system says, if it says anything. */
async function said(answer: Promise<string>): Promise<string> {
  return answer.catch(() => "");
}

function randomHex(): string {
  return Array.from(randomBytes(RANDOM_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const STAGE_NAME = /^\..+\.([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{16}\.part$/;
const BOOT_ID = "/proc/sys/kernel/random/boot_id";
const PLACE_UNITS = 8;
const RANDOM_BYTES = 8;
/** Longer than a machine sleeps in the middle of writing a file. */
const WEEK_MILLISECONDS = 604_800_000;
/** How often a living writer says so. */
export const SIGN_OF_LIFE_MILLISECONDS = 3_600_000;
