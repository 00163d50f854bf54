import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { RostrumError } from "../../../../src/errors/rostrum-error.js";
import { namespaceLabel } from "../../../../src/graph/inbox/inbox.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { LocalConversations } from "../../../../src/talk/conversations/local/local-conversations.js";
import { type KeyedStart, keyedStart } from "../../../../src/talk/conversations/port/start.js";
import { openThreads } from "../../../../src/talk/storage/open.js";
import type { Threads } from "../../../../src/talk/storage/threads.js";
import { isStatus, until } from "../../contracts/conversations.js";

const input = { topic: "The ferry", participants: [{ name: "Ann" }, { name: "Bo" }], maxTurns: 3 };

/** To the storage, each place looks like a separate process. */
let places: LocalConversations[];
let storages: Threads[];
let folder: string;
let gate: { readonly reached: Promise<void>; open(): void; enter(): Promise<void> } | undefined;
const answered: string[] = [];

const model = new ScriptedModel(async ({ participant, turn }) => {
  await gate?.enter();
  answered.push(`${participant} ${turn}`);
  return `${participant} speaks in turn ${turn}.`;
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-operations-"));
  storages = await Promise.all([0, 1].map(() => openThreads(join(folder, "talks.db"))));
  places = storages.map((storage) => new LocalConversations(storage, { model, pollMs: 5 }));
});
afterEach(async () => {
  gate?.open();
  gate = undefined;
  jest.restoreAllMocks();
  for (const place of places) await place.close();
  await rm(folder, { recursive: true });
});

function createGate(): NonNullable<typeof gate> {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const enter = async () => {
    reached.resolve();
    await opened.promise;
  };
  return { reached: reached.promise, open: opened.resolve, enter };
}

type Method = (...given: never[]) => Promise<unknown>;

/** Holds the next call of a method at the returned gate, before the call has any effect. */
function holdNext<Name extends string>(owner: Record<Name, Method>, name: Name): NonNullable<typeof gate> {
  const holding = createGate();
  const method = owner[name];
  jest.spyOn(owner as Record<string, Method>, name).mockImplementationOnce(async (...given) => {
    await holding.enter();
    return method.apply(owner, given);
  });
  return holding;
}

const [here, there] = [() => places[0] as LocalConversations, () => places[1] as LocalConversations];

async function startHeld(): Promise<string> {
  gate = createGate();
  const { thread } = await here().start("round-robin", { input });
  await gate.reached;
  return thread;
}

const openGate = () => {
  gate?.open();
  gate = undefined;
};

const end = (thread: string, place = here()) => until(place.follow(thread), isStatus("ended"));
const started = async () => {
  const { thread } = await here().start("round-robin", { input });
  await end(thread);
  return thread;
};

const refused = (code: string) => ({ details: { problems: [expect.objectContaining({ code })] } });

async function countsIn(thread: string, ...texts: readonly string[]): Promise<number[]> {
  const { messages = [] } = (await here().read(thread)).state;
  return texts.map((text) => messages.filter((message) => message.text === text).length);
}

