/** With `calls: one`, the director's comment streams before its choice is complete. */
import { expect, it } from "@jest/globals";
import type { AIMessageChunk } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { createDirector } from "../../../../src/graph/modes/director/director.js";
import { castOf, compileDirector } from "../../../support/conversation.js";
import { StreamingModel } from "../../../support/streaming-model.js";

const input = {
  topic: "Tea or coffee?",
  participants: castOf("Ann", "Bea", "Cy"),
  seed: 1,
  maxTurns: 1,
  director: { name: "Vesna", probability: 0, calls: "one" },
} as const;

type Pieces = readonly (string | Error)[];

function modelWith(...answers: Pieces[]) {
  let asked = 0;
  return new StreamingModel(({ purpose }) => {
    if (purpose !== "direct") return [purpose === "speech" ? "Coffee." : "Good night."];
    asked += 1;
    return answers[asked - 1] ?? [new Error("unexpected")];
  });
}

const answer = ["Two drinks, ", "one kettle.", "\n<", "2", ">\n", "Bea, ", "which one?"];

async function eventsOf(model: StreamingModel): Promise<RostrumEvent[]> {
  const events: RostrumEvent[] = [];
  for await (const event of await compileDirector({ model }).stream(input, { streamMode: "custom" }))
    events.push(event as RostrumEvent);
  return events;
}

function untilItEnds(events: readonly RostrumEvent[]): string[] {
  const end = events.findIndex((event) => event.type === "speech-end" && event.speaker === "Vesna");
  return events.slice(0, end + 1).flatMap((event) => {
    if (event.type === "decision") return [`decision: ${event.decision.speaker}`];
    if (event.type === "speech-start") return [`begins ${event.attempt}`];
    return event.type === "speech-delta" || event.type === "speech-end" ? [`${event.type}: ${event.text}`] : [];
  });
}

it("the comment streams first, and the question follows in the same message", async () => {
  expect(untilItEnds(await eventsOf(modelWith(answer)))).toEqual([
    "begins 1",
    "speech-delta: Two drinks, one kettle.",
    "decision: Bea",
    "speech-delta:  Bea, which one?",
    "speech-end: Two drinks, one kettle. Bea, which one?",
  ]);
});

it("the comment streams before the model makes its choice", async () => {
  const model = modelWith(answer);
  const seen: string[] = [];
  for await (const event of await compileDirector({ model }).stream(input, { streamMode: "custom" }))
    if ((event as RostrumEvent).type === "speech-delta") seen.push(model.streams[0]?.said ?? "");
  expect(seen[0]).not.toBe("");
  expect(seen[0]).not.toContain("2");
});

it("the comment streams sentence by sentence, up to the first question by name", async () => {
  const asking = ["Two drinks. ", "One kettle. ", "What do you say, ", "Ann? ", "It steams.\n<2>\n", "Bea, which one?"];
  expect(untilItEnds(await eventsOf(modelWith(asking)))).toEqual([
    ...["begins 1", "speech-delta: Two drinks.", "speech-delta:  One kettle.", "decision: Bea"],
    "speech-delta:  It steams. Bea, which one?",
    "speech-end: Two drinks. One kettle. It steams. Bea, which one?",
  ]);
});

it("a question in the comment stays if it goes to the chosen speaker", async () => {
  const asking = ["Two drinks. ", "Bea, ", "do you hear it? ", "It steams.", "\n<2>\n", "Bea, which one?"];
  expect(untilItEnds(await eventsOf(modelWith(asking))).at(-1)).toBe(
    "speech-end: Two drinks. Bea, do you hear it? It steams. Bea, which one?",
  );
});

it("headings of the answer's parts are removed, even if the stream splits them", async () => {
  const titled = [
    "## Com",
    "ment\n\nTwo drinks. ",
    "One kettle.\n\n## Choice",
    "\n<2>\n",
    "## Question\n",
    "Bea, which one?",
  ];
  const events = await eventsOf(modelWith(titled));
  expect(untilItEnds(events).at(-1)).toBe("speech-end: Two drinks. One kettle. Bea, which one?");
  expect(untilItEnds(events).filter((line) => line.startsWith("begins"))).toEqual(["begins 1"]);
});

