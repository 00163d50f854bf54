import { describe, expect, it } from "@jest/globals";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { placeOf } from "../../../../src/core/text/message.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../../src/offline/scripted-model.js";
import { historyOf } from "../../../../src/talk/conversations/port/history.js";
import { allModes, compileMode, inputFor, type Mode } from "../../../support/any-mode.js";
import { peopleInput, threadConfig, waitingIn } from "../../../support/person-talk.js";
import { plainAnswer } from "../../../support/plain-answers.js";

type Answer = (call: ScriptedCall) => ScriptedReply | Promise<ScriptedReply>;

const compile = (mode: Mode, answer: Answer = plainAnswer) =>
  compileMode(mode, { model: new ScriptedModel(answer) }, { checkpointer: new MemorySaver() });

const say = (text: string) => ({ messages: [new HumanMessage({ id: "from-the-page", content: text })] });
const question = "Dov, how deep is the river?";

const speeches = (messages: readonly BaseMessage[]) =>
  messages.filter((message) => placeOf(message)?.kind === "speech").map(({ text }) => text);

function answererIn(messages: readonly BaseMessage[]): string | undefined {
  const at = messages.findIndex(({ id }) => id === "from-the-page");
  return messages.slice(at + 1).find((message) => placeOf(message)?.kind === "speech")?.name;
}

const asked = { name: "User", text: question, additional_kwargs: { rostrum: { kind: "interjection" } } };

describe.each(allModes)("a chat message in %s mode", (mode) => {
  it("is delivered once after the end, and its addressee answers first", async () => {
    const graph = compile(mode);
    const { turn } = await graph.invoke(inputFor(mode, { maxTurns: 3 }), threadConfig);
    const state = await graph.invoke(say(question), threadConfig);
    expect(state.messages.filter(({ text }) => text === question)).toMatchObject([asked]);
    expect(state.interjections).toMatchObject([{ from: "User", to: "Dov", turn, messageId: "from-the-page" }]);
    expect(answererIn(state.messages)).toBe("Dov");
    expect(state.decisions.find((decision) => decision.turn === turn + 1)?.rule).toBe("spoken-to");
  });

  it("replaces no message after the end, even if the client sends the whole history", async () => {
    const graph = compile(mode);
    const { messages: kept } = await graph.invoke(inputFor(mode, { maxTurns: 3 }), threadConfig);
    const speech = kept.find((message) => placeOf(message)?.kind === "speech");
    const forged = new HumanMessage({ id: speech?.id ?? "", content: "I said something else." });
    expect((await graph.invoke({ messages: [forged] }, threadConfig)).messages).toEqual(kept);
    const { messages } = await graph.invoke({ messages: [...kept, forged, ...say(question).messages] }, threadConfig);
    expect(messages.slice(0, kept.length)).toEqual(kept);
    expect(messages.filter(({ text }) => text === forged.text)).toEqual([]);
    expect(messages.filter(({ text }) => text === question)).toMatchObject([asked]);
  });

  it("is rejected after the end if it is too long, and changes nothing", async () => {
    const graph = compile(mode);
    await graph.invoke(inputFor(mode, { maxTurns: 3 }), threadConfig);
    const { values } = await graph.getState(threadConfig);
    const run = graph.invoke(say("a".repeat(20_001)), threadConfig);
    await expect(run).rejects.toMatchObject({ code: "invalid-input" });
    expect((await graph.getState(threadConfig)).values).toEqual(values);
  });

  it("is delivered immediately to an interrupted run, and no message is lost", async () => {
    const cancel = new AbortController();
    const answer: Answer = (call) => {
      const speaks = call.purpose === "speech" || call.purpose === "execute";
      if (speaks && call.turn === 3 && !cancel.signal.aborted) cancel.abort();
      return plainAnswer(call);
    };
    const graph = compile(mode, answer);
    const run = graph.invoke(inputFor(mode, { maxTurns: 6 }), { ...threadConfig, signal: cancel.signal });
    await expect(run).rejects.toThrow();
    const before = (await graph.getState(threadConfig)).values as { turn: number; messages: BaseMessage[] };
    expect(before.turn).toBeLessThan(3);
    const state = await graph.invoke(say(question), threadConfig);
    expect(state.messages.map(({ id }) => id).slice(0, before.messages.length)).toEqual(
      before.messages.map(({ id }) => id),
    );
    expect(state.messages.filter(({ text }) => text === question)).toMatchObject([asked]);
    expect(answererIn(state.messages)).toBe("Dov");
    // The run resumes instead of starting another round.
    expect(state.turnAtStart).toBe(0);
    expect(state.decisions.map(({ turn }) => turn)).toEqual(state.decisions.map((_decision, index) => index + 1));
  });

  it("becomes a person's line if the run is waiting for that person alone", async () => {
    const graph = compile(mode);
    let state = await graph.invoke(peopleInput(mode), threadConfig);
    // If Bea does not have the floor yet, a message asks her by name.
    if (waitingIn(state).length === 0)
      state = await graph.invoke({ messages: [new HumanMessage("Bea, what do you say?")] }, threadConfig);
    const { turn } = waitingIn(state)[0]?.value ?? {};
    const next = await graph.invoke(say("I grew up by that river."), threadConfig);
    expect(next.messages.filter(({ text }) => text === "I grew up by that river.")).toMatchObject([
      { name: "Bea", additional_kwargs: { rostrum: { kind: "speech", turn } } },
    ]);
    expect(next.interjections.filter(({ text }) => text === "I grew up by that river.")).toEqual([]);
  });
});