describe("a message with `now`", () => {
  it("is delivered exactly once, even if another one arrives at the same time", async () => {
    const thread = await startHeld();
    const sent = ["One.", "Two."].map((text) => here().interject(thread, text, { now: true }));
    expect((await Promise.all(sent)).map(({ heard }) => heard)).toEqual(["now", "now"]);
    openGate();
    await end(thread);
    expect(await countsIn(thread, "One.", "Two.")).toEqual([1, 1]);
  });

  it("does not interrupt the conversation again if it is sent again with the same id", async () => {
    const thread = await startHeld();
    await here().interject(thread, "One.", { now: true, id: "one" });
    const calls = model.calls.length;
    expect(await here().interject(thread, "One.", { now: true, id: "one" })).toEqual({ id: "one", heard: "now" });
    openGate();
    await end(thread);
    expect(await countsIn(thread, "One.")).toEqual([1]);
    expect(model.calls.length - calls).toBeLessThanOrEqual(4);
  });

  it("resolves and is delivered if another operation continues the stopped conversation first", async () => {
    const thread = await startHeld();
    await here().cancel(thread);
    const resuming = here().resume(thread);
    const sending = here().interject(thread, "One.", { now: true });
    openGate();
    await Promise.all([resuming, sending]);
    await end(thread);
    expect(await countsIn(thread, "One.")).toEqual([1]);
  });

  it.each(["before", "after"])(
    "resolves and is delivered if another process tries to lock the conversation just %s it arrives",
    async (when) => {
      const thread = await startHeld();
      await here().cancel(thread);
      // One process has the lock, but has not started its run.
      const locking = holdNext(storages[when === "before" ? 1 : 0] as Threads, "save");
      const first = when === "before" ? there().resume(thread) : here().interject(thread, "One.", { now: true });
      await locking.reached;
      if (when === "before") {
        expect(await here().interject(thread, "One.", { now: true })).toMatchObject({ heard: "next-turn" });
      } else {
        await expect(there().resume(thread)).rejects.toMatchObject({ code: "thread-in-use" });
      }
      locking.open();
      openGate();
      await first;
      await end(thread);
      expect(await countsIn(thread, "One.")).toEqual([1]);
    },
  );

  it("keeps the lock between the run that it interrupts and the next run", async () => {
    const thread = await startHeld();
    const saving = holdNext(storages[0] as Threads, "save");
    const sending = here().interject(thread, "One.", { now: true });
    await saving.reached;
    await expect(there().resume(thread)).rejects.toMatchObject({ code: "thread-in-use" });
    await expect(there().remove(thread)).rejects.toMatchObject({ code: "thread-in-use" });
    saving.open();
    await expect(sending).resolves.toMatchObject({ heard: "now" });
    openGate();
    await end(thread);
  });

  it("is delivered although the next run cannot begin, and the status gives the reason", async () => {
    const thread = await startHeld();
    const [storage] = storages as [Threads];
    jest.spyOn(storage, "save").mockRejectedValueOnce(new Error("the disk is full"));
    expect(await here().interject(thread, "One.", { now: true })).toMatchObject({ heard: "next-turn" });
    const failed = { status: "failed", error: { message: "the disk is full" } };
    expect(await here().read(thread)).toMatchObject(failed);
    expect((await until(here().follow(thread), isStatus("failed"))).at(-1)).toMatchObject(failed);
    openGate();
    await here().resume(thread);
    await end(thread);
    expect(await countsIn(thread, "One.")).toEqual([1]);
  });

  it("waits until the new round of an ended conversation has opened", async () => {
    const thread = await started();
    const [{ checkpointer }] = storages as [Threads];
    const opening = holdNext(checkpointer, "put");
    const starting = here().start("round-robin", { thread, input: { maxTurns: 2 } });
    await opening.reached;
    expect((await here().interject(thread, "One.", { now: true })).heard).not.toBe("now");
    opening.open();
    await starting;
    await end(thread);
    expect((await here().read(thread)).state.turn).toBe(5);
    expect(await countsIn(thread, "One.")).toEqual([1]);
  });

  it("keeps a request to stop after the turn", async () => {
    const thread = await startHeld();
    const cancelling = here().cancel(thread, { afterTurn: true });
    await here().interject(thread, "One.", { now: true });
    openGate();
    await cancelling;
    const { status, state } = await here().read(thread);
    expect([status, state.turn]).toEqual(["stopped", 1]);
  });
});

describe("removing a conversation", () => {
  it.each(["resume", "start", "interject", "control"] as const)(
    "is final, even if another process is about to %s, except that a start may open a new conversation",
    async (operation) => {
      const thread = operation === "start" ? await started() : await startHeld();
      await here().cancel(thread);
      openGate();
      const storage = storages[1] as Threads;
      const locking = holdNext(storage, "take");
      const acts = {
        resume: () => there().resume(thread),
        start: () => there().start("round-robin", { thread, input: { maxTurns: 1 } }),
        interject: () => there().interject(thread, "One.", { now: true }),
        control: () => there().control(thread, { mute: "Bo" }, { now: true }),
      };
      const acting = acts[operation]();
      await locking.reached;
      await here().remove(thread);
      locking.open();
      if (operation === "start") {
        // The thread is free again, so the other process may start a new conversation.
        await acting.catch(() => {});
        await here().list();
        return;
      }
      await expect(acting).rejects.toMatchObject(refused("unknown-thread"));
      expect(await here().list()).toMatchObject({ conversations: [] });
      expect(await storage.checkpointer.getTuple({ configurable: { thread_id: thread } })).toBeUndefined();
    },
  );

  it("does not give the settings of the removed conversation to a new one with the same name", async () => {
    await here().start("round-robin", { thread: "talk", input });
    await end("talk");
    const locking = holdNext(storages[1] as Threads, "take");
    const acting = there().start("round-robin", { thread: "talk", input: { maxTurns: 1 } });
    await locking.reached;
    await here().remove("talk");
    await here().start("round-robin", { thread: "talk", input: { ...input, topic: "The bridge" } });
    await end("talk");
    locking.open();
    await acting;
    await end("talk", there());
    const { conversations } = await here().list();
    expect(conversations).toMatchObject([{ thread: "talk", topic: "The bridge", turn: 4 }]);
  });
});

