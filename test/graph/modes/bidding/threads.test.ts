import { expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../../src/offline/scripted-model.js";
import { castOf, compileBidding } from "../../../support/conversation.js";

const participants = castOf("Ada", "Bela", "Chen");
const input = { participants, maxTurns: 5, seed: 9 };

/**
 * Answers depend only on the purpose, the participant and the conversation so far, so a fork gets the same answers as
 * its origin.
 */
const thoughtful = ({ purpose, participant, messages }: ScriptedCall): ScriptedReply => {
  const said = messages[1]?.text.split("\n").length ?? 0;
  return purpose === "bid" ? `<${4 + ((said + participant.length) % 2)}>` : `${participant} answers ${said} lines.`;
};

function start(reply: (call: ScriptedCall) => ScriptedReply, options = {}) {
  const model = new ScriptedModel(reply);
  const graph = compileBidding({ model, ...options });
  graph.checkpointer = new MemorySaver();
  return { graph, model, thread: { configurable: { thread_id: "one" } } };
}

it("gives the same conversation in a fork from any checkpoint after the start", async () => {
  const { graph, thread } = start(thoughtful);
  const origin = await graph.invoke(input, thread);
  const checkpoints = [];
  for await (const { config, next } of graph.getStateHistory(thread))
    if (next.length > 0) checkpoints.push({ config, next });
  const nodes = new Set(checkpoints.flatMap(({ next }) => next));
  expect(nodes).toEqual(new Set(["__start__", "set-scene", "bid-collection", "choose-speaker", "speak", "stop-check"]));
  for (const { config, next } of checkpoints.filter(({ next: [node] }) => node !== "__start__")) {
    const fork = await graph.invoke(null, config);
    expect([next[0], fork.messages.map(({ text }) => text)]).toEqual([
      next[0],
      origin.messages.map(({ text }) => text),
    ]);
    expect(fork.decisions).toEqual(origin.decisions);
  }
});

it("replaces the decision of a turn whose speech failed if a new run repeats the turn", async () => {
  let isBroken = true;
  const { graph, thread } = start((call) => {
    if (call.purpose === "speech" && isBroken) return new Error("out of breath");
    if (call.purpose === "bid") return call.participant === "Ada" && isBroken ? "<9>" : "<2>";
    return thoughtful(call);
  });
  const selection = { repeat: "forbid" as const };
  await expect(graph.invoke({ ...input, maxTurns: 2, selection }, thread)).rejects.toThrow("out of breath");
  isBroken = false;
  const { decisions } = await graph.invoke({ ...input, maxTurns: 2, selection }, thread);
  expect(decisions.map(({ turn }) => turn)).toEqual([1, 2]);
  expect(decisions[0]?.bids.map(({ participant, value }) => [participant, value])).toEqual([
    ["Ada", 2],
    ["Bela", 2],
    ["Chen", 2],
  ]);
  expect(decisions[0]?.excluded).toEqual([]);
});

it("excludes the last speaker of the input's messages if `repeat` is `forbid`", async () => {
  const { graph, thread } = start(thoughtful);
  const messages = [new AIMessage({ name: "Ada", content: "As I was saying." })];
  const { decisions } = await graph.invoke(
    { ...input, messages, maxTurns: 1, selection: { repeat: "forbid" } },
    thread,
  );
  expect(decisions[0]?.excluded).toEqual([{ participant: "Ada", reason: "spoke-last" }]);
});

it("does not prepare the same topic again on its thread, and keeps the opening question", async () => {
  const { graph, model, thread } = start((call) => {
    if (call.purpose === "sharpen-topic") return `Question ${call.index + 1}?`;
    return call.purpose === "describe-participant" ? "Somebody." : thoughtful(call);
  });
  const topic = "the ferry";
  await graph.invoke({ ...input, topic, prepare: true, maxTurns: 1 }, thread);
  const again = await graph.invoke({ topic, prepare: true, maxTurns: 1 }, thread);
  expect(again.opening).toEqual({ topic, question: "Question 1?", leader: null });
  expect(model.calls.filter(({ purpose }) => purpose === "sharpen-topic")).toHaveLength(1);
});

it("causes no Node.js warning with a hundred bidders", async () => {
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.name);
  process.on("warning", listen);
  try {
    const { graph, thread } = start(thoughtful);
    const crowd = castOf(...Array.from({ length: 100 }, (_each, index) => `P${index}`));
    const { decisions } = await graph.invoke({ participants: crowd, maxTurns: 2, seed: 1 }, thread);
    expect(decisions[1]?.bids).toHaveLength(100);
    await new Promise((next) => setImmediate(next));
    expect(warnings).toEqual([]);
  } finally {
    process.off("warning", listen);
  }
});

