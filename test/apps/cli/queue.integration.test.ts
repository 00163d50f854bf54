import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { openConversations, startWorker, type Worker } from "../../../src/index.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import type { Conversations, FollowedEvent } from "../../../src/talk/conversations/port/port.js";
import { offline } from "../../docs/pages.js";
import { compiled } from "../../support/compiled.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { type Ended, rostrum, suiteFolder } from "./captured-io.js";

suiteFolder();
const program = compiled("src/apps/cli/main.ts");
let postgres: Postgres;
let address: string;
/** The address as messages show it, with `***` instead of its password. */
let shown: string;
let queue: readonly string[];
let conversations: Conversations;
const workers: Worker[] = [];
const processes: ReturnType<typeof spawnRostrum>[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  address = await postgres.createDatabase();
  shown = address.replace(":rostrum@", ":***@");
  queue = ["--db", address, "--queue"];
  conversations = await openConversations(address, { queue: true });
});
afterEach(async () => {
  for (const { child } of processes) child.kill("SIGKILL");
  await Promise.all(processes.splice(0).map(({ ended }) => ended));
  await Promise.all(workers.splice(0).map((worker) => worker.stop({ graceMs: 0 })));
  await conversations.close();
});

async function start(words: readonly string[], text: string) {
  const started = spawnRostrum(words);
  processes.push(started);
  await started.shows(text);
  return started;
}

function spawnRostrum(words: readonly string[]) {
  const child = spawn(process.execPath, [program, ...words], { env: offline });
  const ended = once(child, "close").then(([code]) => code as number | null);
  let output = "";
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    child.emit("output");
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const shows = async (text: string) => {
    while (!output.includes(text)) {
      const isOver = await Promise.race([once(child, "output").then(() => false), ended.then(() => true)]);
      if (isOver && !output.includes(text)) throw new Error(`ended without “${text}”: ${output}`);
    }
  };
  return { child, ended, shows, output: () => output };
}

const workerProcess = (...options: string[]) => start(["worker", "--db", address, ...options], "Worker ready");

/** `pace`: milliseconds per word of a rehearsed speech. */
async function startHere(pace = 0): Promise<void> {
  workers.push(await startWorker(address, { model: new RehearsalModel({ pace, notice: false }) }));
}

const run = (name: string, turns = 3, ...options: string[]) =>
  rostrum(["run", "bidding", "--seed", "1", "--turns", String(turns), "--thread", name, ...queue, ...options]);

async function until(name: string, isLast: (event: FollowedEvent) => boolean): Promise<void> {
  while (!(await conversations.list()).conversations.some(({ thread }) => thread === name)) await wait(50);
  for await (const event of conversations.follow(name)) if (isLast(event)) return;
}

const speaksIn =
  (turn: number) =>
  (event: FollowedEvent): boolean =>
    event.type === "speech-delta" && event.turn === turn;

async function linesOf(name: string): Promise<string[]> {
  const { messages } = await conversations.transcript(name);
  return messages.map((message) => `${message.name}: ${message.text}`);
}

const paragraphs = ({ stdout }: Ended) => stdout.trimEnd().split("\n\n");

