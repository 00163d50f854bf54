import { expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import { z } from "zod";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { ScriptedModel, type ScriptedReply } from "../../../src/offline/scripted-model.js";
import { compileMode, inputFor } from "../../support/any-mode.js";
import { castOf } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

async function speak(...replies: readonly ScriptedReply[]) {
  const model = new ScriptedModel({ "speech:Ann": replies });
  const graph = compileMode("round-robin", { model });
  const input = { topic: "The ford", participants: castOf("Ann", "Bea"), maxTurns: 1 };
  const streamed = new Map<number, string>();
  let attempt = 0;
  let message = "";
  for await (const [mode, data] of await graph.stream(input, { streamMode: ["custom", "values"] })) {
    const event = data as RostrumEvent;
    if (mode === "values") message = (data as { messages: { text: string }[] }).messages.at(-1)?.text ?? "";
    else if (event.type === "speech-start") attempt = event.attempt;
    else if (event.type === "speech-delta") streamed.set(attempt, (streamed.get(attempt) ?? "") + event.text);
  }
  model.assertComplete();
  return { message, streamed: [...streamed] };
}

it.each([
  ["one block", "<think>They all say no.</think>It is deep."],
  ["two blocks", "<think>No.</think> <thinking>Or?</thinking>It is deep."],
])("does not stream thinking in %s", async (_how, reply) => {
  expect(await speak(reply)).toEqual({ message: "It is deep.", streamed: [[1, "It is deep."]] });
});

it("streams the speech again if a closing tag shows that the text before it was thinking", async () => {
  const { message, streamed } = await speak("They all say no. Or do they?\n</think>\n\nIt is deep.");
  expect(message).toBe("It is deep.");
  expect(streamed.map(([attempt]) => attempt)).toEqual([1, 2]);
  expect(streamed.at(-1)).toEqual([2, "It is deep."]);
});

it.each(["\u200b", "\u200b \u2060\n\ufeff", "\u3164\u00ad"])(
  "requests a speech again if it contains only invisible characters: %j",
  async (reply) => {
    expect(await speak(reply, "It is deep.")).toEqual({ message: "It is deep.", streamed: [[2, "It is deep."]] });
  },
);

const sonar = tool(() => "12 m", { name: "sonar", description: "Listens.", schema: z.object({}) });
const cutOff = (content: string) => new AIMessage({ content, response_metadata: { finish_reason: "length" } });

it.each([
  ["a speech that comes with its bid", "bidding", { bidding: { pass: "single" } }],
  ["a speech that starts before all bids have arrived", "bidding", { bidding: { speculative: true } }],
  [
    "the speech of a participant with tools",
    "round-robin",
    { participants: [{ name: "Ann", tools: ["sonar"] }, { name: "Bea" }] },
  ],
])("records that the provider cut off %s", async (_how, mode, more) => {
  const model = new ScriptedModel((call) => {
    if (call.purpose === "speech") return cutOff("It is too dee");
    return call.purpose === "bid-and-speech" ? cutOff("<5> It is too dee") : plainAnswer(call);
  });
  const graph = compileMode(mode, { model, tools: [sonar] });
  const { messages, corrections } = await graph.invoke(inputFor(mode, { maxTurns: 2, ...more }));
  expect(messages.slice(1).map(({ text }) => text)).toEqual(["It is too dee", "It is too dee"]);
  expect(corrections).toMatchObject([1, 2].map((turn) => ({ turn, faults: ["cut-off"], used: "It is too dee" })));
});

it.each([
  ["of OpenAI's Responses API", { incomplete_details: { reason: "max_output_tokens" } }],
  ["of Bedrock", { stopReason: "max_tokens" }],
  ["of Bedrock's streams", { messageStop: { stopReason: "max_tokens" } }],
])("reads from the metadata %s, also from an agent's, that a speech was cut off", async (_whose, response_metadata) => {
  const answer = new AIMessage({ content: "It is too dee", response_metadata });
  const model = new ScriptedModel({ "speech:Bea": [answer] });
  const agents = { Ann: RunnableLambda.from(() => answer) };
  const { corrections } = await compileMode("round-robin", { model, agents }).invoke({
    participants: castOf("Ann", "Bea"),
    maxTurns: 2,
  });
  expect(corrections).toMatchObject([{ faults: ["cut-off"] }, { faults: ["cut-off"] }]);
});