it("applies `aging` and `centre` to the bids", async () => {
  const bids: Record<string, string> = { Ada: "<9>", Bela: "<3>", Chen: "<1>" };
  const speakersWith = async (selection: object) => {
    const { graph, thread } = start(({ purpose, participant }) =>
      purpose === "bid" ? String(bids[participant]) : "Well.",
    );
    return (await graph.invoke({ ...input, selection }, thread)).decisions;
  };
  const plain = await speakersWith({});
  expect(new Set(plain.map(({ speaker }) => speaker))).toEqual(new Set(["Ada"]));
  const aged = await speakersWith({ aging: 4 });
  expect(aged.slice(0, 3).map(({ speaker }) => speaker)).toEqual(["Ada", "Ada", "Bela"]);
  // Ada has waited one turn and Chen three, so both have 13 points: 9 + 4 and 1 + 12.
  expect(aged[3]?.tied).toEqual(["Ada", "Chen"]);
  const centred = await speakersWith({ centre: 5 });
  expect(centred[1]?.scores).toEqual([
    { participant: "Ada", bid: 9, aging: 0, mention: 0, centre: 9, total: 0 },
    { participant: "Bela", bid: 3, aging: 0, mention: 0, centre: 3, total: 0 },
    { participant: "Chen", bid: 1, aging: 0, mention: 0, centre: 1, total: 0 },
  ]);
});

it("uses the models that are assigned by purpose and by participant", async () => {
  const asked: string[] = [];
  const named = (name: string) =>
    new ScriptedModel((call) => {
      asked.push(`${name}:${call.purpose}:${call.participant}`);
      return call.purpose === "bid" ? "<5>" : "Well.";
    });
  const graph = compileBidding({
    model: named("main"),
    models: { byPurpose: { bid: named("cheap") }, byParticipant: { Ada: named("own") } },
  });
  await graph.invoke({ ...input, maxTurns: 8 });
  const kinds = new Set(asked.map((each) => each.replace(/(Bela|Chen)$/, "other")));
  expect(kinds).toEqual(new Set(["cheap:bid:Ada", "cheap:bid:other", "own:speech:Ada", "main:speech:other"]));
});

it("applies `memory` to the conversation in bidders' prompts", async () => {
  const { graph, model, thread } = start(thoughtful);
  await graph.invoke({ ...input, memory: { window: "turns", turns: 1 } }, thread);
  const last = model.calls.findLast(({ purpose }) => purpose === "bid")?.messages[1]?.text;
  expect(last).toMatch(/^<conversation>\n\(4 earlier messages left out\)\n[^\n]+\n<\/conversation>/);
});

it("emits warnings and the draws of stop checks as events", async () => {
  const { graph, thread } = start((call) =>
    call.purpose === "sharpen-topic" ? new Error("no idea") : thoughtful(call),
  );
  const stopping = { probability: 0.2 };
  const given = { ...input, participants: participants.map((each) => ({ ...each, description: "x" })) };
  const stream = await graph.stream(
    { ...given, topic: "x", prepare: true, stopping },
    { ...thread, streamMode: "custom" },
  );
  const events = [];
  for await (const event of stream) events.push(event);
  const draws = events.filter(({ type }) => type === "stop-draw");
  expect(draws.length).toBeGreaterThan(0);
  for (const { draw, probability, stops } of draws) expect(stops).toBe(draw < probability);
  expect(new Set(draws.map(({ draw }) => draw)).size).toBe(draws.length);
  expect(events.filter(({ type }) => type === "warning")).toEqual([
    { type: "warning", warning: expect.objectContaining({ purpose: "sharpen-topic" }) },
  ]);
});
