import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openConversations, startWorker, type Worker } from "../../../../src/index.js";
import { historyOf } from "../../../../src/talk/conversations/port/history.js";
import type { FollowedEvent, SharedConversations } from "../../../../src/talk/conversations/port/port.js";
import { allModes, inputFor } from "../../../support/any-mode.js";
import { compiled } from "../../../support/compiled.js";
import { freePort } from "../../../support/free-port.js";
import { createHeldModel } from "../../../support/held-model.js";
import { createHeldSpeeches } from "../../../support/held-speeches.js";
import { type Postgres, startPostgres } from "../../../support/postgres.js";
import { isStatus, numberedIn, until } from "../../contracts/conversations.js";

let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);

afterAll(() => postgres.stop());

const historyIn = async (conversations: SharedConversations, thread: string) =>
  historyOf((await conversations.read(thread)).state);

describe("a follower", () => {
  let address: string;
  let worker: Worker;
  let places: readonly SharedConversations[];

  beforeAll(async () => {
    address = await postgres.createDatabase();
    worker = await startWorker(address, { model: createHeldModel().model });
    // No server listens at this address, so the second of the places gets no notifications.
    const listenAt = `postgres://rostrum@127.0.0.1:${await freePort()}/none`;
    const queues = [true, { listenAt }, true] as const;
    places = await Promise.all(queues.map((queue) => openConversations(address, { queue, pollMs: 20 })));
  }, 300_000);

  afterAll(async () => {
    await Promise.all(places.map((place) => place.close()));
    await worker.stop();
  });

  const at = (move: number) => places[move % places.length] as SharedConversations;

  it.each(allModes)(
    "that moves to another process after each numbered event gets each numbered event once, in order, in %s mode",
    async (mode) => {
      const { thread } = await at(0).start(mode, { input: inputFor(mode) });
      const seen: FollowedEvent[] = [];
      for (let move = 0, isOver = false; !isOver; move += 1) {
        const after = numberedIn(seen).at(-1)?.sequence ?? 0;
        const events = await until(
          at(move).follow(thread, { after }),
          (event) => event.sequence !== undefined || isStatus("ended")(event),
        );
        seen.push(...events);
        isOver = isStatus("ended")(events.at(-1) as FollowedEvent);
      }
      expect(numberedIn(seen)).toEqual(await historyIn(at(1), thread));
    },
  );

  it("that stays at a process without notifications gets each numbered event", async () => {
    const { thread } = await at(1).start("bidding", { input: inputFor("bidding") });
    const events = await until(at(1).follow(thread), isStatus("ended"));
    expect(numberedIn(events)).toEqual(await historyIn(at(1), thread));
  });
});

describe("a worker process", () => {
  const children: ChildProcess[] = [];

  afterAll(() => {
    for (const child of children) child.kill("SIGKILL");
  });

  it("is replaced if it is killed in the middle of a speech, and the conversation is the same as without the kill", async () => {
    const address = await postgres.createDatabase();
    const child = fork(compiled("test/support/worker-process.ts"), [address], { execArgv: [] });
    children.push(child);
    await once(child, "message");
    const conversations = await openConversations(address, { queue: true, pollMs: 50 });
    const input = inputFor("round-robin", { maxTurns: 3 });
    const speaking = once(child, "message");
    const { thread } = await conversations.start("round-robin", { input });
    const following = until(conversations.follow(thread), isStatus("ended"));
    await speaking;
    child.kill("SIGKILL");
    await once(child, "exit");
    const worker = await startWorker(address, { model: createHeldSpeeches().model });
    const events = await following;
    const undisturbed = await conversations.start("round-robin", { input });
    await until(conversations.follow(undisturbed.thread), isStatus("ended"));
    const parts = async (name: string) => {
      const { messages, decisions, stopReason } = await conversations.transcript(name);
      return { messages: messages.map(({ time: _time, ...message }) => message), decisions, stopReason };
    };
    expect(await parts(thread)).toEqual(await parts(undisturbed.thread));
    expect(numberedIn(events)).toEqual(await historyIn(conversations, thread));
    const statuses = events.flatMap((event) => (event.type === "status" ? event.status : []));
    expect([...new Set(statuses)]).toEqual(["queued", "running", "ended"]);
    await conversations.close();
    await worker.stop();
  }, 300_000);

  it("stops and exits on SIGTERM", async () => {
    const child = fork(compiled("test/support/worker-process.ts"), [await postgres.createDatabase()], { execArgv: [] });
    children.push(child);
    await once(child, "message");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
