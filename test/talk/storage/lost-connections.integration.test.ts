import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import pg from "pg";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openCheckpointer, openThreads } from "../../../src/talk/storage/open.js";
import type { OpenCheckpointer, ThreadRecord } from "../../../src/talk/storage/threads.js";
import { compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";

let postgres: Postgres;
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);
beforeAll(async () => {
  postgres = await startPostgres();
  process.on("unhandledRejection", note);
  process.on("uncaughtExceptionMonitor", note);
});
afterAll(async () => {
  process.off("unhandledRejection", note);
  process.off("uncaughtExceptionMonitor", note);
  await postgres.stop();
  expect(unhandled).toEqual([]);
});

const config = { configurable: { thread_id: "talk" } };
const endConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
const savedAt = "2031-05-04T12:00:00.000Z";
const record: ThreadRecord = {
  ...{ name: "talk", mode: "bidding", title: null, input: {}, context: {} },
  ...{ state: "running", turn: 1, createdAt: savedAt, updatedAt: savedAt },
};

function talk(checkpointer: OpenCheckpointer, disturb?: () => Promise<unknown>) {
  let speeches = 0;
  const answer = async (call: Parameters<typeof plainAnswer>[0]) => {
    if (call.purpose === "speech") speeches += 1;
    if (call.purpose === "speech" && speeches === 3) await disturb?.();
    await wait(5);
    return plainAnswer(call);
  };
  return compileMode("bidding", { model: new ScriptedModel(answer as never) }, { checkpointer });
}

const said = (state: { messages: readonly { id?: string; text: string }[] }) =>
  state.messages.map(({ id, text }) => [id, text]);

async function undisturbed() {
  const checkpointer = await openCheckpointer("memory");
  return said(await talk(checkpointer).invoke(inputFor("bidding"), config));
}

/** Resumes after each failure until a run succeeds, and returns the number of failures. */
async function resumeToEnd(checkpointer: OpenCheckpointer, begin: Promise<unknown>) {
  let failures = 0;
  for (let run = begin; ; run = talk(checkpointer).invoke(null, config)) {
    const error = await run.then(
      () => undefined,
      (thrown) => thrown,
    );
    if (error === undefined) break;
    expect(error).toMatchObject({
      code: "storage-failed",
      details: { place: expect.stringMatching(/^PostgreSQL 127/) },
    });
    failures += 1;
    expect(failures).toBeLessThan(5);
  }
  expect(said((await talk(checkpointer).getState(config)).values as never)).toEqual(await undisturbed());
  return failures;
}

describe.each(["openCheckpointer", "openThreads"] as const)("a run with %s", (opener) => {
  const open = async (address: string) => {
    if (opener === "openCheckpointer") {
      const checkpointer = await openCheckpointer(address);
      return { checkpointer, close: () => checkpointer.close() };
    }
    const threads = await openThreads(address);
    await threads.take("talk");
    return { checkpointer: threads.checkpointer, threads, close: () => threads.close() };
  };

  it("continues if every connection breaks between two saves", async () => {
    const address = await postgres.createDatabase();
    const { checkpointer, threads, close } = await open(address);
    const disturbed = talk(checkpointer, () => postgres.query(address, endConnections));
    const failures = await resumeToEnd(checkpointer, disturbed.invoke(inputFor("bidding"), config));
    expect(failures).toBe(0);
    // Despite the broken connections, the lock must still be held.
    const other = await openThreads(address);
    if (threads) await expect(other.take("talk")).rejects.toMatchObject({ code: "thread-in-use" });
    await other.close();
    await close();
  });

  it("continues or resumes if connections keep breaking", async () => {
    const address = await postgres.createDatabase();
    const { checkpointer, close } = await open(address);
    let isOver = false;
    const storm = (async () => {
      while (!isOver) {
        await postgres.query(address, endConnections);
        await wait(60);
      }
    })();
    const begin = talk(checkpointer).invoke(inputFor("bidding"), config);
    await Promise.allSettled([begin]);
    isOver = true;
    await storm;
    const state = await talk(checkpointer)
      .getState(config)
      .catch(() => talk(checkpointer).getState(config));
    await resumeToEnd(
      checkpointer,
      "messages" in state.values ? begin : talk(checkpointer).invoke(inputFor("bidding"), config),
    );
    await close();
  });

  it("continues or resumes if the server restarts", async () => {
    const { checkpointer, close } = await open(await postgres.createDatabase());
    const disturbed = talk(checkpointer, () => postgres.restart());
    await resumeToEnd(checkpointer, disturbed.invoke(inputFor("bidding"), config));
    await close();
  });

  it.each([1, 3])("continues or resumes if the user has a connection limit of %i", async (limit) => {
    const address = new URL(await postgres.createDatabase());
    await postgres.query(
      String(address),
      `CREATE ROLE ${opener}_${limit} LOGIN PASSWORD 'x' CONNECTION LIMIT ${limit}; GRANT ALL ON SCHEMA public TO ${opener}_${limit};
       GRANT CREATE ON DATABASE ${address.pathname.slice(1)} TO ${opener}_${limit}`,
    );
    address.username = `${opener}_${limit}`.toLowerCase();
    address.password = "x";
    const { checkpointer, close } = await open(String(address));
    await resumeToEnd(checkpointer, talk(checkpointer).invoke(inputFor("bidding"), config));
    await close();
  });
});

