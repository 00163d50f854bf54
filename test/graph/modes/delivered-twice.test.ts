import { describe, expect, it } from "@jest/globals";
import { type BaseCheckpointSaver, MemorySaver, RunControl } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openCheckpointer } from "../../../src/talk/storage/open.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const keyed = (idempotencyKey?: string) => ({
  configurable: { thread_id: "t" },
  context: idempotencyKey === undefined ? {} : { idempotencyKey },
});

function start(mode: string, checkpointer: BaseCheckpointSaver = new MemorySaver()) {
  const model = new ScriptedModel(plainAnswer);
  const graph = compileMode(mode, { model }, { checkpointer });
  const begin = (key?: string, more: object = {}) => graph.invoke(inputFor(mode, more), keyed(key));
  return { model, graph, begin };
}

const courseOf = ({ messages, decisions, stopReason }: Awaited<ReturnType<ReturnType<typeof start>["begin"]>>) => ({
  texts: messages.map(({ id, text }) => `${id}: ${text}`),
  speakers: decisions.map(({ turn, speaker }) => `${turn} ${speaker}`),
  stopReason,
});

describe.each(allModes)("a repeated call in %s mode", (mode) => {
  it("returns the finished conversation if it has the same key", async () => {
    const { model, begin } = start(mode);
    const first = courseOf(await begin("job-1"));
    const calls = model.calls.length;
    expect(courseOf(await begin("job-1"))).toEqual(first);
    expect(model.calls.length).toBe(calls);
  });

  it("continues an interrupted run where it stopped if it has the same key", async () => {
    const whole = courseOf(await start(mode).begin());
    const { graph, begin } = start(mode);
    const control = new RunControl();
    const options = { ...keyed("job-1"), control, streamMode: "custom" as const };
    const stream = await graph.stream(inputFor(mode), options);
    const drained = (async () => {
      for await (const event of stream)
        if ((event as RostrumEvent).type === "speech-end") control.requestDrain("a test");
    })();
    await expect(drained).rejects.toThrow("drained");
    const { values, next } = await graph.getState(keyed());
    expect(next.length).toBeGreaterThan(0);
    expect(values.messages.length).toBeLessThan(whole.texts.length);
    expect(courseOf(await begin("job-1"))).toEqual(whole);
  });

  it("starts a new round if it has another key or none, but not if it has the key of an earlier round", async () => {
    const { begin } = start(mode);
    const first = courseOf(await begin("job-1"));
    const second = courseOf(await begin("job-2"));
    expect(second.texts.length).toBeGreaterThan(first.texts.length);
    expect(courseOf(await begin("job-1"))).toEqual(second);
    expect(courseOf(await begin()).texts.length).toBeGreaterThan(second.texts.length);
  });
});

it("a repeated call continues a failed run, and does not add the input's messages again", async () => {
  let isDown = true;
  const model = new ScriptedModel((call) => (isDown ? new Error("down") : plainAnswer(call)));
  const graph = compileMode("round-robin", { model }, { checkpointer: new MemorySaver() });
  const begin = () => graph.invoke({ messages: [{ role: "user", content: "Tea?" }], maxTurns: 1 }, keyed("job-1"));
  await expect(begin()).rejects.toMatchObject({ code: "model-call-failed" });
  isDown = false;
  const { messages } = await begin();
  expect(messages.length).toBe(2);
});

it("recognizes the saved key even after the state has been edited", async () => {
  const checkpointer = await openCheckpointer("memory");
  const { graph, begin } = start("round-robin", checkpointer);
  const first = await begin("job-1");
  await graph.updateState(keyed(), { wordLimit: 40 });
  expect((await begin("job-1")).messages.length).toBe(first.messages.length);
  await checkpointer.close();
});

it("treats every call as a new run if there is no checkpointer", async () => {
  const graph = compileMode("round-robin", { model: new ScriptedModel(plainAnswer) });
  const runs = await Promise.all([1, 2].map(() => graph.invoke(inputFor("round-robin"), keyed("job-1"))));
  expect(runs.map(({ turn }) => turn)).toEqual([6, 6]);
});

it.each([[""], [" "], ["x".repeat(201)], [7]])("rejects the invalid key %j", async (key) => {
  const run = start("round-robin").begin(key as string);
  await expect(run).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining("idempotencyKey"),
  });
});
