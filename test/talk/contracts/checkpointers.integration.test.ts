import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import pg from "pg";
import type { BiddingConversation } from "../../../src/graph/modes/bidding/state.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { fork } from "../../../src/talk/conversations/delivery/fork.js";
import { openCheckpointer } from "../../../src/talk/storage/open.js";
import type { OpenCheckpointer } from "../../../src/talk/storage/threads.js";
import { allModes, compileMode, inputFor, type Mode } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { type Postgres, startPostgres } from "../../support/postgres.js";
import { keepsThreads } from "./threads.js";

const places = ["memory", "sqlite", "postgres"] as const;
let folder: string;
let postgres: Postgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rostrum-checkpointers-"));
  postgres = await startPostgres();
});

afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true });
});

const thread = (thread_id: string) => ({ configurable: { thread_id } });

describe.each(["sqlite", "postgres"] as const)("thread storage in %s", (place) => {
  keepsThreads(
    async () =>
      place === "postgres" ? postgres.createDatabase() : join(await mkdtemp(join(folder, "threads-")), "talks.db"),
    { doLocksExpire: place === "postgres" },
  );
});

describe.each(places)("conversations in %s", (place) => {
  let checkpointer: OpenCheckpointer;
  beforeAll(async () => {
    const file = join(folder, "talks.db");
    const address = { memory: "memory", sqlite: file, postgres: await postgres.createDatabase() }[place];
    checkpointer = await openCheckpointer(address);
  });
  afterAll(() => checkpointer.close());

  const compile = (mode: Mode, answer: (call: ScriptedCall) => string | Error = (call) => plainAnswer(call)) =>
    compileMode(mode, { model: new ScriptedModel(answer) }, { checkpointer });

  /** Bids of 1 or 2 tie often, so the seed has ties to break. */
  const lively = (call: ScriptedCall) =>
    call.purpose === "bid" ? `<${1 + ((call.messages[1]?.text.length ?? 0) % 2)}>` : String(plainAnswer(call));

  const valuesOf = async (mode: Mode, name: string) =>
    (await compile(mode).getState(thread(name))).values as BiddingConversation;

  it.each(allModes)(
    "a %s conversation is saved completely: the loaded state equals the returned state",
    async (mode) => {
      const graph = compile(mode);
      const { __interrupt__: _none, ...returned } = (await graph.invoke(
        inputFor(mode),
        thread(mode),
      )) as object as Record<string, unknown>;
      const kept = (await compile(mode).getState(thread(mode))).values;
      expect(kept).toEqual(returned);
      expect((kept as BiddingConversation).messages.map(({ type }) => type)).toEqual(
        (returned["messages"] as BiddingConversation["messages"]).map(({ type }) => type),
      );
    },
  );

  it("forks from turns 2, 5 and 9 keep the earlier turns, add their own turns, and leave the origin unchanged", async () => {
    const graph = compile("bidding", lively);
    const input = { ...inputFor("bidding"), maxTurns: 10 };
    await graph.invoke(input, thread("origin"));
    const origin = await valuesOf("bidding", "origin");
    const history = async () => {
      const ids: unknown[] = [];
      for await (const { config } of graph.getStateHistory(thread("origin")))
        ids.push(config.configurable?.["checkpoint_id"]);
      return ids;
    };
    const before = await history();
    const seeds = [undefined, 5, 6];
    for (const turn of [2, 5, 9])
      for (const [index, seed] of seeds.entries()) {
        const name = `fork-${turn}-${index}`;
        await fork(graph, thread("origin"), thread(name), { turn, changes: seed === undefined ? {} : { seed } });
        await graph.invoke(null, thread(name));
      }
    let others = 0;
    for (const turn of [2, 5, 9])
      for (const [index, seed] of seeds.entries()) {
        const forked = await valuesOf("bidding", `fork-${turn}-${index}`);
        expect(forked.messages.slice(0, turn + 1)).toEqual(origin.messages.slice(0, turn + 1));
        expect(forked.decisions.slice(0, turn)).toEqual(origin.decisions.slice(0, turn));
        expect(forked.messages).toHaveLength(11);
        expect(forked.decisions.map((decision) => decision.turn)).toEqual(
          origin.decisions.map((decision) => decision.turn),
        );
        expect(forked.stopReason).toEqual(origin.stopReason);
        // A fork without changes repeats the conversation.
        if (seed === undefined) expect(forked).toEqual(origin);
        else if (forked.decisions.some(({ speaker }, at) => speaker !== origin.decisions[at]?.speaker)) others += 1;
      }
    // If no fork differed, the equal earlier turns would prove nothing.
    expect(others).toBeGreaterThan(2);
    expect(await valuesOf("bidding", "origin")).toEqual(origin);
    expect(await history()).toEqual(before);
  });

  it("each checkpoint of a thread with branches keeps its own values", async () => {
    const graph = compile("bidding", lively);
    await graph.invoke({ ...inputFor("bidding"), maxTurns: 6 }, thread("branches"));
    const snapshots = [];
    for await (const snapshot of graph.getStateHistory(thread("branches"))) snapshots.push(snapshot);
    const at = snapshots.find(({ values, next }) => values.turn === 3 && next.includes("bid-collection"));
    const first = await graph.updateState(at?.config ?? {}, { seed: 901 }, "stop-check");
    const second = await graph.updateState(at?.config ?? {}, { seed: 902 }, "stop-check");
    const one = await graph.invoke(null, first);
    const two = await graph.invoke(null, second);
    for (const { config, values } of snapshots) expect((await graph.getState(config)).values).toEqual(values);
    expect([one.seed, two.seed]).toEqual([901, 902]);
    expect(one.messages.slice(0, 4)).toEqual(two.messages.slice(0, 4));
  });

  describe("checkpoints saved while the clock jumps", () => {
    let offset = 0;
    beforeEach(() => {
      const now = Date.now;
      jest.spyOn(Date, "now").mockImplementation(() => now() + offset);
    });
    afterEach(() => {
      jest.restoreAllMocks();
      offset = 0;
    });

    const historyOf = async (name: string, before?: string) => {
      const ids: string[] = [];
      const options = before === undefined ? {} : { before: { configurable: { checkpoint_id: before } } };
      for await (const { config } of compile("round-robin").getStateHistory(thread(name), options))
        ids.push(String(config.configurable?.["checkpoint_id"]));
      return ids;
    };

    it("the latest state is the one saved last, and the history lists states in the order of saving, newest first", async () => {
      const hours = [0, -1, 1, -1, 0, -2];
      const graph = compile("round-robin", (call) => {
        offset = (hours[call.turn - 1] ?? 0) * 3_600_000;
        return plainAnswer(call);
      });
      const input = { ...inputFor("round-robin"), maxTurns: hours.length };
      const returned = await graph.invoke(input, thread("clock"));
      expect(await valuesOf("round-robin", "clock")).toEqual(returned);
      const turns: unknown[] = [];
      const parents: unknown[] = [];
      for await (const { values, parentConfig } of graph.getStateHistory(thread("clock"))) {
        turns.push(values.turn ?? 0);
        parents.push(parentConfig?.configurable?.["checkpoint_id"]);
      }
      expect(turns).toEqual([...turns].sort((left, right) => Number(right) - Number(left)));
      const ids = await historyOf("clock");
      expect(parents).toEqual([...ids.slice(1), undefined]);
      for (const [index, id] of ids.entries()) expect(await historyOf("clock", id)).toEqual(ids.slice(index + 1));
    });

    it("a failed run resumes where it stopped, even if the clock has been set back by a minute", async () => {
      const graph = compile("round-robin", (call) => (call.turn === 4 ? new Error("down") : plainAnswer(call)));
      const input = { ...inputFor("round-robin"), maxTurns: 8 };
      await expect(graph.invoke(input, thread("set back"))).rejects.toMatchObject({ code: "model-call-failed" });
      offset = -60_000;
      const returned = await compile("round-robin").invoke(null, thread("set back"));
      expect(returned.messages).toHaveLength(9);
      expect(await valuesOf("round-robin", "set back")).toEqual(returned);
      await fork(graph, thread("set back"), thread("set back, fork"), { turn: 5 });
      expect((await valuesOf("round-robin", "set back, fork")).messages).toEqual(returned.messages.slice(0, 6));
    });
  });

  it("input messages without ids get ids that are saved", async () => {
    const messages = [new HumanMessage("What about the bridge?"), new AIMessage({ content: "Which?", name: "Ann" })];
    const returned = await compile("round-robin").invoke(
      { ...inputFor("round-robin"), messages, maxTurns: 2 },
      thread("handed-in"),
    );
    const kept = await valuesOf("round-robin", "handed-in");
    expect(kept.messages.map(({ id }) => id)).toEqual(returned.messages.map(({ id }) => id));
    expect(kept.messages.every(({ id }) => typeof id === "string")).toBe(true);
  });

  it("a fork from the end of an earlier round repeats the later round", async () => {
    const graph = compile("bidding", lively);
    await graph.invoke({ ...inputFor("bidding"), maxTurns: 2 }, thread("longer"));
    await graph.invoke({ maxTurns: 2 }, thread("longer"));
    await fork(graph, thread("longer"), thread("longer-2"), { turn: 2 });
    await graph.invoke(null, thread("longer-2"));
    expect(await valuesOf("bidding", "longer-2")).toEqual(await valuesOf("bidding", "longer"));
  });

  it("a fork onto an existing conversation, from an unused thread, or with invalid options is rejected", async () => {
    const graph = compile("bidding");
    for (const name of ["one", "two"]) await graph.invoke({ ...inputFor("bidding"), maxTurns: 2 }, thread(name));
    const two = await valuesOf("bidding", "two");
    const wrong = (to: string, options: object) => fork(graph, thread("one"), thread(to), options as { turn: number });
    await expect(wrong("two", { turn: 1 })).rejects.toThrow("“two” already holds a conversation");
    await expect(wrong("one", { turn: 1 })).rejects.toThrow("to: must differ from the thread that is being forked");
    await expect(wrong("new", { turn: 1, changes: { sed: 3 } })).rejects.toThrow(
      "changes.sed: is not a setting of this mode",
    );
    await expect(wrong("new", { turn: 1, changes: { topic: "x" } })).rejects.toThrow(
      "changes.topic: is fixed when the conversation opens",
    );
    await expect(wrong("new", {})).rejects.toThrow("turn: must be a whole number");
    await expect(fork(graph, thread("nobody"), thread("new"), { turn: 1 })).rejects.toThrow(
      "the thread “nobody” holds no conversation",
    );
    expect(await valuesOf("bidding", "two")).toEqual(two);
  });

  it("a fork from the last turn continues with a higher limit, and a fork from a turn that does not exist is rejected", async () => {
    const graph = compile("bidding");
    const whole = await graph.invoke({ ...inputFor("bidding"), maxTurns: 4 }, thread("whole of four"));
    await graph.invoke({ ...inputFor("bidding"), maxTurns: 2 }, thread("short"));
    await fork(graph, thread("short"), thread("goes on"), { turn: 2, changes: { maxTurns: 4 } });
    expect((await graph.invoke(null, thread("goes on"))).messages).toEqual(whole.messages);
    for (const turn of [3, -1])
      await expect(fork(graph, thread("short"), thread("none"), { turn })).rejects.toThrow(
        "turn: must be a turn up to 2",
      );
  });

  it("a fork from the middle of simultaneous speeches is rejected, and the error names the nearest possible turns", async () => {
    const graph = compile("group-chat");
    const stages = [{ task: "discuss", order: "together", speakers: ["Ann", "Bea", "Cid"] }, { task: "decide" }];
    await graph.invoke(inputFor("group-chat", { stages }), thread("at once"));
    for (const turn of [1, 2]) {
      await expect(fork(graph, thread("at once"), thread("none"), { turn })).rejects.toMatchObject({
        code: "invalid-input",
        details: { problems: [{ field: "turn", code: "between-turns", params: { turn, before: 0, after: 3 } }] },
      });
    }
    await fork(graph, thread("at once"), thread("from three"), { turn: 3 });
  });
});

