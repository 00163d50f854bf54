import { describe, expect, it } from "@jest/globals";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { locales } from "../../../src/words/registry.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

const systemsOf = (model: ScriptedModel) => model.calls.map(({ messages }) => String(messages[0]?.content));

describe.each(allModes)("the %s graph", (mode) => {
  const compile = () => {
    const model = new ScriptedModel(plainAnswer);
    return { model, graph: compileMode(mode, { model }) };
  };

  it("rejects an unknown input field and suggests the nearest one", async () => {
    const { graph, model } = compile();
    const input = { ...inputFor(mode), maxTurn: 3, apiKey: "sk-secret" };
    const error = await graph.invoke(input).catch((thrown) => thrown);
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain("maxTurn: unknown field; did you mean maxTurns?");
    expect(error.message).toContain("apiKey: unknown field");
    expect(error.message).not.toContain("sk-secret");
    expect(model.calls).toEqual([]);
  });

  it("rejects input for a field that only the conversation writes", async () => {
    const { graph } = compile();
    const input: object = { ...inputFor(mode), decisions: [] };
    await expect(graph.invoke(input)).rejects.toThrow("decisions: unknown field");
  });

  it.each(["baseUrl", "apiKey", "configuration"])("rejects %s in the context", async (field) => {
    const { graph, model } = compile();
    const context = { [field]: "http://elsewhere.example" } as object;
    await expect(graph.invoke(inputFor(mode), { context })).rejects.toThrow(`context.${field}: unknown field`);
    expect(model.calls).toEqual([]);
  });

  it("puts edited speaking rules into each prompt that has the default ones, and ignores rules equal to the defaults", async () => {
    const plain = compile();
    await plain.graph.invoke(inputFor(mode));
    const unchanged = compile();
    await unchanged.graph.invoke(inputFor(mode), { context: { speakingRules: locales.en.prompts.rules.speaking } });
    expect(systemsOf(unchanged.model)).toEqual(systemsOf(plain.model));
    const edited = compile();
    await edited.graph.invoke(inputFor(mode), { context: { speakingRules: "Speak in rhymes." } });
    const toSpeakers = systemsOf(plain.model).map((text) => text.includes(locales.en.prompts.rules.speaking));
    expect(toSpeakers).toContain(true);
    expect(systemsOf(edited.model).map((text) => text.includes("Speak in rhymes."))).toEqual(toSpeakers);
  });

  it("uses the scenario's values for fields that the input omits", async () => {
    const { graph } = compile();
    const scenario = { topic: "Should the fair have a wheel?", maxTurns: 3, wordLimit: 33 };
    const { topic: _topic, maxTurns: _maxTurns, ...rest } = inputFor(mode) as Record<string, unknown>;
    const state = await graph.invoke({ ...rest, wordLimit: 44 }, { context: { scenario } });
    expect(state).toMatchObject({ topic: scenario.topic, maxTurns: 3, wordLimit: 44 });
  });

  it("checks a scenario in the context in the same way as input", async () => {
    const run = (scenario: object) => compile().graph.invoke(inputFor(mode), { context: { scenario } as never });
    await expect(run({ topc: "?" })).rejects.toThrow("context.scenario.topc: unknown field; did you mean topic?");
    await expect(run({ maxTurns: 0 })).rejects.toThrow("context.scenario.maxTurns: must be from 1 to");
  });
});

it("a Chinese conversation uses the Chinese speaking rules if the context contains the English defaults", async () => {
  const model = new ScriptedModel(plainAnswer);
  const context = { speakingRules: locales.en.prompts.rules.speaking };
  await compileMode("round-robin", { model }).invoke({ language: "zh", maxTurns: 1, seed: 1 }, { context });
  expect(systemsOf(model)[0]).toContain(locales.zh.prompts.rules.speaking);
});