describe("a worker", () => {
  it("is replaced by another one if it is killed", async () => {
    const { child } = await workerProcess("--pace", "60");
    const following = run("killed");
    await until("killed", speaksIn(2));
    child.kill("SIGKILL");
    await startHere();
    const followed = await following;
    expect(followed).toMatchObject({ status: 0, stderr: expect.stringContaining("the workers' model") });
    expect(followed.stderr).toContain(`rostrum run bidding --turns 3 --seed 1 --db '${shown}' --queue\n`);
    const alone = await run("alone");
    expect(paragraphs(followed)).toEqual(await linesOf("alone"));
    expect(paragraphs(alone)).toEqual(await linesOf("killed"));
  });

  it("hands over its conversations after SIGTERM", async () => {
    const { child, ended, output } = await workerProcess("--pace", "300", "--concurrency", "3");
    const ready = `Worker ready: it runs up to 3 conversations at once from ${shown} (press Ctrl-C to stop)\n`;
    expect(output()).toContain(ready);
    const following = run("handed");
    await until("handed", speaksIn(1));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(output()).toMatch(/\nStopping\. The running conversations are handed over within 30 s\. .*\nStopped\.\n$/);
    expect((await conversations.read("handed")).status).toBe("running");
    expect((await linesOf("handed")).length).toBeLessThan(4);
    await startHere();
    expect((await following).status).toBe(0);
    expect(await linesOf("handed")).toHaveLength(4);
  });

  it.each([
    ["at the second Ctrl-C", [], ["SIGINT", "SIGINT"]],
    ["after the grace period", ["--grace", "0.1"], ["SIGTERM"]],
  ] as const)("cuts off its steps %s", async (_when, options, signals) => {
    // Each word takes nine seconds.
    const { child, ended, shows } = await workerProcess("--pace", "9000", ...options);
    const following = run("slow", 1);
    await until("slow", ({ type }) => type === "speech-start");
    for (const signal of signals) {
      child.kill(signal);
      await shows("Stopping");
    }
    expect(await ended).toBe(0);
    await startHere();
    expect((await following).status).toBe(0);
    expect(await linesOf("slow")).toHaveLength(2);
  });

  it("answers monitoring requests until it has stopped", async () => {
    const { child, ended, output, shows } = await workerProcess("--port", "0", "--pace", "9000");
    const [, base = ""] = /, with \/health and \/metrics at (http:\/\/127\.0\.0\.1:\d+\/) \(/.exec(output()) ?? [];
    const health = async () => {
      const answer = await fetch(`${base}health`);
      return [answer.status, await answer.json()];
    };
    expect(await health()).toEqual([200, { status: "ok" }]);
    expect(await (await fetch(`${base}metrics`)).text()).toMatch(/^rostrum_worker_places 20$/m);
    expect((await fetch(base)).status).toBe(404);

    const taken = await rostrum(["worker", "--db", address, "--port", new URL(base).port]);
    expect(taken).toMatchObject({ status: 2, stdout: "" });
    expect(taken.stderr).toMatch(/^rostrum: 127\.0\.0\.1:\d+ is already in use; .+ --port\n$/);

    // The first step takes longer than the test, so the worker is still stopping when `health` asks it.
    const following = run("slow", 1);
    await until("slow", ({ type }) => type === "speech-start");
    child.kill("SIGTERM");
    await shows("Stopping");
    expect(await health()).toEqual([503, { status: "stopping" }]);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await expect(health()).rejects.toThrow("fetch failed");
    await startHere();
    expect((await following).status).toBe(0);
  });

  it("reports the failure of a conversation, and so does the command that follows the conversation", async () => {
    const working = rostrum(["worker", "--db", address], { interruptOnceAt: "keyless" });
    const { status, stderr } = await run("keyless", 1, "--model", "openai:gpt-4.1-mini");
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("rostrum: in the worker: ") });
    expect(stderr).toMatch(/in the worker: .*OPENAI_API_KEY/);
    expect((await working).stderr).toMatch(/^rostrum: “keyless”: openai:gpt-4.1-mini needs an API key.*$/m);
  });

  it("cannot start without its database, or with a model whose API key is missing", async () => {
    const unreachable = await rostrum(["worker", "--db", "postgres://me:s3cret@127.0.0.1:1/talks"]);
    expect(unreachable).toMatchObject({ status: 1, stdout: "" });
    expect(unreachable.stderr).toMatch(/^rostrum: PostgreSQL 127\.0\.0\.1:1: cannot connect; .*ECONNREFUSED/);
    expect(unreachable.stderr).not.toContain("s3cret");
    process.env["ROSTRUM_MODEL"] = "openai:gpt-4.1-mini";
    const keyless = await rostrum(["worker", "--db", address]);
    delete process.env["ROSTRUM_MODEL"];
    expect(keyless).toMatchObject({ status: 2, stderr: expect.stringMatching(/^rostrum: ROSTRUM_MODEL: .*_KEY/) });
  });
});

