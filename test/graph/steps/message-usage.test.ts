import { describe, expect, it } from "@jest/globals";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import fc from "fast-check";
import { AgUiTranslator } from "../../../src/apps/web/ag-ui-events.js";
import { placeOf } from "../../../src/core/text/message.js";
import { messageUsageOf, usageBesides } from "../../../src/core/usage/message-usage.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { MessageUsage } from "../../../src/records/message.js";
import type { UsageRow } from "../../../src/records/usage.js";
import { fork } from "../../../src/talk/conversations/delivery/fork.js";
import { historyOf } from "../../../src/talk/conversations/port/history.js";
import { usageOutsideSpeeches } from "../../../src/talk/transcript/in-words.js";
import { exportConversation, readExport } from "../../../src/talk/transcript/json.js";
import { publicCopy } from "../../../src/talk/transcript/public.js";
import { eventsOf } from "../../../stage/state/from-document.js";
import { usageOutside } from "../../../stage/state/measures.js";
import { recordOf } from "../../../stage/state/record.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { parallelPlan } from "../../support/cancelling.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { itHolds } from "../../support/property.js";

const thread = { configurable: { thread_id: "talk" } };
const prices = { ScriptedModel: { input: 3, output: 7 }, scripted: { input: 3, output: 7 } };

interface Talk {
  readonly messages: readonly BaseMessage[];
  readonly usage: readonly UsageRow[];
  readonly prices: typeof prices;
}

const usagesIn = ({ messages }: Talk) => messages.flatMap((message) => placeOf(message)?.usage ?? []);

const usagesOf = ({ messages }: Talk, turn: number): MessageUsage[] =>
  messages.flatMap((message) => {
    const place = placeOf(message);
    return place?.turn === turn && place.kind !== "closing" ? (place.usage ?? []) : [];
  });

const callsOf = (usages: readonly MessageUsage[]) => usages.reduce((sum, { calls }) => sum + calls, 0);

const rest = (talk: Talk) => ({
  uncounted: 0,
  ...usageBesides(messageUsageOf(talk.usage, talk.prices), usagesIn(talk)),
});
const nothing = { calls: 0, inputTokens: 0, outputTokens: 0, uncounted: 0, money: 0 };

async function run(mode: string, answer: (call: ScriptedCall) => string | AIMessage | Error, more: object = {}) {
  const model = new ScriptedModel(answer);
  const graph = compileMode(mode, { model }, { checkpointer: new MemorySaver() });
  const talk = (await graph.invoke(inputFor(mode, { prices, ...more }), thread)) as unknown as Talk;
  return { graph, model, talk };
}

describe.each(allModes)("the messages of a %s conversation", (mode) => {
  it("have costs that add up to the conversation's cost", async () => {
    const { model, talk } = await run(mode, plainAnswer);
    expect(model.calls.length).toBeGreaterThan(3);
    expect(callsOf(usagesIn(talk))).toBe(model.calls.length);
    expect(messageUsageOf(talk.usage, prices).money).toBeGreaterThan(0);
    expect(rest(talk)).toEqual(nothing);
  });

  itHolds(
    "together cost what the conversation cost, even if it is cut off several times",
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }), async (cuts) => {
      const checkpointer = new MemorySaver();
      let made = 0;
      let input: object | null = inputFor(mode, { prices });
      for (const cut of [...cuts, Number.POSITIVE_INFINITY]) {
        const reached = Promise.withResolvers<void>();
        const model: ScriptedModel = new ScriptedModel((call) => {
          if (model.calls.length < cut) return plainAnswer(call);
          reached.resolve();
          return new Promise<never>(() => {});
        });
        const graph = compileMode(mode, { model }, { checkpointer });
        const abort = new AbortController();
        const running = graph.invoke(input, { ...thread, signal: abort.signal });
        const end = await Promise.race([reached.promise, running]);
        made += model.calls.length;
        if (end) {
          const talk = end as unknown as Talk;
          expect(callsOf(usagesIn(talk))).toBe(made);
          expect(rest(talk)).toEqual(nothing);
          return;
        }
        abort.abort();
        await expect(running).rejects.toThrow();
        await new Promise(setImmediate);
        input = null;
      }
    }),
    20,
  );
});

