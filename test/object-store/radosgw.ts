/**
 * Ceph's gateway for S3's protocol on the loopback interface: one monitor and one OSD in memory, in a folder of their own.
 * The only server at hand that checks signatures, heeds conditions and is as strict as the large ones.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Radosgw {
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}

/** Installs what is missing; root and Debian's packages are needed. */
export async function installRadosgw(): Promise<void> {
  if (PROGRAMS.every((path) => existsSync(path))) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error(
      `Needs ${PACKAGES.join(", ")} of Debian: install them, or run this as root where there is apt-get.`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    await run("apt-get", ["update", "-qq"], { env });
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...PACKAGES], { env, maxBuffer: 2 ** 26 });
  } catch (error) {
    throw new Error(`apt-get could not install ${PACKAGES.join(", ")}`, { cause: error });
  }
}

/** A cluster that is made in a second is not always made well: it is made anew then. */
export async function startRadosgw(): Promise<Radosgw> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function startOnce(): Promise<Radosgw> {
  const folder = mkdtempSync(join(tmpdir(), "spillway-rgw-"));
  const children: ChildProcess[] = [];
  const waiting = new AbortController();
  const configPath = join(folder, "ceph.conf");
  const own = ["-c", configPath];

  function start(program: string, ...args: string[]): ChildProcess {
    const log = openSync(join(folder, `${program}.out`), "a");
    const child = spawn(program, [...own, "-f", ...args], { stdio: ["ignore", log, log] });
    children.push(child);
    return child;
  }

  async function stop(): Promise<void> {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
    }
    rmSync(folder, { recursive: true, force: true });
  }

  // Should this process end without a word, nothing of it goes on.
  process.once("exit", () => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  try {
    const [monitorPort, port] = [await freePort(), await freePort()];
    const keyring = join(folder, "keyring");
    const cluster = randomUUID();
    writeFileSync(configPath, configOf(folder, cluster, monitorPort, port));
    for (const name of ["mon", "osd"]) mkdirSync(join(folder, name));
    await run("ceph-authtool", ["--create-keyring", keyring, "--gen-key", "-n", "mon.", "--cap", "mon", "allow *"]);
    const map = join(folder, "monmap");
    await run("monmaptool", ["--create", "--fsid", cluster, "--addv", "a", `[v1:127.0.0.1:${monitorPort}]`, map]);
    await run("ceph-mon", [...own, "--mkfs", "-i", "a", "--monmap", map, "--keyring", keyring]);
    start("ceph-mon", "-i", "a");
    const osd = randomUUID();
    await run("ceph", [...own, "osd", "new", osd], { timeout: 60_000 });
    await run("ceph-osd", [...own, "-i", "0", "--mkfs", "--osd-uuid", osd]);
    const store = start("ceph-osd", "-i", "0");
    const credentials = { accessKeyId: "AKIDSPILLWAY", secretAccessKey: randomUUID() };
    const user = ["--uid", "spillway", "--display-name", "spillway", "--access-key", credentials.accessKeyId];
    const created = run("radosgw-admin", [...own, "user", "create", ...user, "--secret", credentials.secretAccessKey], {
      timeout: 60_000,
      signal: waiting.signal,
    });
    await Promise.race([created, endOf(store)]);
    const gateway = start("radosgw", "-n", "client.rgw");
    await answers(port, gateway);
    return { port, ...credentials, stop };
  } catch (error) {
    waiting.abort();
    const logs = ["ceph-mon", "ceph-osd", "radosgw"].map((name) => tail(join(folder, `${name}.out`)));
    await stop();
    throw new Error(`radosgw did not start:\n${logs.join("\n")}`, { cause: error });
  }
}

function configOf(folder: string, cluster: string, monitorPort: number, port: number): string {
  return `[global]
fsid = ${cluster}
mon host = v1:127.0.0.1:${monitorPort}
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
auth allow insecure global id reclaim = true
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon allow pool delete = true
osd objectstore = memstore
memstore device bytes = 1073741824
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
crash dir = ${folder}
keyring = ${folder}/keyring
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw thread pool size = 64
`;
}

/** Rejects when a program ends that should go on: whoever needs it would wait for ever. */
async function endOf(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`${child.spawnfile} ended with ${code}`);
}

/** Waits until the gateway answers, however it does. */
async function answers(port: number, gateway: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (gateway.exitCode !== null) break;
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return;
    } catch {
      await pause(100);
    }
  }
  throw new Error("the gateway does not answer");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function tail(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(-8).join("\n") : "";
}

const MOST_ATTEMPTS = 4;
const PACKAGES = ["radosgw", "ceph-mon", "ceph-osd"];
const PROGRAMS = ["/usr/bin/radosgw", "/usr/bin/ceph-mon", "/usr/bin/ceph-osd"];
