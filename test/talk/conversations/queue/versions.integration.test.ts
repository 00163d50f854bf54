/** In this suite, the next version is a copy of the build in which two saved formats have one more migration. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { openConversations } from "../../../../src/talk/conversations/open.js";
import { allModes, inputFor } from "../../../support/any-mode.js";
import { compiled } from "../../../support/compiled.js";
import { plainAnswer } from "../../../support/plain-answers.js";
import { type Postgres, startPostgres } from "../../../support/postgres.js";
import type { Told, UserCall } from "../../../support/version-process.js";
import { isStatus, until } from "../../contracts/conversations.js";

const today = compiled("");
const next = `${today}-next`;
let postgres: Postgres;
const running: VersionProcess[] = [];

class VersionProcess {
  readonly told: Told[] = [];

  private constructor(private readonly child: ChildProcess) {
    child.on("message", (told: Told) => this.told.push(told));
  }

  static async start(build: string, address: string, role: "worker" | "user"): Promise<VersionProcess> {
    const started = new VersionProcess(
      fork(join(build, "test/support/version-process.js"), [address, role], { execArgv: [] }),
    );
    running.push(started);
    await started.hears(({ kind }) => kind === "ready");
    return started;
  }

  async hears(matches: (told: Told) => boolean, count = 1): Promise<void> {
    while (this.told.filter(matches).length < count) {
      if (this.child.exitCode !== null) throw new Error(`the process exited with ${this.child.exitCode}`);
      await wait(20);
    }
  }

  call(call: UserCall): void {
    this.child.send(call);
  }

  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill(signal);
    await exited;
  }
}

async function addMigration(path: string): Promise<void> {
  const file = join(next, path);
  const text = await readFile(file, "utf8");
  const changed = text.replace("migrations: []", "migrations: [(saved) => saved]");
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
}

beforeAll(async () => {
  postgres = await startPostgres();
  await cp(today, next, { recursive: true, verbatimSymlinks: true });
  await addMigration("src/core/state/saved-conversation.js");
  await addMigration("src/talk/storage/threads.js");
}, 300_000);
afterEach(async () => {
  for (const each of running.splice(0)) await each.end("SIGKILL");
});
afterAll(async () => {
  await postgres.stop();
  await rm(next, { recursive: true, force: true });
});

const callsFrom = (name: string) =>
  allModes.map((mode) => ({ start: mode, thread: `${mode}-${name}`, input: inputFor(mode) }));

async function undisturbed(calls: ReturnType<typeof callsFrom>) {
  const conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
  const texts = await Promise.all(
    calls.map(async ({ start, thread, input }) => {
      await conversations.start(start, { thread, input });
      await until(conversations.follow(thread), isStatus("ended"));
      const { messages } = await conversations.transcript(thread);
      return [thread, messages.map(({ name, text }) => `${name}: ${text}`)] as const;
    }),
  );
  await conversations.close();
  return Object.fromEntries(texts);
}

const is = (kind: Told["kind"]) => (told: Told) => told.kind === kind;

it("conversations in every mode survive an upgrade and a downgrade of the workers", async () => {
  const address = await postgres.createDatabase();
  const calls = { before: callsFrom("before"), during: callsFrom("during"), after: callsFrom("after") };
  const all = Object.values(calls).flat();
  const old = {
    user: await VersionProcess.start(today, address, "user"),
    worker: await VersionProcess.start(today, address, "worker"),
  };
  for (const call of calls.before) old.user.call(call);
  await old.worker.hears(is("spoke"), 2);
  // Workers of both versions are running.
  const updated = {
    user: await VersionProcess.start(next, address, "user"),
    worker: await VersionProcess.start(next, address, "worker"),
  };
  for (const call of calls.during) updated.user.call(call);
  await updated.worker.hears(is("spoke"), 4);
  // Only the next version's worker is running.
  await old.worker.end();
  await updated.worker.hears(is("spoke"), 8);
  // Only the old version's worker is running. It cannot read what the next version has saved.
  const back = await VersionProcess.start(today, address, "worker");
  await updated.worker.end();
  for (const call of calls.after) updated.user.call(call);
  await back.hears(is("left"));
  await VersionProcess.start(next, address, "worker");
  for (const { thread } of all) updated.user.call({ thread });
  await updated.user.hears(is("over"), all.length);
  const over = updated.user.told.flatMap((told) => (told.kind === "over" ? [told] : []));
  expect(over.filter(({ status }) => status !== "ended")).toEqual([]);
  expect(Object.fromEntries(over.map(({ thread, texts }) => [thread, texts]))).toEqual(await undisturbed(all));
  const left = [old.worker, back].flatMap(({ told }) => told.flatMap((each) => (each.kind === "left" ? [each] : [])));
  expect(new Set(left.map(({ fault }) => fault))).toEqual(new Set(["newer-version"]));
}, 300_000);
