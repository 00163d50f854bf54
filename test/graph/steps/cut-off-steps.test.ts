import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { totalUsage } from "../../../src/core/usage/usage.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { UsageRow } from "../../../src/records/usage.js";
import { fork } from "../../../src/talk/conversations/delivery/fork.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { parallelPlan } from "../../support/cancelling.js";
import { plainAnswer } from "../../support/plain-answers.js";

const thread = { configurable: { thread_id: "talk" } };

/**
 * Whether this call and all calls after it get no answer. `count` is the number of calls so far, including this one.
 */
type IsSilent = (call: ScriptedCall, count: number) => boolean;

/** Functions that reject the unanswered calls, so that abandoned runs end with their test. */
const failures: (() => void)[] = [];
afterEach(() => {
  for (const fail of failures.splice(0)) fail();
});

const noAnswer = () =>
  new Promise<never>((_resolve, reject) => {
    failures.push(() => reject(Object.assign(new Error("no access"), { status: 401 })));
  });

/** The model stops answering when `isSilentAt` returns true. `reached` resolves at the first unanswered call. */
function silentFrom(isSilentAt: IsSilent) {
  const reached = Promise.withResolvers<void>();
  let isSilent = false;
  const model: ScriptedModel = new ScriptedModel((call) => {
    isSilent ||= isSilentAt(call, model.calls.length);
    if (!isSilent) return plainAnswer(call);
    reached.resolve();
    return noAnswer();
  });
  return { model, reached: reached.promise };
}

const callsIn = (values: unknown) => totalUsage((values as { usage?: UsageRow[] }).usage ?? []).calls;

async function cancelAt(mode: string, checkpointer: MemorySaver, input: object | null, isSilentAt: IsSilent) {
  const { model, reached } = silentFrom(isSilentAt);
  const graph = compileMode(mode, { model }, { checkpointer });
  const abort = new AbortController();
  const run = graph.invoke(input, { ...thread, signal: abort.signal });
  await reached;
  abort.abort();
  await expect(run).rejects.toThrow();
  await new Promise(setImmediate);
  return { graph, calls: model.calls.length };
}

/** Cancels a supervisor's run when two of its three tasks have completed and the third gets no answer. */
async function cancelTask(checkpointer: MemorySaver, more: object) {
  const reached = Promise.withResolvers<void>();
  const model = new ScriptedModel((call) => {
    if (call.purpose === "plan") return parallelPlan;
    if (call.participant !== "Cid") return plainAnswer(call);
    reached.resolve();
    return noAnswer();
  });
  const graph = compileMode("supervisor", { model }, { checkpointer });
  const abort = new AbortController();
  const run = graph.invoke(inputFor("supervisor", more), { ...thread, signal: abort.signal });
  await reached.promise;
  while (((await checkpointer.getTuple(thread))?.pendingWrites ?? []).filter(([, name]) => name === "usage").length < 2)
    await new Promise(setImmediate);
  abort.abort();
  await expect(run).rejects.toThrow();
  await new Promise(setImmediate);
  return { calls: model.calls.length };
}

async function finish(mode: string, checkpointer: MemorySaver, input: object | null, config = thread) {
  const model = new ScriptedModel(plainAnswer);
  const end = await compileMode(mode, { model }, { checkpointer }).invoke(input, config);
  return { end, calls: model.calls.length };
}

