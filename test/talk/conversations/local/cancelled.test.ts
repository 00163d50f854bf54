import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
import type { Named } from "../../../../src/base/is-record.js";
import { createRoundRobin } from "../../../../src/graph/modes/round-robin/round-robin.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../../src/offline/scripted-model.js";
import { LocalConversations } from "../../../../src/talk/conversations/local/local-conversations.js";
import type { FollowedEvent } from "../../../../src/talk/conversations/port/port.js";
import { openThreads } from "../../../../src/talk/storage/open.js";
import type { Threads } from "../../../../src/talk/storage/threads.js";
import { allModes, fourNames, inputFor } from "../../../support/any-mode.js";
import { type Cancellation, cancellations, parallelPlan } from "../../../support/cancelling.js";
import { plainAnswer } from "../../../support/plain-answers.js";
import { isStatus, until } from "../../contracts/conversations.js";

const thread = "talk";

/** Blocks callers of `enter` until `open` is called. `reached` resolves once `count` callers are blocked. */
class Hold {
  private readonly arrivals = Promise.withResolvers<void>();
  private readonly opened = Promise.withResolvers<void>();
  readonly reached = this.arrivals.promise;

  constructor(private count: number) {}

  async enter(): Promise<void> {
    this.count -= 1;
    if (this.count === 0) this.arrivals.resolve();
    await this.opened.promise;
  }

  open(): void {
    this.opened.resolve();
  }
}

let folder: string;
let storage: Threads;
let conversations: LocalConversations;
let hold: Hold;
/** The purpose of the calls that are blocked, and the participant whose calls with it are rejected instead. */
let held: Partial<Pick<Cancellation, "held" | "refused">>;
let usesTool: boolean;

const overloaded = Object.assign(new Error("overloaded"), { status: 503, headers: { "retry-after": "60" } });

const answer = async (call: ScriptedCall): Promise<ScriptedReply> => {
  if (call.purpose === held.held) {
    if (call.participant === held.refused) return overloaded;
    await hold.enter();
  }
  if (usesTool && call.tools.length > 0 && call.index === 0)
    return new AIMessage({ content: "", tool_calls: [{ id: "1", name: "ponder", args: {} }] });
  return call.purpose === "plan" ? parallelPlan : plainAnswer(call);
};

const ponder = tool(
  async () => {
    if (usesTool) await hold.enter();
    return "Deep.";
  },
  { name: "ponder", description: "Thinks.", schema: z.object({}) },
);

const open = async () => {
  storage = await openThreads(join(folder, "talks.db"));
  const model = new ScriptedModel(answer);
  const own = createRoundRobin({ model, selectSpeaker: ({ names }) => names.at(-1) });
  conversations = new LocalConversations(storage, { model, tools: [ponder], graphs: { own }, pollMs: 5 });
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-cancelled-"));
  [hold, held, usesTool] = [new Hold(1), {}, false];
  await open();
});
afterEach(async () => {
  hold.open();
  jest.restoreAllMocks();
  await conversations.close();
  await rm(folder, { recursive: true });
});

async function expectStopped(seen: readonly FollowedEvent[]): Promise<void> {
  const last = { type: "status", status: "stopped", waiting: [] };
  expect(seen.filter(isStatus("failed", "ended"))).toEqual([]);
  expect(seen.at(-1)).toEqual(last);
  await expectRead(last);
  await conversations.close();
  await open();
  await expectRead(last);
  // Saves the record as if the process had died before it could save the end of the run.
  const record = await storage.find(thread);
  if (record) await storage.save({ ...record, state: "running" });
  await expectRead({ ...last, isCutOff: true });
}

async function expectRead(status: object): Promise<void> {
  const snapshot = await conversations.read(thread);
  expect(snapshot).toMatchObject({ status: "stopped", waiting: [] });
  expect(snapshot).not.toHaveProperty("error");
  expect((await conversations.list()).conversations).toMatchObject([{ thread, status: "stopped" }]);
  const seen = await until(conversations.follow(thread), ({ type }) => type === "status");
  expect(seen.at(-1)).toEqual(status);
}

async function cancelAt(mode: string, input: object, context: Named, reached: Promise<unknown>) {
  const starting = conversations.start(mode, { thread, input: inputFor(mode, input), context });
  await reached;
  const following = until(conversations.follow(thread), isStatus("stopped", "waiting", "failed", "ended"));
  // Lets the follower begin, so that it sees the end of the run.
  await new Promise(setImmediate);
  await conversations.cancel(thread);
  await starting;
  return following;
}

function holdSave<Given extends unknown[], Result>(number: number, save: (...given: Given) => Promise<Result>) {
  let saves = 0;
  return async (...given: Given): Promise<Result> => {
    saves += 1;
    if (saves === number) await hold.enter();
    return save(...given);
  };
}