describe("a command with --queue, without a worker,", () => {
  it("says that the conversation is waiting, and takes it out of the queue on Ctrl-C", async () => {
    const words = ["run", "round-robin", "--turns", "1", "--thread", "early", ...queue];
    const { status, stderr } = await rostrum(words, { interruptOnceAt: "waiting for a worker" });
    expect(status).toBe(130);
    expect(stderr).toContain(`If no worker is running, start one: rostrum worker --db '${shown}'\n`);
    expect(stderr).toContain(`To continue: rostrum resume early --db '${shown}' --queue\n`);
    expect((await conversations.read("early")).status).toBe("stopped");
    await startHere();
    const resumed = await rostrum(["resume", "early", ...queue]);
    expect(resumed).toMatchObject({ status: 0, stderr: expect.stringContaining("“early” starts.") });
  });
});

describe("with --queue,", () => {
  it("Ctrl-C stops the conversation after the current turn, even if another terminal started it", async () => {
    await startHere(30);
    const following = run("shared", 9);
    await until("shared", speaksIn(1));
    const other = await rostrum(["resume", "shared", ...queue], { interruptOnceAt: "Turn 1" });
    expect(other).toMatchObject({ status: 130, stderr: expect.stringContaining("Stopping after the current turn.") });
    expect(other.stderr).toContain("Here it is from the beginning.");
    expect(await following).toMatchObject({ status: 1, stderr: expect.stringContaining("continued elsewhere") });
    expect((await conversations.read("shared")).status).toBe("stopped");
  });

  it("a conversation without a name is saved under an id, which the command prints", async () => {
    await startHere();
    const { stderr } = await rostrum(["run", "round-robin", "--turns", "1", ...queue]);
    const [, id = ""] = /^thread (\S+)\n/.exec(stderr) ?? [];
    expect(await linesOf(id)).toHaveLength(2);
  });

  it("commands interject in, rename and list conversations that workers are running", async () => {
    await startHere(30);
    const following = run("old", 9);
    await until("old", speaksIn(1));
    const told = await rostrum(["interject", "old", "And the fog?", "--now", "--json", ...queue]);
    expect(JSON.parse(told.stdout)).toMatchObject({ heard: "now" });
    await rostrum(["threads", "rename", "old", "Night train", ...queue]);
    const listed = await rostrum(["threads", "--json", ...queue]);
    expect(JSON.parse(listed.stdout).conversations).toMatchObject([{ title: "Night train", status: "running" }]);
    expect(await following).toMatchObject({ status: 0, stdout: expect.stringContaining("And the fog?") });
  });

  it("commands fork and delete conversations that workers are running", async () => {
    await startHere(30);
    const following = run("old", 20);
    await until("old", speaksIn(2));
    const forked = await rostrum(["fork", "old", "--turn", "1", "--as", "new", "--turns", "2", ...queue]);
    expect(forked.status).toBe(0);
    expect(await linesOf("new")).toHaveLength(3);
    expect(await rostrum(["threads", "remove", "old", "--yes", ...queue])).toMatchObject({ status: 0 });
    expect((await following).status).toBe(1);
    expect((await rostrum(["show", "old", ...queue])).stderr).toContain("no saved conversation named “old”");
  });

  it("the page's conversations run in workers", async () => {
    await startHere();
    const { child, ended, output } = await start(["ui", "--port", "0", ...queue], "Rostrum is running at");
    const [base = ""] = /http:\S+/.exec(output()) ?? [];
    const body = JSON.stringify({ mode: "round-robin", input: { topic: "Tea?", maxTurns: 1 }, thread: "paged" });
    const headers = { "content-type": "application/json" };
    expect((await fetch(`${base}api/conversations`, { method: "POST", headers, body })).status).toBe(201);
    await until("paged", (event) => event.type === "status" && event.status === "ended");
    expect(output()).not.toContain("This is a rehearsal");
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("conversations that are started through MCP run in workers", async () => {
    await startHere();
    const client = new Client({ name: "test", version: "1" });
    const args = [program, "mcp", ...queue];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    try {
      const { content } = await client.callTool({ name: "run_conversation", arguments: { mode: "round-robin" } });
      expect(JSON.stringify(content)).toContain("ended");
    } finally {
      await client.close();
    }
  });
});
