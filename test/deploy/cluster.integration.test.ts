import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { offline } from "../docs/pages.js";
import { ensurePage, root } from "../package/pack.js";

let folder: string;
let cluster: ChildProcess;
let printed = "";

async function hasPrinted(wanted: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = wanted.exec(printed);
    if (found) return found;
    if (cluster.exitCode !== null) throw new Error(printed);
    await new Promise((next) => setTimeout(next, 50));
  }
}

beforeAll(async () => {
  await ensurePage();
  folder = await mkdtemp(join(tmpdir(), "rostrum-cluster-"));
  // If the tests run as root, PostgreSQL runs as a different user, who needs access to this folder.
  await chmod(folder, 0o755);
  // Starts a separate process group, like that of a command in a terminal.
  cluster = spawn(process.execPath, ["--import", "tsx", "deploy/cluster.ts", "--port", "0"], {
    cwd: root,
    detached: true,
    env: { ...offline, TMPDIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [cluster.stdout, cluster.stderr])
    stream?.on("data", (piece) => {
      printed += String(piece);
    });
}, 300_000);

afterAll(async () => {
  // The cluster's other processes exit once its main process is gone.
  cluster.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const isRunning = (id: string) => {
  try {
    return process.kill(Number(id), 0);
  } catch {
    return false;
  }
};

it("the cluster runs a conversation in its workers, and ends all of its processes on Ctrl-C", async () => {
  const [, address = "", token = ""] = await hasPrinted(/^Open (http:\/\/127\.0\.0\.1:\d+)\/\?token=(\S+)$/m);
  const ask = (path: string, options: RequestInit = {}) =>
    fetch(`${address}/api/conversations${path}`, {
      ...options,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
  expect((await fetch(`${address}/api/conversations`)).status).toBe(401);
  const body = JSON.stringify({ mode: "round-robin", thread: "ferry", input: { maxTurns: 3 } });
  expect((await ask("", { method: "POST", body })).status).toBe(201);
  const read = async () => (await (await ask("/ferry")).json()) as { readonly status: string; readonly turn: number };
  let conversation = await read();
  while (!["ended", "failed"].includes(conversation.status)) conversation = await read();
  expect(conversation).toMatchObject({ status: "ended", turn: 3 });

  const processes = [...printed.matchAll(/^(?:worker \d|page): process (\d+)$/gm)].map(([, id = ""]) => id);
  expect(processes).toHaveLength(3);
  expect(processes.map(isRunning)).toEqual([true, true, true]);
  const ended = once(cluster, "exit");
  process.kill(-Number(cluster.pid), "SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(processes.map(isRunning)).toEqual([false, false, false]);
  expect((await readdir(folder)).filter((name) => name.startsWith("rostrum-postgres"))).toEqual([]);
}, 300_000);