describe("following conversations that another process runs", () => {
  it("continues even if one of them cannot be read", async () => {
    const [broken, thread] = [await started(), await started()];
    const following = [broken, thread].map((each) => there().follow(each));
    for (const each of following) await each.next();
    const storage = storages[1] as Threads;
    const { find } = storage;
    jest.spyOn(storage, "find").mockImplementation(async (name) => {
      if (name === broken) throw new Error("the record is damaged");
      return find.call(storage, name);
    });
    await here().start("round-robin", { thread, input: { maxTurns: 1 } });
    for (let turn = 0; turn < 4; ) ({ turn } = { turn: 0, ...(await following[1]?.next())?.value });
    for (const each of following) await each.return();
  });

  it("starts no second read of a conversation before the first read has ended", async () => {
    const thread = await started();
    const following = there().follow(thread);
    await following.next();
    const reading = createGate();
    const storage = storages[1] as Threads;
    const { find } = storage;
    const spy = jest.spyOn(storage, "find").mockImplementation(async (name) => {
      await reading.enter();
      return find.call(storage, name);
    });
    await reading.reached;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(spy).toHaveBeenCalledTimes(1);
    reading.open();
    await following.return();
  });
});

describe("copying a conversation", () => {
  it("gives each of several simultaneous forks its own name, even across processes", async () => {
    const thread = await started();
    const forking = [here(), there(), here(), there()].map((place) => place.fork(thread, { turn: 1 }));
    const names = await Promise.all(forking);
    expect([...names].sort()).toEqual([2, 3, 4, 5].map((number) => `${thread}-${number}`));
    for (const name of names) expect((await there().read(name)).state.turn).toBe(1);
  });

  it("cannot give a conversation to another owner", async () => {
    const thread = await started();
    await expect(here().fork(thread, { turn: 1, as: "bob:talk" })).rejects.toMatchObject({ code: "invalid-input" });
    expect((await here().as("bob").list()).conversations).toEqual([]);
  });

  it("works for a thread with a long name", async () => {
    const thread = "a".repeat(60);
    await here().start("round-robin", { thread, input });
    await end(thread);
    const fork = await here().fork(thread, { turn: 1 });
    expect((await here().read(fork)).status).toBe("stopped");
  });
});

describe("answers", () => {
  it("count once if two processes answer the same question, and one of the calls is rejected", async () => {
    const participants = [{ name: "Ann", human: true }, { name: "Bo" }];
    const { thread } = await here().start("round-robin", { input: { ...input, participants } });
    await until(here().follow(thread), isStatus("waiting"));
    const locking = holdNext(storages[1] as Threads, "take");
    const late = there().answer(thread, "Mine.");
    await locking.reached;
    await here().answer(thread, "First.");
    await until(here().follow(thread), isStatus("waiting"));
    locking.open();
    await expect(late).rejects.toMatchObject(refused("not-waiting"));
    expect(await countsIn(thread, "First.", "Mine.")).toEqual([1, 0]);
  });
});

