/** `npm run report:memory` measures the heap over many more conversations. */
import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, inputFor, type Mode } from "../../support/any-mode.js";
import { converseAgainAndAgain, keepings } from "../../support/conversation-memory.js";
import { Survivors } from "../../support/garbage.js";
import { grownSince, resourcesOf, TimerWatch } from "../../support/left-behind.js";
import { plainAnswer } from "../../support/plain-answers.js";

const plan = JSON.stringify({ tasks: [1, 2, 3].map((worker) => ({ worker, task: `Task ${worker}.`, after: [] })) });
const answer = (call: ScriptedCall): ScriptedReply => (call.purpose === "plan" ? plan : plainAnswer(call));
const isPublic = ({ purpose }: ScriptedCall) => purpose === "speech" || purpose === "execute";
const refused = () => Object.assign(new Error("no access"), { status: 401 });

type Compiled = ReturnType<typeof compileMode>;

interface Ending {
  readonly reply: (call: ScriptedCall, reached: () => void) => ScriptedReply | Promise<ScriptedReply>;
  /** `callers` is a signal that outlives the run. `reached` resolves when the model receives the call that hangs. */
  readonly run: (graph: Compiled, input: object, callers: AbortSignal, reached: Promise<void>) => Promise<void>;
}

const thread = { configurable: { thread_id: "t" }, context: { timeoutMs: 600_000 } };
const never = (call: ScriptedCall, reached: () => void) => {
  if (!isPublic(call)) return answer(call);
  reached();
  return new Promise<ScriptedReply>(() => {});
};

const endings: Readonly<Record<string, Ending>> = {
  end: {
    reply: answer,
    run: async (graph, input, callers) => {
      const { stopReason } = await graph.invoke(input, { ...thread, signal: callers });
      expect(stopReason).not.toBeNull();
    },
  },
  fail: {
    reply: (call) => (isPublic(call) ? refused() : answer(call)),
    run: async (graph, input, callers) => {
      const failing = graph.invoke(input, { ...thread, signal: callers });
      await expect(failing).rejects.toMatchObject({ code: "model-call-failed" });
    },
  },
  "are cancelled": {
    reply: never,
    run: async (graph, input, callers, reached) => {
      const own = new AbortController();
      const running = graph.invoke(input, { ...thread, signal: AbortSignal.any([own.signal, callers]) });
      void reached.then(() => own.abort());
      await expect(running).rejects.toThrow(/abort/i);
      expect(resourcesOf(own.signal)["abort listeners"]).toBe(0);
    },
  },
  "are abandoned by their reader": {
    reply: never,
    run: async (graph, input, callers, reached) => {
      const stream = await graph.stream(input, { ...thread, signal: callers, streamMode: "values" });
      await reached;
      await stream.cancel("left");
    },
  },
};

const runs = 3;

async function runOnce(mode: Mode, { reply, run }: Ending, callers: AbortSignal, survivors: Survivors): Promise<void> {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const model = new ScriptedModel((call) => reply(call, reach));
  const graph = compileMode(mode, { model }, { checkpointer: new MemorySaver() });
  survivors.watch("models", model);
  survivors.watch("graphs", graph);
  await run(graph, inputFor(mode, { maxTurns: 3 }), callers, reached);
}

describe.each(allModes)("in %s mode, runs that", (mode: Mode) => {
  it.each(Object.entries(endings))("%s leave no timer, model or graph behind", async (_name, ending) => {
    const { signal } = new AbortController();
    // The first run is not measured, because modules that Node loads during that run keep references to its objects.
    await runOnce(mode, ending, signal, new Survivors());
    const survivors = new Survivors();
    const before = resourcesOf(signal);
    const timers = new TimerWatch();
    for (let number = 0; number < runs; number += 1)
      await timers.during(() => runOnce(mode, ending, signal, survivors));
    expect(await timers.left()).toBe(0);
    timers.stop();
    expect(await survivors.count()).toEqual({ models: 0, graphs: 0 });
    // Ignores timers, because the test runner also sets some.
    const { Timeout: _, ...grown } = grownSince(before, resourcesOf(signal));
    expect(grown).toEqual({});
  });
});

it.each(keepings)("memory grows by less than 10% over consecutive conversations saved %s", async (keeping) => {
  const createModel = () => new ScriptedModel(answer);
  const { growth, survivors, left, abortListeners } = await converseAgainAndAgain(keeping, {
    conversations: 12,
    turns: 5,
    every: 4,
    createModel,
  });
  expect(growth).toBeLessThan(0.1);
  // Ignores timers, because the test runner also sets some.
  const { Timeout: _, ...others } = left;
  expect({ ...others, abortListeners }).toEqual({ abortListeners: 0 });
  expect(survivors).toEqual(Object.fromEntries(Object.keys(survivors).map((kind) => [kind, 0])));
});