it("a conversation that PostgreSQL saved before checkpoints were numbered can continue", async () => {
  const address = await postgres.createDatabase();
  const talk = async (input: object | null, now: number) => {
    jest.spyOn(Date, "now").mockReturnValue(now);
    const checkpointer = await openCheckpointer(address);
    try {
      const graph = compileMode("round-robin", { model: new ScriptedModel(plainAnswer) }, { checkpointer });
      const returned = await graph.invoke(input, thread("old"));
      return { returned, kept: (await graph.getState(thread("old"))).values };
    } finally {
      await checkpointer.close();
      jest.restoreAllMocks();
    }
  };
  const first = await talk({ ...inputFor("round-robin"), maxTurns: 3 }, Date.now());
  expect(first.kept).toEqual(first.returned);
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query("ALTER TABLE checkpoints DROP COLUMN rostrum_sequence; DROP SEQUENCE rostrum_sequence");
  await client.end();
  const second = await talk({ maxTurns: 2 }, Date.now() - 60_000);
  expect(second.returned.messages.length).toBeGreaterThan(first.returned.messages.length);
  expect(second.kept).toEqual(second.returned);
});

it.each(["", "sqlite:talks.db", "mysql://x"])("openCheckpointer rejects the address “%s”", async (address) => {
  await expect(openCheckpointer(address)).rejects.toMatchObject({ code: "invalid-input" });
});
