import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { HumanMessage } from "@langchain/core/messages";
import { createRoundRobin } from "../../../../src/graph/modes/round-robin/round-robin.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { LocalConversations } from "../../../../src/talk/conversations/local/local-conversations.js";
import type { FollowedEvent, ForkRequest } from "../../../../src/talk/conversations/port/port.js";
import { type KeyedStart, keyedStart } from "../../../../src/talk/conversations/port/start.js";
import { openThreads } from "../../../../src/talk/storage/open.js";
import type { Threads } from "../../../../src/talk/storage/threads.js";
import { isStatus, until } from "../../contracts/conversations.js";

const input = { topic: "The ferry", participants: [{ name: "Ann" }, { name: "Bo" }], maxTurns: 2 };

const pollMs = 5;

let hold: Promise<void> | undefined;
let storage: Threads;
let conversations: LocalConversations;
beforeEach(async () => {
  const model = new ScriptedModel(async ({ participant, turn }) => {
    await hold;
    return `${participant} speaks in turn ${turn}.`;
  });
  storage = await openThreads("memory");
  conversations = new LocalConversations(storage, { model, pollMs });
});
afterEach(async () => {
  hold = undefined;
  jest.restoreAllMocks();
  await conversations.close();
});

function holdModel(): () => void {
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

async function held() {
  const release = holdModel();
  const { thread } = await conversations.start("round-robin", { input });
  return { release, thread };
}

async function followTo(thread: string, status: string) {
  const follower = conversations.follow(thread);
  const types: string[] = [];
  for (;;) {
    const { value } = await follower.next();
    if (!value) throw new Error(`the events ended before the status ${status}`);
    types.push(value.type);
    if (value.type === "status" && value.status === status) return { follower, types };
  }
}

it("in production, a conversation that names its model needs no default model", async () => {
  const { NODE_ENV: environment } = process.env;
  process.env["NODE_ENV"] = "production";
  const byName = { "own:model": new ScriptedModel(() => "The ferry should be free.") };
  const local = new LocalConversations(await openThreads("memory"), { models: { byName }, pollMs });
  try {
    const { thread } = await local.start("round-robin", { input, context: { model: "own:model" } });
    await until(local.follow(thread), isStatus("ended"));
    expect((await local.read(thread)).context).toEqual({ model: "own:model" });
    await expect(local.start("round-robin", { input })).rejects.toMatchObject({ code: "missing-key" });
  } finally {
    process.env["NODE_ENV"] = environment;
    await local.close();
  }
});

it("the fields of a start, an estimate or a fork cannot contain another mode", async () => {
  const { thread } = await conversations.start("round-robin", { input: { ...input, mode: "round-robin" } });
  await end(thread);
  const fields = { input: { ...input, mode: "director" } };
  for (const refused of [
    () => conversations.start("bidding", fields),
    () => conversations.estimate("bidding", fields),
    () => conversations.fork(thread, { turn: 1, mode: "bidding", changes: { mode: "director" } }),
  ])
    await expect(refused()).rejects.toMatchObject({ details: { problems: [{ field: "mode", code: "not-one-of" }] } });
});

it("a fork rejects changes that do not fit its cast, and an invalid context", async () => {
  const { thread } = await conversations.start("round-robin", { input });
  await end(thread);
  const refused = (field: string, code: string) => ({ details: { problems: [{ field, code }] } });
  const forking = (changed: Omit<ForkRequest, "turn">) =>
    expect(conversations.fork(thread, { turn: 1, ...changed })).rejects;
  await forking({ changes: { selection: { lead: "Cid" } } }).toMatchObject(refused("selection.lead", "not-in-cast"));
  await forking({ context: { nonsense: 1 } }).toMatchObject(refused("context.nonsense", "unknown-field"));
  await forking({ context: { temperature: 3 } }).toMatchObject(refused("context.temperature", "out-of-range"));
  expect(await conversations.fork(thread, { turn: 1, changes: { selection: { lead: "Bo" } } })).toBe(`${thread}-2`);
});

it("a fork into another mode can be forked before it has run", async () => {
  const { thread } = await conversations.start("round-robin", { input });
  await end(thread);
  const changes = { maxTurns: 1, bidding: { criterion: "urge" } };
  const fork = await conversations.fork(thread, { turn: 1, mode: "bidding", changes });
  const again = await conversations.fork(fork, { turn: 1, speech: "I saw nobody.", changes: { wordLimit: 20 } });
  const back = await conversations.fork(again, { turn: 1, mode: "round-robin" });
  await expect(conversations.fork(again, { turn: 0 })).rejects.toThrow("turn: must be at least 1");
  await expect(conversations.fork(again, { turn: 2 })).rejects.toThrow("turn: must be a turn up to 1");
  for (const copy of [again, back]) {
    await conversations.resume(copy);
    await end(copy);
  }
  const read = async (name: string) => {
    const { mode, state } = await conversations.read(name);
    const { maxTurns, wordLimit, bidding, turn, messages = [] } = state;
    return { mode, maxTurns, wordLimit, bidding, turn, speech: messages[1]?.text };
  };
  const common = { maxTurns: 1, wordLimit: 20, turn: 2, speech: "I saw nobody." };
  expect(await read(again)).toMatchObject({ ...common, mode: "bidding", bidding: { criterion: "urge" } });
  expect(await read(back)).toMatchObject({ ...common, mode: "round-robin" });
});

it("a follower receives a run's unsaved events, even if another follower leaves as the run starts", async () => {
  const { thread } = await conversations.start("round-robin", { input });
  await conversations.cancel(thread);
  const leaving = await followTo(thread, "stopped");
  const save = jest.spyOn(storage, "save");
  const { getTuple } = storage.checkpointer;
  jest.spyOn(storage.checkpointer, "getTuple").mockImplementation(async (config) => {
    if (save.mock.calls.length > 0) await leaving.follower.return(undefined);
    return getTuple.call(storage.checkpointer, config);
  });
  const release = holdModel();
  await conversations.resume(thread);
  const following = followTo(thread, "ended");
  release();
  expect((await following).types).toContain("speech-start");
});

async function end(thread: string): Promise<void> {
  await (await followTo(thread, "ended")).follower.return(undefined);
}

it("a conversation resumes with its own input if the process that started it died before the opening", async () => {
  const options = { scenario: input, idempotencyKey: "job-1" };
  const { id: thread, digest } = keyedStart("round-robin", options) as KeyedStart;
  const times = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() };
  const record = { name: thread, mode: "round-robin", title: null, input, context: {}, turn: 0, ...times };
  await storage.save({ ...record, state: "running", starts: { [thread]: digest } });
  expect(await conversations.start("round-robin", options)).toEqual({ thread, isNew: false });
  await end(thread);
  expect((await conversations.read(thread)).state).toMatchObject({ topic: "The ferry", maxTurns: 2 });
});

