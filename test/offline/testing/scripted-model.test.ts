import { describe, expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { compileMode, inputFor } from "../../support/any-mode.js";
import { castOf } from "../../support/conversation.js";

const input = { topic: "The bridge", participants: castOf("Ann", "Bea"), seed: 1, maxTurns: 1 };
const shown = ({ purpose, participant, turn, index }: ScriptedCall) => `${purpose} ${participant} ${turn} ${index}`;

describe("a table of replies", () => {
  it("answers calls by purpose and participant, in order", async () => {
    const model = new ScriptedModel({
      "bid:Ann": ["<2>", "<3>"],
      "bid:Bea": ["<9>", "no idea", "<1>"],
      "speech:Bea": ["Too narrow."],
      "speech:Ann": ["Too dear."],
    });
    const { messages, usage } = await compileMode("bidding", { model }).invoke({ ...input, maxTurns: 2 });
    expect(messages.slice(1).map(({ text }) => text)).toEqual(["Too narrow.", "Too dear."]);
    expect(model.calls.map(shown).toSorted()).toEqual([
      ...["bid Ann 1 0", "bid Ann 2 1", "bid Bea 1 0", "bid Bea 2 1", "bid Bea 2 2"],
      ...["speech Ann 2 0", "speech Bea 1 0"],
    ]);
    expect(usage.find(({ purpose, participant }) => purpose === "speech" && participant === "Ann")).toMatchObject({
      calls: 1,
      inputTokens: 10,
      outputTokens: "Too dear.".length,
    });
    model.assertComplete();
  });

  it("reports unused replies and calls without a reply", async () => {
    const model = new ScriptedModel({ "bid:Ann": ["<2>", "<3>"], "speech:Ann": ["Too dear."] });
    await compileMode("bidding", { model }).invoke(input);
    expect(() => model.assertComplete()).toThrow(
      "unexpected call 1 of bid:Bea in turn 1; unused replies for bid:Ann: 1",
    );
  });
});

describe("a reply function", () => {
  it("receives the request of structured calls", async () => {
    const model = new ScriptedModel(({ request, participant }) =>
      request.purpose === "bid" ? JSON.stringify({ bid: request.scale.max }) : `${participant} speaks.`,
    );
    const state = await compileMode("bidding", { model }).invoke({ ...input, bidding: { answer: "structured" } });
    expect(state.decisions[0]?.bids.map(({ value }) => value)).toEqual([10, 10]);
    expect(model.calls.map(({ purpose }) => purpose)).toEqual(["bid", "bid", "speech"]);
  });

  it("may return tool calls for the participant's tools", async () => {
    const depth = tool(() => "12 m", { name: "depth", description: "Measures.", schema: z.object({}) });
    const model = new ScriptedModel(({ tools, messages, participant }) => {
      if (tools.length === 0 || messages.at(-1)?.type === "tool")
        return `${participant} knows ${messages.at(-1)?.text.slice(0, 4)}.`;
      return new AIMessage({ content: "", tool_calls: [{ id: "1", name: tools[0] ?? "", args: {} }] });
    });
    const participants = [{ name: "Ann", tools: ["depth"] }, { name: "Bea" }];
    const graph = compileMode("round-robin", { model, tools: [depth] });
    const { messages, toolCalls } = await graph.invoke({ ...input, participants });
    expect(toolCalls).toMatchObject([{ participant: "Ann", tool: "depth", result: "12 m" }]);
    expect(messages.at(-1)?.text).toBe("Ann knows 12 m.");
    expect(model.calls.map(({ tools }) => tools)).toEqual([["depth"], ["depth"]]);
  });

  it("may be asynchronous, and the model counts concurrent calls", async () => {
    const model = new ScriptedModel(async ({ purpose }) => {
      await new Promise(setImmediate);
      return purpose === "bid" ? "<5>" : "Well.";
    });
    await compileMode("bidding", { model }).invoke(input);
    expect(model.maxConcurrentCalls).toBe(2);
  });

  it("returns replies that the model streams word by word", async () => {
    const model = new ScriptedModel(() => "One two three.");
    const pieces: string[] = [];
    const graph = compileMode("round-robin", { model });
    for await (const [chunk] of await graph.stream(
      { ...inputFor("round-robin"), maxTurns: 1 },
      { streamMode: "messages" },
    ))
      pieces.push(chunk.text);
    expect(pieces.slice(1).filter(Boolean)).toEqual(["One", " two", " three."]);
  });
});

it("the scripted model rejects calls from outside a conversation", async () => {
  await expect(new ScriptedModel({}).invoke("Hello")).rejects.toThrow("only calls from a Rostrum conversation");
});
