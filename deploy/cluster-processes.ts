/** The processes of `npm run cluster`. They stop when the process that started this one disconnects. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../test/support/postgres.js";

const workerCount = 2;
/** How long workers may take to finish their current steps, in seconds. Short, because the cluster keeps no data. */
const graceSeconds = 5;
const killMs = 15_000;

const commandLine = fileURLToPath(new URL("../src/apps/cli/main.ts", import.meta.url));
const token = randomBytes(24).toString("base64url");
const children: ChildProcess[] = [];

function start(name: string, words: readonly string[], onLine: (line: string) => void = () => {}): void {
  const child = spawn(process.execPath, [...process.execArgv, commandLine, ...words], {
    env: { ...process.env, ROSTRUM_UI_TOKEN: token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  console.error(`${name}: process ${child.pid}`);
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => {
      console.error(`${name}: ${line}`);
      onLine(line);
    });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const killing = setTimeout(() => child.kill("SIGKILL"), killMs);
  await ended;
  clearTimeout(killing);
}

const stopping = once(process, "disconnect").then(() => 0);
const postgres = await startPostgres();
let status = 1;
try {
  const database = await postgres.createDatabase();
  for (let number = 1; number <= workerCount; number += 1)
    start(`worker ${number}`, ["worker", "--db", database, "--grace", String(graceSeconds)]);
  start("page", ["ui", "--queue", "--db", database, ...process.argv.slice(2)], (line) => {
    const [address] = /https?:\/\/\S+\//.exec(line) ?? [];
    if (address) console.log(`Open ${address}?token=${token}\nPress Ctrl-C to stop. Nothing is kept.`);
  });
  // The cluster stops on a disconnect, or if a worker or the page's server exits.
  status = await Promise.race([stopping, ...children.map((child) => once(child, "exit").then(() => 1))]);
} finally {
  await Promise.all(children.map(end));
  await postgres.stop();
}
// Calls `process.exit`, because the library that runs PostgreSQL resets `process.exitCode` to 0.
await wait(0);
process.exit(status);