it("the cost of a turn is that of its bids and its speech", async () => {
  const { talk, model } = await run("bidding", plainAnswer);
  for (const turn of [1, 2, 3]) {
    const calls = model.calls.filter((call) => call.turn === turn);
    expect(callsOf(usagesOf(talk, turn))).toBe(calls.length);
    expect(usagesOf(talk, turn)).toHaveLength(1);
  }
});

it("the cost of a turn includes the speech that failed before another participant spoke", async () => {
  const answer = (call: ScriptedCall) =>
    call.purpose === "speech" && call.turn === 2 && call.participant === "Ann"
      ? Object.assign(new Error("unavailable"), { status: 400 })
      : plainAnswer(call);
  const { talk, model } = await run("bidding", answer, { bidding: { runnerUp: true } });
  const calls = model.calls.filter(({ turn }) => turn === 2);
  expect(calls.filter(({ purpose }) => purpose === "speech").length).toBeGreaterThan(1);
  expect(callsOf(usagesOf(talk, 2))).toBe(calls.length);
  expect(rest(talk)).toEqual(nothing);
});

it("the cost of a task is that of its own call, even if several are done at the same time", async () => {
  const { talk } = await run("supervisor", (call) => (call.purpose === "plan" ? parallelPlan : plainAnswer(call)));
  const [plan] = talk.messages.filter((message) => placeOf(message)?.kind === "direction");
  expect(plan && placeOf(plan)?.usage?.calls).toBe(1);
  for (const turn of [1, 2, 3]) expect(usagesOf(talk, turn).map(({ calls }) => calls)).toEqual([1]);
});

it("exports, replays and AG-UI contain what each speech cost", async () => {
  const { talk } = await run("bidding", plainAnswer);
  const costs = usagesIn(talk);
  const document = readExport(JSON.stringify(exportConversation("bidding", talk as never)));
  expect(document.messages.flatMap(({ usage }) => usage ?? [])).toEqual(costs);
  const shownIn = (events: Parameters<typeof recordOf>[0]) =>
    recordOf(events).items.flatMap((item) => (item.kind === "line" && item.usage) || []);
  const history = historyOf(talk as never);
  expect(shownIn(history)).toEqual(costs);
  expect(shownIn(eventsOf(document))).toEqual(costs);
  const sentAfter = (sequence: number) => {
    const translator = new AgUiTranslator([], sequence, "en");
    const events = history.flatMap((event) => translator.take(event));
    return events.filter((event) => event.type === "CUSTOM" && event.name === "speech-usage");
  };
  expect(sentAfter(0)[0]).toMatchObject({ value: { id: "turn-1", turn: 1, ...costs[0] } });
  expect(sentAfter(0)).toHaveLength(costs.length);
  expect(sentAfter(history.at(-1)?.sequence ?? 0)).toEqual([]);
});

it("an opening costs what its preparation cost", async () => {
  const { talk, model } = await run("round-robin", plainAnswer, { prepare: true });
  const [opening] = talk.messages;
  const prepared = model.calls.filter(({ turn }) => turn === 0).length;
  expect(prepared).toBeGreaterThan(1);
  expect(opening && placeOf(opening)?.usage?.calls).toBe(prepared);
  const document = exportConversation("round-robin", talk as never);
  expect(document.messages[0]?.usage?.calls).toBe(prepared);
  expect(usageOutsideSpeeches(document)?.calls).toBe(prepared);
  expect(publicCopy(document).messages.some((message) => "usage" in message)).toBe(false);
  const old = { ...document, messages: document.messages.map(({ usage: _usage, ...message }) => message) };
  expect(usageOutsideSpeeches(old)).toBeUndefined();
});

it("an opening's cost includes money at list prices, which the opening step looks up", async () => {
  const model = Object.assign(new ScriptedModel(plainAnswer), { model: "gpt-4.1-mini" });
  const input = inputFor("round-robin", { prepare: true, budget: { money: 1 }, maxTurns: 1 });
  const talk = (await compileMode("round-robin", { model }).invoke(input)) as unknown as Talk;
  expect(usagesOf(talk, 0)).toEqual([expect.objectContaining({ money: expect.any(Number) })]);
  expect(usageBesides(messageUsageOf(talk.usage, talk.prices), usagesIn(talk)).money).toBe(0);
});