describe.each(allModes)("what a step spends before it is cut off, in %s mode,", (mode) => {
  it.each([
    ["with a budget", { budget: { calls: 9 } }],
    ["without a budget", {}],
  ])("counts if the run is cancelled, %s", async (_name, more) => {
    const checkpointer = new MemorySaver();
    const input = inputFor(mode, { maxTurns: 7, ...more });
    const { graph, calls } = await cancelAt(mode, checkpointer, input, (_call, count) => count >= 4);
    expect(callsIn((await graph.getState(thread)).values)).toBe(calls);
    const next = await finish(mode, checkpointer, null);
    expect(callsIn(next.end)).toBe(calls + next.calls);
    if ("budget" in more) expect(callsIn(next.end)).toBeLessThanOrEqual(9);
  });

  it("counts if the process dies, and the budget is not exceeded", async () => {
    const checkpointer = new MemorySaver();
    let made = 0;
    // Each run is abandoned while its first calls are in flight, as if its process had been killed.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { model, reached } = silentFrom(() => true);
      const graph = compileMode(mode, { model }, { checkpointer });
      const input = attempt === 0 ? inputFor(mode, { maxTurns: 50, budget: { calls: 9 } }) : null;
      const end = graph.invoke(input, thread).then(() => "ended");
      if ((await Promise.race([reached, end])) === "ended") break;
      await new Promise(setImmediate);
      made += model.calls.length;
      expect(callsIn((await graph.getState(thread)).values)).toBe(made);
    }
    expect(made).toBe(9);
  });

  it("counts if one of its calls fails", async () => {
    const model: ScriptedModel = new ScriptedModel((call) =>
      model.calls.length >= 4 ? Object.assign(new Error("no access"), { status: 401 }) : plainAnswer(call),
    );
    const graph = compileMode(mode, { model }, { checkpointer: new MemorySaver() });
    await expect(graph.invoke(inputFor(mode), thread)).rejects.toMatchObject({ code: "model-call-failed" });
    expect(callsIn((await graph.getState(thread)).values)).toBe(model.calls.length);
  });
});