describe("cancelling a conversation", () => {
  it("is tested in every mode", () => {
    expect(new Set(cancellations.map(({ mode }) => mode))).toEqual(new Set(allModes));
  });

  it.each(cancellations.map((each) => [each.name, each] as const))(
    "stops it during %s",
    async (_name, cancellation) => {
      const { mode, inFlight, input = {}, context = {}, ...which } = cancellation;
      [hold, held] = [new Hold(inFlight), which];
      await expectStopped(await cancelAt(mode, input, { ...context }, hold.reached));
      hold.open();
      held = {};
      await conversations.resume(thread);
      await until(conversations.follow(thread), isStatus("ended"));
    },
  );

  it.each(allModes)("stops it during a tool call in %s mode", async (mode) => {
    usesTool = true;
    const participants = fourNames.map((name) => ({ name, tools: ["ponder"] }));
    await expectStopped(await cancelAt(mode, { participants }, {}, hold.reached));
  });

  it("stops it during a speech in a graph of the caller's own", async () => {
    held = { held: "speech" };
    await expectStopped(await cancelAt("own", {}, {}, hold.reached));
  });

  it.each(["a checkpoint", "a step's writes", "its record"])("stops it while it saves %s", async (what) => {
    const { checkpointer } = storage;
    if (what === "its record") storage.save = holdSave(2, storage.save.bind(storage));
    else if (what === "a checkpoint") checkpointer.put = holdSave(4, checkpointer.put.bind(checkpointer));
    else checkpointer.putWrites = holdSave(4, checkpointer.putWrites.bind(checkpointer));
    // The save ends while the conversation is being cancelled.
    const { cancel } = conversations;
    jest.spyOn(conversations, "cancel").mockImplementationOnce(async (name) => {
      setImmediate(() => hold.open());
      await cancel.call(conversations, name);
    });
    await expectStopped(await cancelAt("round-robin", { maxTurns: 100 }, {}, hold.reached));
  });
});

it("a supervisor that is to stop after the turn also stops if the turn's task fails", async () => {
  const model = new ScriptedModel(async (call) => {
    if (call.purpose !== "execute") return plainAnswer(call);
    await hold.enter();
    return new Error("no such luck");
  });
  const supervised = new LocalConversations(storage, { model });
  await supervised.start("supervisor", { thread, input: inputFor("supervisor") });
  await hold.reached;
  const cancelling = supervised.cancel(thread, { afterTurn: true });
  // Operations on a thread run one after another, so after this one, the conversation has received the request.
  await supervised.rename(thread, "Stopped");
  hold.open();
  await cancelling;
  const { status, state } = await supervised.read(thread);
  expect([status, state.results]).toMatchObject(["stopped", [{ outcome: "failed" }]]);
});

it("a conversation that is cancelled while its end is being saved has ended, and accepts another round", async () => {
  const { checkpointer } = storage;
  const put = checkpointer.put.bind(checkpointer);
  checkpointer.put = async (...saving) => {
    if (saving[1].channel_values["stopReason"]) await hold.enter();
    return put(...saving);
  };
  await conversations.start("round-robin", { thread, input: inputFor("round-robin", { maxTurns: 1 }) });
  await hold.reached;
  const cancelling = conversations.cancel(thread);
  // Lets the run get as far as it can without this save.
  for (let ticks = 0; ticks < 100; ticks += 1) await new Promise(setImmediate);
  hold.open();
  await cancelling;
  expect((await conversations.list()).conversations).toMatchObject([{ thread, status: "ended" }]);
  await conversations.start("round-robin", { thread, input: { maxTurns: 1 } });
  await until(conversations.follow(thread), isStatus("ended"));
});

it.each(allModes)("cancelling a conversation that is waiting for people changes nothing in %s mode", async (mode) => {
  const participants = fourNames.map((name) => ({ name, human: true }));
  await conversations.start(mode, { thread, input: { ...inputFor(mode), participants } });
  await until(conversations.follow(thread), isStatus("waiting"));
  const before = await conversations.read(thread);
  await conversations.cancel(thread);
  expect(await conversations.read(thread)).toEqual(before);
  await conversations.close();
  await open();
  expect(await conversations.read(thread)).toEqual(before);
});

it("a cancelled conversation still waits for a person who has the floor in the same round", async () => {
  held = { held: "speech" };
  const stages = [{ task: "discuss", order: "together", speakers: ["Ann", "Bea"], maxRounds: 1 }, { task: "decide" }];
  const participants = fourNames.map((name) => ({ name, human: name === "Bea" }));
  const seen = await cancelAt("group-chat", { stages, participants }, {}, hold.reached);
  expect(seen.at(-1)).toMatchObject({ status: "waiting", waiting: [{ value: { participant: "Bea" } }] });
  await conversations.close();
  await open();
  expect((await conversations.list()).conversations).toMatchObject([{ status: "waiting" }]);
  const snapshot = await conversations.read(thread);
  expect(snapshot).toMatchObject({ status: "waiting", waiting: [{ value: { participant: "Bea" } }] });
  held = {};
  await conversations.answer(thread, "I am here.");
  await until(conversations.follow(thread), isStatus("ended"));
});