it.each(allModes.flatMap((mode) => ["round-robin", "supervisor"].map((other) => [mode, other] as const)))(
  "the cost outside the speeches excludes what a fork from %s into %s mode has copied",
  async (mode, other) => {
    const { talk: original } = await run(mode, plainAnswer);
    const isSpeech = (message: BaseMessage) => placeOf(message)?.kind === "speech";
    const messages = original.messages.slice(0, original.messages.findLastIndex(isSpeech) + 1);
    const { talk, model } = await run(other, plainAnswer, { messages, prepare: true });
    const described = model.calls.filter(({ purpose }) => purpose === "describe-participant").length;
    const outside = usageOutsideSpeeches(exportConversation(other, talk as never));
    expect(described).toBeGreaterThan(0);
    expect(outside?.calls).toBe(described);
    // The page has its own calculation, because it does not import the transcripts' code.
    expect(outside).toMatchObject(usageOutside(recordOf(historyOf(talk as never)), talk.usage) as object);
  },
);

it("the cost outside the speeches is unknown in money if some speeches are older than the prices", async () => {
  const { graph } = await run("round-robin", plainAnswer, { prices: {} });
  const priced = (await graph.invoke({ maxTurns: 1, prices }, thread)) as unknown as Talk;
  expect(usagesOf(priced, 7)).toEqual([expect.objectContaining({ money: expect.any(Number) })]);
  expect(usageOutsideSpeeches(exportConversation("round-robin", priced as never))).toEqual({
    ...{ calls: 0, inputTokens: 0, outputTokens: 0 },
  });
});

describe("tokens that the provider does not report", () => {
  const silent = (call: ScriptedCall) => new AIMessage(plainAnswer(call));

  it("are unknown without a budget", async () => {
    const { talk } = await run("round-robin", silent);
    expect(usagesOf(talk, 1)).toEqual([{ calls: 1, inputTokens: 0, outputTokens: 0, uncounted: 1, money: 0 }]);
  });

  it("are estimated with a budget, and marked", async () => {
    const { talk } = await run("round-robin", silent, { budget: { tokens: 1_000_000 } });
    const [usage] = usagesOf(talk, 1);
    expect(usage).toMatchObject({ calls: 1, estimated: true });
    expect(usage?.inputTokens).toBeGreaterThan(10);
    expect(rest(talk)).toEqual({ ...nothing, estimated: true });
  });
});

it("a message has no cost in money without prices", async () => {
  const { talk } = await run("round-robin", plainAnswer, { prices: {} });
  expect(usagesOf(talk, 1)).toEqual([{ calls: 1, inputTokens: 10, outputTokens: "Ann speaks in turn 1.".length }]);
});

it("a fork keeps the costs of the messages that it copies, and counts its own calls", async () => {
  const { graph, talk } = await run("bidding", plainAnswer);
  const copy = { configurable: { thread_id: "copy" } };
  await fork(graph, thread, copy, { turn: 3 });
  const forked = (await graph.invoke(null, copy)) as unknown as Talk;
  expect(usagesOf(forked, 2)).toEqual(usagesOf(talk, 2));
  expect(rest(forked)).toEqual(nothing);
});

it("the cost of another round excludes the first round's cost", async () => {
  const { graph, talk } = await run("round-robin", plainAnswer);
  const longer = (await graph.invoke({ maxTurns: 2 }, thread)) as unknown as Talk;
  expect(usagesIn(longer).slice(0, usagesIn(talk).length)).toEqual(usagesIn(talk));
  expect(usagesOf(longer, 7).map(({ calls }) => calls)).toEqual([1]);
  expect(rest(longer)).toEqual(nothing);
});

it("if a save does not say what its messages cost, new messages cost only what has been spent since", async () => {
  const { graph } = await run("bidding", plainAnswer);
  const old = { configurable: { thread_id: "old" } };
  const history = [];
  for await (const state of graph.getStateHistory(thread)) history.push(state);
  const bidden = history.find(({ values, next }) => next[0] === "choose-speaker" && values["turn"] === 3);
  const { messageUsage: _unknown, ...values } = bidden?.values ?? {};
  await graph.updateState(old, values, "bid-collection");
  const end = (await graph.invoke(null, old)) as unknown as Talk;
  expect(usagesOf(end, 4).map(({ calls }) => calls)).toEqual([1]);
  expect(usagesOf(end, 5).map(({ calls }) => calls)).toEqual([5]);
});