describe("what a step spends before it is cut off", () => {
  const mode = "round-robin";
  afterEach(() => void jest.restoreAllMocks());

  it("counts in the conversation, but not in a fork that begins before the step", async () => {
    const checkpointer = new MemorySaver();
    const input = inputFor(mode, { budget: { calls: 100 } });
    const { graph, calls } = await cancelAt(mode, checkpointer, input, (_call, count) => count > 3);
    const { values } = await graph.getState(thread);
    const copy = { configurable: { thread_id: "copy" } };
    await fork(graph, thread, copy, { turn: (values as { turn: number }).turn });
    expect(callsIn((await graph.getState(copy)).values)).toBe(calls - 1);
    const next = await finish(mode, checkpointer, null, copy);
    expect(callsIn(next.end)).toBe(calls - 1 + next.calls);
    expect(callsIn((await graph.getState(thread)).values)).toBe(calls);
  });

  it("counts after the state has been updated several times", async () => {
    const checkpointer = new MemorySaver();
    const input = inputFor(mode, { budget: { calls: 100 } });
    const { graph, calls } = await cancelAt(mode, checkpointer, input, (_call, count) => count > 2);
    for (let update = 0; update < 3; update += 1) await graph.updateState(thread, { nextSpeaker: "" }, "speak");
    expect(callsIn((await graph.getState(thread)).values)).toBe(calls);
    const next = await finish(mode, checkpointer, null);
    expect(callsIn(next.end)).toBe(calls + next.calls);
  });

  it("counts in the budget of the same run if the step opens the conversation and is cut off twice", async () => {
    const checkpointer = new MemorySaver();
    const input = inputFor(mode, { prepare: true, budget: { calls: 12 } });
    const first = await cancelAt(mode, checkpointer, input, () => true);
    const second = await cancelAt(mode, checkpointer, null, () => true);
    expect(first.calls + second.calls).toBeGreaterThan(6);
    const { end, calls } = await finish(mode, checkpointer, null);
    expect(first.calls + second.calls + calls).toBe(12);
    expect(end.stopReason).toMatchObject({ kind: "budget", budget: "calls", limit: 12 });
  });

  it("does not count in the budget of the next round", async () => {
    const checkpointer = new MemorySaver();
    const input = inputFor(mode, { maxTurns: 2, budget: { calls: 5 } });
    await cancelAt(mode, checkpointer, input, (_call, count) => count > 1);
    expect((await finish(mode, checkpointer, null)).end.stopReason).toMatchObject({ kind: "turns" });
    expect((await finish(mode, checkpointer, { maxTurns: 3 })).end.stopReason).toMatchObject({ kind: "turns" });
  });

  it("counts in the budget of the same run, even if the step's other tasks had completed", async () => {
    const checkpointer = new MemorySaver();
    const { calls } = await cancelTask(checkpointer, { budget: { calls: 6 } });
    const next = await finish("supervisor", checkpointer, null);
    expect(calls + next.calls).toBe(6);
    expect(callsIn(next.end)).toBe(6);
  });

  it("counts, but not in the budget of the next run if that run starts with new input", async () => {
    const checkpointer = new MemorySaver();
    const input = inputFor(mode, { maxTurns: 7, budget: { calls: 5 } });
    const first = await cancelAt(mode, checkpointer, input, (_call, count) => count >= 4);
    const next = await finish(mode, checkpointer, { topic: "Shall we?", maxTurns: 7, budget: { calls: 5 } });
    expect(next.calls).toBe(5);
    expect(callsIn(next.end)).toBe(first.calls + 5);
    expect(next.end.spending?.atStart.calls).toBe(first.calls);
  });

  it("counts, with what the completed tasks spent, if the next run starts with new input", async () => {
    const checkpointer = new MemorySaver();
    const { calls } = await cancelTask(checkpointer, {});
    const next = await finish("supervisor", checkpointer, { topic: "Shall we?" });
    expect(callsIn(next.end)).toBe(calls + next.calls);
  });

  it.each([
    ["__rostrum_charges", ""],
    ["__rostrum_charges", { rows: [null], seconds: 1 }],
    ["usage", "none"],
    ["workTime", null],
  ])("is reported as unreadable if the saved write to %s is damaged: %j", async (channel, value) => {
    const checkpointer = new MemorySaver();
    const { graph } = await cancelAt(mode, checkpointer, inputFor(mode), (_call, count) => count > 2);
    const { config } = (await checkpointer.getTuple(thread)) ?? {};
    await checkpointer.putWrites(config ?? {}, [[channel, value]], "damaged");
    await expect(graph.getState(thread)).rejects.toMatchObject({
      code: "unreadable-save",
      details: { name: "talk", fault: "damaged" },
    });
  });

  it.each([{ usage: "none" }, { workTime: null }])(
    "is reported as unreadable if the state is damaged: %j",
    async (damage) => {
      const checkpointer = new MemorySaver();
      const { graph } = await cancelAt(mode, checkpointer, inputFor(mode), (_call, count) => count > 2);
      const read = checkpointer.getTuple.bind(checkpointer);
      jest.spyOn(checkpointer, "getTuple").mockImplementation(async (config) => {
        const tuple = await read(config);
        if (tuple) Object.assign(tuple.checkpoint.channel_values, damage);
        return tuple;
      });
      await expect(graph.getState(thread)).rejects.toMatchObject({ code: "unreadable-save" });
    },
  );

  it("leaves nothing in the snapshots' configurations that cannot be copied", async () => {
    const checkpointer = new MemorySaver();
    const { graph } = await cancelAt(mode, checkpointer, inputFor(mode), (_call, count) => count > 2);
    const snapshots = [await graph.getState(thread), await graph.getState({ configurable: { thread_id: "new" } })];
    snapshots.push(await graph.getState(snapshots[0]?.config ?? {}));
    for await (const snapshot of graph.getStateHistory(thread)) snapshots.push(snapshot);
    const configs = [
      ...snapshots.flatMap(({ config, parentConfig }) => [config, parentConfig]),
      await graph.updateState(thread, { nextSpeaker: "" }, "speak"),
    ];
    expect(structuredClone(configs)).toEqual(configs);
  });

  it("includes the step's duration, which counts in a budget of seconds", async () => {
    let now = 0;
    jest.spyOn(performance, "now").mockImplementation(() => now);
    const checkpointer = new MemorySaver();
    const slow: IsSilent = ({ purpose }) => {
      now += purpose === "speech" ? 4000 : 0;
      return purpose === "speech";
    };
    const input = inputFor(mode, { maxTurns: 50, budget: { seconds: 10 } });
    await cancelAt(mode, checkpointer, input, slow);
    await cancelAt(mode, checkpointer, null, slow);
    const model = new ScriptedModel((call) => {
      now += 1500;
      return plainAnswer(call);
    });
    const { stopReason } = await compileMode(mode, { model }, { checkpointer }).invoke(null, thread);
    expect(stopReason).toMatchObject({ kind: "budget", budget: "seconds", limit: 10, spent: 9.5 });
  });
});
