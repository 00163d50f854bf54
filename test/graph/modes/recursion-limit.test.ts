/** A recursion limit of 25 counts as unset, because outer and remote graphs pass on LangGraph's default of 25. */
import { describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, fourNames, inputFor } from "../../support/any-mode.js";
import { castOf } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

const tasks = Array.from({ length: 13 }, (_task, index) => ({ worker: 1, task: "Ask.", after: index ? [index] : [] }));
const answer = (call: Parameters<typeof plainAnswer>[0]) =>
  call.purpose === "plan" ? JSON.stringify({ tasks }) : plainAnswer(call);
const stages = [{ task: "discuss", minRounds: 5, maxRounds: 5, speakers: ["Ann", "Bea"] }];
/** Enough participants for more than 25 steps, even in a mode in which each of them gets only one turn. */
const participants = castOf(...fourNames, ...Array.from({ length: 10 }, (_name, index) => `Guest ${index + 5}`));
const inputOf = (mode: string) =>
  inputFor(mode, { participants, maxTurns: 13, ...(mode === "group-chat" ? { stages } : {}) });

const compile = (mode: string) => compileMode(mode, { model: new ScriptedModel(answer) });
const limit = { recursionLimit: 25 };

describe.each(allModes)("a %s conversation", (mode) => {
  const ways: Record<string, (graph: ReturnType<typeof compile>) => Promise<unknown>> = {
    invoke: (graph) => graph.invoke(inputOf(mode), limit),
    stream: async (graph) => {
      for await (const _chunk of await graph.stream(inputOf(mode), limit));
    },
    streamEvents: async (graph) => {
      for await (const _event of graph.streamEvents(inputOf(mode), { version: "v2", ...limit }));
    },
    batch: (graph) => graph.batch([inputOf(mode)], limit),
    withConfig: (graph) => graph.withConfig(limit).invoke(inputOf(mode)),
  };

  it.each(Object.entries(ways))("runs to the end with `%s` and a recursion limit of 25", async (_name, run) => {
    await run(compile(mode));
  });

  it("fails if it exceeds a recursion limit of 24 or 26", async () => {
    await expect(compile(mode).invoke(inputOf(mode), { recursionLimit: 24 })).rejects.toThrow("Recursion limit of 24");
    await expect(compile(mode).invoke(inputOf(mode), { recursionLimit: 26 })).rejects.toThrow("Recursion limit of 26");
  });
});