it("a conversation keeps its topic in the list after another round from a scenario", async () => {
  const { thread } = await conversations.start("round-robin", { input });
  await end(thread);
  await conversations.start("round-robin", { thread, scenario: { maxTurns: 1 } });
  await end(thread);
  expect((await conversations.list()).conversations).toMatchObject([{ topic: "The ferry", turn: 3 }]);
});

it("a fork of an earlier round has that round's topic in the list", async () => {
  const { thread } = await conversations.start("round-robin", { input });
  await end(thread);
  await conversations.start("round-robin", { thread, input: { topic: "The tunnel", maxTurns: 1 } });
  await end(thread);
  await conversations.fork(thread, { turn: 1 });
  expect((await conversations.list()).conversations).toMatchObject([{ topic: "The ferry" }, { topic: "The tunnel" }]);
});

it("a conversation has no transcript before the opening, even if a caller's own graph starts with messages", async () => {
  const times = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() };
  const running = { name: "talk", mode: "own", title: null, context: {}, state: "running", turn: 0, ...times } as const;
  await storage.save({ ...running, input: { messages: [new HumanMessage("What does it cost?")] } });
  conversations = new LocalConversations(storage, { graphs: { own: createRoundRobin() } });
  await expect(conversations.transcript("talk")).rejects.toMatchObject({
    code: "invalid-input",
    details: { problems: [{ code: "nothing-said" }] },
  });
});

describe("a conversation that a person interrupts", () => {
  it("continues with the participant given by `next`", async () => {
    const { release, thread } = await held();
    const called = conversations.control(thread, { next: "Bo" }, { now: true });
    await expect(called).resolves.toMatchObject({ heard: "now" });
    expect((await conversations.read(thread)).status).toBe("running");
    release();
    await end(thread);
    const { state } = await conversations.read(thread);
    expect(state.decisions?.map(({ speaker }) => speaker)).toEqual(["Bo", "Ann"]);
  });

  it("does not appear stopped during the interruption", async () => {
    const { release, thread } = await held();
    const statuses: string[] = [];
    const following = (async () => {
      for await (const event of conversations.follow(thread)) {
        if (event.type === "status") statuses.push(event.status);
        if (statuses.at(-1) === "ended") return;
      }
    })();
    const { take } = storage;
    jest.spyOn(storage, "take").mockImplementation(async (name) => {
      await wait(10 * pollMs);
      return take.call(storage, name);
    });
    await conversations.interject(thread, "One moment.", { now: true });
    release();
    await following;
    expect(statuses).toEqual(["running", "running", "ended"]);
  });

  it("stays stopped if it is cancelled during the interruption", async () => {
    const { thread } = await held();
    const interrupting = conversations.interject(thread, "One moment.", { now: true });
    await conversations.cancel(thread);
    await interrupting;
    expect((await conversations.read(thread)).status).toBe("stopped");
  });

  it("leaves no saved state if it is removed during the interruption", async () => {
    const { thread } = await held();
    const interrupting = conversations.interject(thread, "One moment.", { now: true });
    await conversations.remove(thread);
    await interrupting;
    expect(await storage.checkpointer.getTuple({ configurable: { thread_id: thread } })).toBeUndefined();
  });
});