it("the message starts again after a broken or unreadable answer", async () => {
  const broken = modelWith(
    ["Two. And ", Object.assign(new Error("cut"), { status: 503 })],
    ["Well.", "\n<9>\n", "Zoe?"],
    answer,
  );
  expect(untilItEnds(await eventsOf(broken))).toEqual([
    ...["begins 1", "speech-delta: Two."],
    ...["begins 2", "speech-delta: Well."],
    ...["begins 3", "speech-delta: Two drinks, one kettle."],
    ...["decision: Bea", "speech-delta:  Bea, which one?", "speech-end: Two drinks, one kettle. Bea, which one?"],
  ]);
});

it("the first attempt's comment stays if the second attempt has none", async () => {
  const events = await eventsOf(modelWith(["Well.", "\n<9>\n", "Zoe?"], ["<2>\n", "Bea, which one?"]));
  expect(untilItEnds(events)).toEqual([
    ...["begins 1", "speech-delta: Well.", "decision: Bea"],
    ...["speech-delta:  Bea, which one?", "speech-end: Well. Bea, which one?"],
  ]);
});

it("an answer without a comment is requested once more, but a second one without a comment is used", async () => {
  const events = await eventsOf(modelWith(["<2>\n", "Bea, which one?"], ["<2>\n", "Bea, well?"]));
  expect(untilItEnds(events)).toEqual([
    ...["decision: Bea", "begins 1", "speech-delta: Bea, well?", "speech-end: Bea, well?"],
  ]);
});

it("the `messages` stream contains each part of the director's message once", async () => {
  const stream = await compileDirector({ model: modelWith(answer) }).stream(input, { streamMode: "messages" });
  const chunks: AIMessageChunk[] = [];
  for await (const [chunk] of stream) if (chunk.name === "Vesna") chunks.push(chunk as AIMessageChunk);
  const ofTurn = chunks.filter(({ id }) => id === "turn-1-direction");
  const [first, ...rest] = ofTurn;
  const whole = rest.reduce((sum, chunk) => sum.concat(chunk), first as AIMessageChunk);
  const { messages } = await compileDirector({ model: modelWith(answer) }).invoke(input);
  expect(ofTurn.map(({ text }) => text)).toEqual(["Two drinks, one kettle.", " Bea, which one?"]);
  expect(whole.text).toBe(messages[1]?.text);
  expect(Object.keys(whole.additional_kwargs)).toEqual(["rostrum"]);
  expect(whole.additional_kwargs["rostrum"]).toMatchObject({ kind: "direction", turn: 1 });
  expect(ofTurn.filter(({ additional_kwargs }) => Object.keys(additional_kwargs).length > 0)).toHaveLength(1);
});

it("the `messages` stream contains no empty message if there is no comment", async () => {
  const model = modelWith(["<2>\n", "Bea, which one?"], ["<2>\n", "Bea, well?"]);
  const texts: string[] = [];
  for await (const [chunk] of await compileDirector({ model }).stream(input, { streamMode: "messages" }))
    if (chunk.name === "Vesna") texts.push(chunk.text);
  expect(texts).toEqual(["Bea, well?", "Good night."]);
});

it("a comment with several lines and Windows line breaks streams once", async () => {
  const events = await eventsOf(modelWith(["Two drinks,\r\n", "one kettle.\r\n<2>\r\n", "Bea, which one?"]));
  expect(untilItEnds(events).filter((line) => line.startsWith("begins"))).toEqual(["begins 1"]);
  expect(untilItEnds(events).at(-1)).toBe("speech-end: Two drinks,\none kettle. Bea, which one?");
});

it("a run that resumes before the question streams the whole message", async () => {
  const model = modelWith(answer);
  const graph = createDirector({ model }).compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  await graph.invoke(input, { ...config, interruptBefore: ["prompt-speaker"] });
  const events: RostrumEvent[] = [];
  for await (const event of await graph.stream(null, { ...config, streamMode: "custom" }))
    events.push(event as RostrumEvent);
  expect(untilItEnds(events)).toEqual([
    "begins 1",
    "speech-delta: Two drinks, one kettle. Bea, which one?",
    "speech-end: Two drinks, one kettle. Bea, which one?",
  ]);
  const { values } = await graph.getState(config);
  expect(values.messages[1]).toMatchObject({ id: "turn-1-direction", text: "Two drinks, one kettle. Bea, which one?" });
  expect(model.streams.filter(({ purpose }) => purpose === "direct")).toHaveLength(1);
});