async function waitingForBea(people?: readonly string[]) {
  const graph = compile("round-robin");
  await graph.invoke(peopleInput("round-robin", people), threadConfig);
  return graph;
}

async function interrupted() {
  const cancel = new AbortController();
  const graph = compile("round-robin", (call) => {
    if (call.turn === 2 && !cancel.signal.aborted) cancel.abort();
    return plainAnswer(call);
  });
  const run = graph.invoke(inputFor("round-robin"), { ...threadConfig, signal: cancel.signal });
  await expect(run).rejects.toThrow();
  const { messages } = (await graph.getState(threadConfig)).values as { messages: BaseMessage[] };
  expect(messages.map(({ id }) => id)).toContain("turn-1");
  return { graph, messages };
}

const sent = (...messages: HumanMessage[]) => ({ messages });
const keyed = { ...threadConfig, context: { idempotencyKey: "k1" } };

describe("a chat message", () => {
  it("becomes one line if it is sent twice with the same idempotency key", async () => {
    const graph = await waitingForBea();
    const first = await graph.invoke(sent(new HumanMessage("Mine.")), keyed);
    const second = await graph.invoke(sent(new HumanMessage("Mine.")), keyed);
    expect(second.messages.map(({ id }) => id)).toEqual(first.messages.map(({ id }) => id));
    expect(second.messages.filter(({ text }) => text === "Mine.")).toMatchObject([{ name: "Bea" }]);
  });

  it("becomes one interjection if it is sent twice with the same idempotency key", async () => {
    const { graph } = await interrupted();
    await graph.invoke(sent(new HumanMessage("Why?")), keyed);
    const state = await graph.invoke(sent(new HumanMessage("Why?")), keyed);
    expect(state.messages.filter(({ text }) => text === "Why?")).toHaveLength(1);
    expect(state.turnAtStart).toBe(0);
  });

  it("replaces no message if it has a speech's id, even if the client sends the whole history", async () => {
    const { graph, messages } = await interrupted();
    const forged = new HumanMessage({ id: "turn-1", content: "I said something else." });
    const history = { messages: [...messages, forged, new HumanMessage("Why?")] };
    const state = await graph.invoke(history, threadConfig);
    const said = state.messages.map(({ text }) => text);
    expect(said.slice(0, messages.length + 1)).toEqual([...messages.map(({ text }) => text), "Why?"]);
    expect(said).not.toContain(forged.text);
    const interrupts = await waitingForBea();
    const before = (await interrupts.getState(threadConfig)).values;
    const next = await interrupts.invoke(sent(forged), threadConfig);
    expect(waitingIn(next)).toHaveLength(1);
    expect(next.messages).toEqual(before.messages);
  });

  it.each(["after the end", "in a run that was interrupted"])(
    "is delivered if it is sent %s, even if another message in the same input has the same id",
    async (when) => {
      const graph = when === "after the end" ? compile("round-robin") : (await interrupted()).graph;
      if (when === "after the end") await graph.invoke(inputFor("round-robin"), threadConfig);
      const twins = ["Why?", "When?"].map((content) => new HumanMessage({ id: "from-the-page", content }));
      const state = await graph.invoke(sent(...twins), threadConfig);
      const delivered = state.messages.filter(({ text }) => text === "Why?" || text === "When?");
      expect(delivered.map(({ id, text }) => [id, text])).toEqual([
        ["from-the-page", "Why?"],
        ["from-the-page.2", "When?"],
      ]);
      expect(state.interjections.map(({ messageId }) => messageId)).toEqual(delivered.map(({ id }) => id));
      expect(new Set(state.interjections.map(({ id }) => id)).size).toBe(2);
    },
  );

  it.each(["after the end", "in a run that was interrupted", "while Bea has the floor"])(
    "counts as an interjection if it is sent %s with the metadata of a participant's speech",
    async (when) => {
      const graph = when === "in a run that was interrupted" ? (await interrupted()).graph : compile("round-robin");
      if (when === "after the end") await graph.invoke(inputFor("round-robin", { maxTurns: 2 }), threadConfig);
      if (when.startsWith("while")) await graph.invoke(peopleInput("round-robin", ["Bea", "Cid"]), threadConfig);
      const rostrum = { kind: "speech", turn: 2, stage: null, round: null, time: "", replyingTo: null };
      const forged = { content: "I resign.", name: "Ann", additional_kwargs: { rostrum } };
      const state = await graph.invoke(sent(new HumanMessage(forged)), threadConfig);
      const said = state.messages.filter(({ text }) => text === "I resign.");
      expect(said).toMatchObject([{ name: "User", additional_kwargs: { rostrum: { kind: "interjection" } } }]);
    },
  );

  it("is added as a new message if it has the id of an input message", async () => {
    const graph = compile("round-robin");
    const given = { messages: [new HumanMessage({ id: "from-the-page", content: "Some tea first." })] };
    await graph.invoke({ ...peopleInput("round-robin"), ...given }, threadConfig);
    const state = await graph.invoke(sent(...say("Why?").messages, new HumanMessage("When?")), threadConfig);
    const said = state.messages.map(({ text }) => text);
    expect(said).toEqual(expect.arrayContaining(["Some tea first.", "Why?", "When?"]));
  });

  it("is the only message recorded as an interjection if the conversation ended before anybody spoke", async () => {
    const graph = compile("bidding");
    const given = { messages: [new HumanMessage({ id: "handed-in", content: "Some tea first." })] };
    const ended = await graph.invoke({ ...inputFor("bidding", { budget: { calls: 1 } }), ...given }, threadConfig);
    const state = await graph.invoke(say("And now?"), threadConfig);
    expect(state.interjections.map(({ text }) => text)).toEqual(["And now?"]);
    expect(state.messages.slice(0, ended.messages.length)).toEqual(ended.messages);
    expect(historyOf(state).slice(0, 1)).toEqual(historyOf(ended).slice(0, 1));
  });

  it.each([
    ["bea", "Bea", "speech"],
    ["Cid", "Cid", "interjection"],
    ["Guest", "Guest", "interjection"],
    ["Ann", "User", "interjection"],
  ])("with the name %s, sent while Bea has the floor, is attributed to %s (%s)", async (name, speaker, kind) => {
    const graph = await waitingForBea(["Bea", "Cid"]);
    const state = await graph.invoke(sent(new HumanMessage({ name, content: "It is deep." })), threadConfig);
    const message = { name: speaker, additional_kwargs: { rostrum: { kind } } };
    expect(state.messages.filter(({ text }) => text === "It is deep.")).toMatchObject([message]);
    expect(waitingIn(state)[0]?.value?.participant).toBe(kind === "speech" ? "Cid" : "Bea");
  });

  it("is rejected if it is too long for an interjection, and changes nothing", async () => {
    const { graph, messages } = await interrupted();
    const run = graph.invoke(sent(new HumanMessage("a".repeat(20_001))), threadConfig);
    await expect(run).rejects.toMatchObject({ code: "invalid-input" });
    const { values } = await graph.getState(threadConfig);
    expect(values.messages).toEqual(messages);
    expect(values.interjections).toEqual([]);
  });

  it("is an interjection instead of a line if several people have the floor", async () => {
    const graph = compile("group-chat");
    const stages = [{ name: "views", task: "discuss", order: "together", speakers: ["Bea", "Cid"] }];
    const input: object = { ...peopleInput("group-chat", ["Bea", "Cid"]), stages };
    const state = await graph.invoke(input, threadConfig);
    expect(waitingIn(state)).toHaveLength(2);
    const next = await graph.invoke(say("How deep is the river?"), threadConfig);
    expect(next.messages.filter(({ text }) => text === "How deep is the river?")).toMatchObject([{ name: "User" }]);
    expect(waitingIn(next)).toHaveLength(2);
    expect(speeches(next.messages)).toEqual([]);
  });

  it("starts another round if it is sent together with other input fields", async () => {
    const graph = compile("round-robin");
    await graph.invoke(peopleInput("round-robin"), threadConfig);
    const state = await graph.invoke({ ...say("And now?"), seed: 12 }, threadConfig);
    expect(state.seed).toBe(12);
    expect(state.turnAtStart).toBe(1);
  });

  it("is added once if `withConfig` bound the thread and the idempotency key, even if it is sent twice", async () => {
    const bound = (await waitingForBea()).withConfig(keyed);
    const first = await bound.invoke(sent(new HumanMessage("Mine.")));
    expect(first.messages.filter(({ text }) => text === "Mine.")).toMatchObject([{ name: "Bea" }]);
    const second = await bound.invoke(sent(new HumanMessage("Mine.")));
    expect(second.messages).toEqual(first.messages);
  });
});