it.each(["openCheckpointer", "openThreads"] as const)(
  "storage from %s retries queries if connections break",
  async (opener) => {
    const address = await postgres.createDatabase();
    const opened = opener === "openThreads" ? await openThreads(address) : undefined;
    const checkpointer = opened?.checkpointer ?? (await openCheckpointer(address));
    const broken = jest.spyOn(pg.Pool.prototype, "query") as unknown as jest.SpiedFunction<() => Promise<never>>;
    const breakTwice = () => {
      for (let time = 0; time < 2; time += 1)
        broken.mockImplementationOnce(() => Promise.reject(new Error("Connection terminated unexpectedly")));
    };
    try {
      breakTwice();
      expect(await checkpointer.getTuple(config)).toBeUndefined();
      if (opened) {
        breakTwice();
        expect(await opened.find("talk")).toBeUndefined();
      }
      expect(broken.mock.calls.length).toBeGreaterThanOrEqual(opened ? 6 : 3);
    } finally {
      broken.mockRestore();
      await (opened ?? checkpointer).close();
    }
  },
);

it.each(["still holds the lock", "has finished"])(
  "a process that loses its lock to another process that %s saves nothing more and reports an error",
  async (until) => {
    const address = await postgres.createDatabase();
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => openThreads(address)));
    if (!first || !second || !third) throw new Error("not opened");
    await first.take("talk");
    // `first` may send another heartbeat before `second` asks for the lock.
    const takeOver = async (): Promise<void> => {
      await postgres.query(address, "UPDATE rostrum_processes SET alive_until = now()");
      await second.take("talk").catch((error) => (error.code === "thread-in-use" ? takeOver() : Promise.reject(error)));
    };
    const running = talk(first.checkpointer, async () => {
      await takeOver();
      await talk(second.checkpointer).invoke(null, config);
      await second.save(record);
      if (until === "has finished") await second.close();
    });
    const takenOver = { code: "storage-failed", details: { fault: "taken-over" } };
    await expect(running.invoke(inputFor("bidding"), config)).rejects.toMatchObject(takenOver);
    await expect(first.save({ ...record, turn: 0 })).rejects.toMatchObject(takenOver);
    await expect(running.updateState(config, { topic: "mine" })).rejects.toMatchObject(takenOver);
    expect(await third.list()).toMatchObject([{ turn: 1 }]);
    expect(said((await talk(third.checkpointer).getState(config)).values as never)).toEqual(await undisturbed());
    for (const threads of [first, third, ...(until === "has finished" ? [] : [second])]) await threads.close();
  },
);

it.each([2, 6])("opening a new database %i times at once causes no errors", async (count) => {
  const address = await postgres.createDatabase();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await postgres.query(
      address,
      "DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SEQUENCE IF EXISTS rostrum_sequence",
    );
    const opened = await Promise.all(
      Array.from({ length: count }, (_each, index) => (index % 2 ? openThreads(address) : openCheckpointer(address))),
    );
    for (const each of opened) await each.close();
  }
});

it("openThreads reports that the user lacks a permission", async () => {
  const address = new URL(await postgres.createDatabase());
  await postgres.query(String(address), "CREATE ROLE guest LOGIN PASSWORD 'x'");
  address.username = "guest";
  address.password = "x";
  await expect(openThreads(String(address))).rejects.toMatchObject({
    code: "storage-failed",
    message: expect.stringMatching(
      /its tables cannot be created; check the user's permissions \(permission denied for/,
    ),
  });
});
