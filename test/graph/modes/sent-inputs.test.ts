/** A caller's `Command` can send any input to a step. */
import { expect, it } from "@jest/globals";
import { Command, InMemoryStore, MemorySaver, Send } from "@langchain/langgraph";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const inputs = [null, "x", { seat: 99 }, { state: null }, { state: { budget: {} } }];

it.each(allModes)("every step rejects an input without a valid state in %s mode", async (mode) => {
  const saved = { checkpointer: new MemorySaver(), store: new InMemoryStore() };
  const graph = compileMode(mode, { model: new ScriptedModel(plainAnswer) }, saved);
  const steps = Object.keys(graph.nodes).filter((name) => !name.startsWith("__"));
  for (const step of steps)
    for (const [index, input] of inputs.entries()) {
      const thread = { configurable: { thread_id: `${step}-${index}` } };
      await graph.updateState(thread, inputFor(mode) as never, "__start__");
      const command = new Command({ goto: [new Send(step, input)] });
      const sent = graph.invoke(command as never, thread);
      await expect(sent).rejects.toMatchObject({
        code: "invalid-input",
        details: { problems: [{ field: "goto", code: "step-input" }] },
      });
    }
});