it("a fork into another mode keeps removed participants excluded", async () => {
  const participants = [{ name: "Ann" }, { name: "Bo" }, { name: "Cy" }];
  const { thread } = await conversations.start("round-robin", { input: { ...input, participants } });
  await followTo(thread, "ended");
  await conversations.control(thread, { remove: "Cy" });
  await conversations.start("round-robin", { thread, input: { maxTurns: 2 } });
  await followTo(thread, "ended");
  const fork = await conversations.fork(thread, { turn: 3, mode: "supervisor" });
  const { state } = await conversations.read(fork);
  expect(state["participants"]).toContainEqual(expect.objectContaining({ name: "Cy", presence: "removed" }));
});

describe("a conversation that another process continues while it is read", () => {
  it("is read again, so that its record and its state match", async () => {
    const { thread } = await conversations.start("round-robin", {
      input: { ...input, participants: [{ name: "Ann", human: true }, { name: "Bo" }] },
    });
    await (await followTo(thread, "waiting")).follower.return(undefined);
    const waiting = await storage.find(thread);
    const release = holdModel();
    await conversations.answer(thread, "Free for all.");
    const find = storage.find.bind(storage);
    let reads = 0;
    jest.spyOn(storage, "find").mockImplementation(async (name) => {
      reads += 1;
      return reads === 1 ? waiting : find(name);
    });
    // Acts like another process, which does not know about the run.
    const { runs } = conversations.threads;
    const run = runs.get(thread);
    runs.delete(thread);
    expect((await conversations.read(thread)).status).toBe("running");
    if (run) runs.set(thread, run);
    release();
    await followTo(thread, "ended");
  });
});

describe("news of a conversation that another process is running", () => {
  it.each([
    ["is not passed on if it belongs to an earlier stretch", "an-earlier-one", "running"],
    ["is passed on if it belongs to the current stretch", undefined, "stopped"],
  ])("%s", async (_what, stretch, status) => {
    const people = [{ name: "Ann", human: true }, { name: "Bo" }];
    const { thread } = await conversations.start("round-robin", { input: { ...input, participants: people } });
    await (await followTo(thread, "waiting")).follower.return(undefined);
    const { feeds } = new LocalConversations(storage, { pollMs }).threads;
    const following = feeds.follow(await conversations.threads.find(thread), {});
    const statusAfter = async (known: string) => {
      for await (const event of following) if (event.type === "status" && event.status !== known) return event.status;
      throw new Error("the events ended");
    };
    for (let isWaiting = false; !isWaiting; ) {
      const { value } = await following.next();
      isWaiting = value?.type === "status" && value.status === "waiting";
    }
    const next = statusAfter("waiting");
    await feeds.hear(thread, { kind: "status", status: { type: "status", status: "stopped", waiting: [] }, stretch });
    const release = holdModel();
    await conversations.answer(thread, "Free for all.");
    expect(await next).toBe(status);
    feeds.close();
    release();
  });

  it("is passed on only once if it arrives twice", async () => {
    const people = [{ name: "Ann", human: true }, { name: "Bo" }];
    const { thread } = await conversations.start("round-robin", { input: { ...input, participants: people } });
    await (await followTo(thread, "waiting")).follower.return(undefined);
    const { feeds } = new LocalConversations(storage, { pollMs }).threads;
    const following = feeds.follow(await conversations.threads.find(thread), {});
    for (let isWaiting = false; !isWaiting; ) {
      const { value } = await following.next();
      isWaiting = value?.type === "status" && value.status === "waiting";
    }
    const status = { type: "status", status: "stopped", waiting: [] } as const;
    for (let count = 0; count < 2; count += 1) await feeds.hear(thread, { kind: "status", status, stretch: undefined });
    const last = { type: "status", status: "failed", waiting: [] } as const;
    await feeds.hear(thread, { kind: "status", status: last, stretch: undefined });
    const statuses: FollowedEvent[] = [];
    while (statuses.at(-1) !== last) {
      const { value } = await following.next();
      if (value?.type === "status") statuses.push(value);
    }
    expect(statuses).toEqual([status, last]);
    feeds.close();
  });
});