describe("an idempotency key", () => {
  const idempotencyKey = "job-1";

  it("gives all simultaneous calls the same conversation, even across processes", async () => {
    const calls = [here(), there(), here(), there()].map((place) =>
      place.start("round-robin", { input, idempotencyKey }),
    );
    const results = await Promise.all(calls);
    expect(new Set(results.map(({ thread }) => thread)).size).toBe(1);
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it.each([undefined, "talk"])("gives an identical call the ended conversation (thread: %s)", async (named) => {
    const options = { input, idempotencyKey, thread: named };
    const { thread } = await here().start("round-robin", options);
    await end(thread);
    for (const place of [here(), there()])
      expect(await place.start("round-robin", options)).toEqual({ thread, isNew: false });
    expect((await here().read(thread)).state.turn).toBe(3);
  });

  it.each([undefined, "talk"])("is rejected for a different call (thread: %s)", async (named) => {
    const options = { input, idempotencyKey, thread: named };
    const { thread } = await here().start("round-robin", options);
    await end(thread);
    const others = [
      () => there().start("bidding", options),
      () => there().start("round-robin", { ...options, input: { ...input, maxTurns: 4 } }),
      () => there().start("round-robin", { ...options, context: { language: "zh" } }),
      () => there().start("round-robin", { ...options, thread: "other" }),
      () => there().start("round-robin", { ...options, thread: named ? undefined : "talk" }),
    ];
    for (const other of others) await expect(other()).rejects.toMatchObject(refused("key-taken"));
    expect((await here().list()).conversations.map((listed) => listed.thread)).toEqual([thread]);
  });

  it("starts one conversation if simultaneous calls name different threads", async () => {
    const calls = ["one", "two", undefined].map((thread, index) =>
      (places[index % 2] as LocalConversations).start("round-robin", { input, idempotencyKey, thread }),
    );
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject(refused("key-taken"));
    expect((await here().list()).conversations).toHaveLength(1);
  });

  it("identifies one round of a conversation, and another key adds another round", async () => {
    const thread = await started();
    const again = { thread, input: { maxTurns: 1 } };
    for (const key of ["round-2", "round-2", "round-3", "round-2", "round-3"]) {
      expect(await here().start("round-robin", { ...again, idempotencyKey: key })).toEqual({ thread, isNew: false });
      await end(thread);
    }
    expect((await here().read(thread)).state.turn).toBe(5);
    const other = here().start("round-robin", { ...again, input: { maxTurns: 2 }, idempotencyKey: "round-3" });
    await expect(other).rejects.toMatchObject(refused("key-taken"));
  });

  it("is not saved for a call that is rejected", async () => {
    const thread = await started();
    const { id } = keyedStart("round-robin", { idempotencyKey }) as KeyedStart;
    const place = () => storages[0]?.inbox.get(["rostrum", "starts", namespaceLabel(id)], "thread");
    const round = (changed: object) =>
      here().start("round-robin", { thread, input: { ...input, ...changed }, idempotencyKey });
    for (const start of [
      () => here().start("round-robin", { thread: "other", input: { maxTurns: 0 }, idempotencyKey }),
      () => round({ participants: [{ name: "Ann", tools: ["none"] }, { name: "Bo" }] }),
    ]) {
      await expect(start()).rejects.toMatchObject({ code: "invalid-input" });
      expect(await place()).toBeNull();
    }
    await round({ maxTurns: 1 });
    await expect(round({ maxTurns: 2 })).rejects.toMatchObject(refused("key-taken"));
    expect(await place()).toMatchObject({ value: { name: thread } });
  });

  it("can be used again, even for another thread, once its conversation is removed", async () => {
    const options = { input, idempotencyKey, thread: "talk" };
    await here().start("round-robin", options);
    await end("talk");
    await here().remove("talk");
    const other = await there().start("round-robin", { ...options, thread: "other" });
    expect(other).toEqual({ thread: "other", isNew: true });
  });

  it("is not copied to forks", async () => {
    const { thread } = await here().start("round-robin", { input, idempotencyKey });
    await end(thread);
    const fork = await here().fork(thread, { turn: 1 });
    await here().remove(thread);
    expect(await here().start("round-robin", { input, idempotencyKey })).toEqual({ thread, isNew: true });
    expect((await here().read(fork)).state.turn).toBe(1);
  });
});

it("the errors of rejected operations are instances of RostrumError", async () => {
  const thread = await startHeld();
  const refusing = [there().resume(thread), there().cancel(thread), there().remove(thread), here().resume(thread)];
  for (const result of await Promise.allSettled(refusing)) {
    expect(result.status).toBe("rejected");
    if (result.status === "rejected") expect(RostrumError.isInstance(result.reason)).toBe(true);
  }
});
