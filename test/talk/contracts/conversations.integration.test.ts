import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openConversations } from "../../../src/talk/conversations/open.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import { allModes } from "../../support/any-mode.js";
import { compiled } from "../../support/compiled.js";
import { createHeldModel, startHeldModel } from "../../support/held-model.js";
import { requestEnvironment } from "../../support/openai-request.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { isStatus, keepsConversations, numberedIn, until } from "./conversations.js";

let folder: string;
let postgres: Postgres;
let model: Awaited<ReturnType<typeof startHeldModel>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-conversations-"));
  postgres = await startPostgres();
  model = await startHeldModel();
});

afterAll(async () => {
  await model.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

describe.each(["memory", "sqlite", "postgres"] as const)("conversations in this process, saved in %s", (kind) => {
  const { model: scripted, ...controls } = createHeldModel();
  let address: string;
  beforeAll(async () => {
    address = { memory: "memory", sqlite: join(folder, "talks.db"), postgres: await postgres.createDatabase() }[kind];
  });

  keepsConversations({
    ...controls,
    open: () => openConversations(address, { model: scripted, pollMs: 50 }),
    forksIntoOtherModes: true,
  });
});

describe.each(["sqlite", "postgres"] as const)("a conversation running in another process, in %s", (kind) => {
  // The mode makes no difference to the database, so PostgreSQL is tested in only one mode.
  it.each(kind === "sqlite" ? allModes : ["bidding"])(
    "yields its events to this process, and resumes here after the other process is killed during a speech, in %s mode",
    async (mode) => {
      const address = kind === "sqlite" ? join(folder, `${mode}.db`) : await postgres.createDatabase();
      const held = model.holdAfter(2);
      const child = spawn(
        process.execPath,
        [compiled("test/support/conversations-process.ts"), address, mode, "talk"],
        {
          env: { ...process.env, ...requestEnvironment() },
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      await once(child.stdout, "data");
      const conversations = await openConversations(address, { pollMs: 50 });
      try {
        const following = until(conversations.follow("talk"), isStatus("ended"));
        await held;
        expect((await conversations.read("talk")).status).toBe("running");
        await expect(conversations.resume("talk")).rejects.toMatchObject({ code: "thread-in-use" });
        await expect(conversations.remove("talk")).rejects.toMatchObject({ code: "thread-in-use" });
        child.kill("SIGKILL");
        await once(child, "exit");
        // PostgreSQL may take a moment to notice the end of the process.
        const stopped = await until(conversations.follow("talk"), isStatus("stopped"));
        expect(stopped.at(-1)).toMatchObject({ isCutOff: true });
        const { state, isCutOff } = await conversations.read("talk");
        expect(isCutOff).toBe(true);
        model.release();
        await conversations.resume("talk");
        const events = await following;
        const ended = await conversations.read("talk");
        expect(ended.isCutOff).toBeUndefined();
        const history = historyOf(ended.state);
        expect(numberedIn(events)).toEqual(history);
        const before = historyOf(state);
        expect(history.slice(0, before.length)).toEqual(before);
      } finally {
        model.release();
        child.kill("SIGKILL");
        await conversations.close();
      }
    },
  );

  it("receives an interjection from this process", async () => {
    const address = kind === "sqlite" ? join(folder, "heard.db") : await postgres.createDatabase();
    const held = model.holdAfter(1);
    const child = spawn(
      process.execPath,
      [compiled("test/support/conversations-process.ts"), address, "bidding", "talk"],
      {
        env: { ...process.env, ...requestEnvironment() },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await once(child.stdout, "data");
    const conversations = await openConversations(address, { pollMs: 50 });
    try {
      await held;
      const result = await conversations.interject("talk", "Dov, what of the fog?", { now: true });
      // Despite `now`, this process cannot interrupt another process.
      expect(result).toMatchObject({ heard: "next-turn" });
      model.release();
      const events = await until(conversations.follow("talk"), isStatus("ended"));
      expect(events).toContainEqual(
        expect.objectContaining({ type: "interjection", interjection: expect.objectContaining({ to: "Dov" }) }),
      );
    } finally {
      model.release();
      child.kill("SIGKILL");
      await conversations.close();
    }
  });
});
