import { describe, expect, it } from "@jest/globals";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import {
  Annotation,
  Command,
  END,
  InMemoryStore,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { z } from "zod";
import type { SelectionRule } from "../../../src/core/selection/rule.js";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { textOf } from "../../../src/core/text/message.js";
import { createConversation, createRoundRobin } from "../../../src/graph/modes/round-robin/round-robin.js";
import { listenerKey } from "../../../src/graph/steps/run/step-context.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import type { StopReason } from "../../../src/records/stop-reason.js";
import { interject } from "../../../src/talk/conversations/delivery/interject.js";
import { locales } from "../../../src/words/registry.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { castOf, fixedClock } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

const Outer = Annotation.Root({
  ...MessagesAnnotation.spec,
  topic: Annotation<string>,
  participants: Annotation<readonly object[]>,
  maxTurns: Annotation<number>,
  seed: Annotation<number>,
  stopReason: Annotation<StopReason | null>,
  turn: Annotation<number>,
  ticket: Annotation<string>,
});

const model = () => new ScriptedModel(plainAnswer);
const input = { topic: "Shall we build the bridge?", participants: castOf("Ann", "Bea"), seed: 3, ticket: "T-1" };

type Compiling = Parameters<StateGraph<typeof Outer>["compile"]>[0];

function compile(nodes: readonly unknown[], { context, ...options }: { context?: z.ZodObject } & Compiling = {}) {
  const builder = new StateGraph(Outer, context as never) as unknown as {
    addNode(name: string, node: unknown): unknown;
    addEdge(from: string, to: string): unknown;
  } & Pick<StateGraph<typeof Outer>, "compile">;
  const way = [START, ...nodes.map((_node, index) => `debate-${index}`), END];
  for (const [index, node] of nodes.entries()) builder.addNode(`debate-${index}`, node);
  for (const [index, from] of way.slice(0, -1).entries()) builder.addEdge(from, way[index + 1] ?? END);
  return builder.compile(options);
}

const debate = () => createRoundRobin({ model: model(), clock: fixedClock }).compile();

describe("a conversation as a node", () => {
  // Skips director mode: the outer state has no field for its settings, so a draw could end the conversation early.
  it.each(allModes.filter((mode) => mode !== "director"))(
    "gives the same messages in %s as on its own",
    async (mode) => {
      const given = { ...inputFor(mode), maxTurns: 12 };
      const alone = await compileMode(mode, { model: model() }).invoke(given);
      const within = await compile([compileMode(mode, { model: model() })]).invoke(given);
      expect(within.messages.map(({ text }) => text)).toEqual(alone.messages.map(({ text }) => text));
      expect(within.stopReason).toEqual(alone.stopReason);
      expect(within.messages.length).toBeGreaterThan(3);
    },
  );

  it("ignores the outer graph's own fields and context, and continues the messages of an earlier node", async () => {
    const graph = compile([debate(), debate()], { context: z.object({ userId: z.string() }) });
    const state = await graph.invoke({ ...input, maxTurns: 2 }, { context: { userId: "u" } } as never);
    expect(state.ticket).toBe("T-1");
    // The first node opens with the topic. The second continues the first node's messages.
    expect(state.messages.map(({ name }) => name)).toEqual(["Moderator", "Ann", "Bea", "Ann", "Bea"]);
    expect(state.stopReason).toMatchObject({ kind: "turns", limit: 2 });
  });

  const spokenIn = ({ messages }: { readonly messages: readonly BaseMessage[] }) => messages.map(textOf).sort();

  it("keeps the messages of conversations that run at the same time, in two nodes or in one node's tasks", async () => {
    const quoting = (name: string) => new ScriptedModel(({ turn }) => `${name}: turn ${turn}.`);
    const node = (name: string) => createRoundRobin({ model: quoting(name) }).compile() as never;
    const maxTurns = Annotation<number>({ reducer: (_before, after) => after });
    const Plain = Annotation.Root({ ...MessagesAnnotation.spec, maxTurns });
    const twoNodes = new StateGraph(Plain)
      .addNode("east", node("East"))
      .addNode("west", node("West"))
      .addEdge(START, "east")
      .addEdge(START, "west")
      .compile();
    const said = ["East: turn 1.", "East: turn 2.", "West: turn 1.", "West: turn 2."];
    const messages = [new HumanMessage("Which way?")];
    expect(spokenIn(await twoNodes.invoke({ messages, maxTurns: 2 }))).toEqual([...said, "Which way?"]);
    const twoTasks = new StateGraph(Plain)
      .addNode("both", node("Both"))
      .addConditionalEdges(START, () => ["North?", "South?"].map((topic) => new Send("both", { topic, maxTurns: 1 })))
      .compile();
    expect(spokenIn(await twoTasks.invoke({}))).toEqual(["Both: turn 1.", "Both: turn 1.", "North?", "South?"]);
  });

  it("rejects invalid field values, and unknown fields when it runs on its own", async () => {
    await expect(compile([debate()]).invoke({ ...input, maxTurns: 0 })).rejects.toMatchObject({
      code: "invalid-input",
      message: "maxTurns: must be from 1 to 10000",
    });
    await expect(debate().invoke({ maxTurn: 3 } as never)).rejects.toThrow("maxTurn: unknown field");
    await expect(debate().invoke({}, { context: { timeoutMs: -3 } })).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining("timeoutMs: must be from 100 to"),
    });
    const misspelt = debate().invoke({}, { context: { timeoutms: 1 } } as never);
    await expect(misspelt).rejects.toMatchObject({
      code: "invalid-input",
      message: /context\.timeoutms: unknown field/,
    });
  });

  it("interrupts the outer graph for people, and starts a new round when that graph runs again", async () => {
    const participants = [{ name: "Ann" }, { name: "Hana", human: true }];
    const graph = compile([debate()], { checkpointer: new MemorySaver(), store: new InMemoryStore() });
    const thread = { configurable: { thread_id: "t" } };
    const waiting = await graph.invoke({ ...input, participants, maxTurns: 3 }, thread);
    expect(isInterrupted(waiting)).toBe(true);
    const first = await graph.invoke(new Command({ resume: { text: "Mine." } }), thread);
    expect(first.messages.map(({ name, text }) => (name === "Hana" ? text : name))).toEqual([
      ...["Moderator", "Ann", "Mine.", "Ann"],
    ]);
    const again = await graph.invoke({ ...input, participants: castOf("Ann", "Bea"), maxTurns: 1 }, thread);
    expect(again.messages.slice(first.messages.length).map(({ name }) => name)).toEqual(["Bea"]);
    expect(again.stopReason).toMatchObject({ kind: "turns", limit: 1 });
  });

  it("receives interjections to the outer thread, and `interject` says when they will be heard", async () => {
    const store = new InMemoryStore();
    const held = new ScriptedModel(async (call) => {
      if (call.purpose === "speech" && call.index === 0 && call.participant === "Ann") await reached();
      return plainAnswer(call);
    });
    const graph = compile([createRoundRobin({ model: held }).compile()], { checkpointer: new MemorySaver(), store });
    const thread = { configurable: { thread_id: "outer" } };
    let heard = "";
    const reached = async () => {
      heard = (await interject(graph as never, thread, "Bea, and the price?", { from: "Lena" })).heard;
    };
    const { messages } = await graph.invoke({ ...input, maxTurns: 3 }, thread);
    expect(heard).toBe("next-turn");
    expect(messages.map(({ name }) => name).slice(0, 4)).toEqual(["Moderator", "Ann", "Lena", "Bea"]);
  });
});

describe("a conversation inside a node", () => {
  it("can be merged with another conversation of the same node", async () => {
    const talk = debate();
    const graph = compile([
      async () => {
        const talks = await Promise.all(["North?", "South?"].map((topic) => talk.invoke({ topic, maxTurns: 1 })));
        return { messages: talks.flatMap(({ messages }) => messages) };
      },
    ]);
    const { messages } = await graph.invoke({});
    expect(messages).toHaveLength(4);
  });

  const Desk = Annotation.Root({ said: Annotation<number> });
  const runIn = (call: (config: object) => Promise<{ messages: readonly unknown[] }>) =>
    new StateGraph(Desk, z.object({ userId: z.string() }) as never)
      .addNode("desk", async (_state: unknown, config: object) => ({ said: (await call(config)).messages.length }))
      .addEdge(START, "desk")
      .compile()
      .invoke({}, { context: { userId: "u" } } as never);
  const given = { ...input, maxTurns: 8 };
  const { ticket: _ticket, ...fields } = given;

  it("runs with and without the node's configuration", async () => {
    expect(await runIn((config) => debate().invoke(fields, config))).toEqual({ said: 9 });
    expect(await runIn(() => debate().invoke(fields))).toEqual({ said: 9 });
    expect(await runIn(() => debate().invoke(fields, { configurable: { thread_id: "own" } }))).toEqual({ said: 9 });
  });

  it("rejects unknown fields, because the node's author wrote the input", async () => {
    const misspelt = runIn((config) => debate().invoke({ ...fields, maxTurn: 3 } as never, config));
    await expect(misspelt).rejects.toThrow("maxTurn: unknown field; did you mean maxTurns?");
  });
});

it("a conversation held by a rule or a tool adds no events to the outer conversation, and does not hear its interjections", async () => {
  const inner = createRoundRobin({ model: new ScriptedModel(() => "Inside.") }).compile();
  const hold = async (config = {}) => (await inner.invoke({ maxTurns: 3 }, config)).messages.map(({ name }) => name);
  const thread = { configurable: { thread_id: "outer" } };
  const ask = async (_input: object, config: object) => {
    await interject(graph as never, thread, "Ann, and the price?", { from: "Lena" });
    return (await hold(config)).join();
  };
  const ponder = tool(ask, { name: "ponder", description: "", schema: z.object({}) });
  const call = new AIMessage({ content: "", tool_calls: [{ id: "1", name: "ponder", args: {} }] });
  const model = new ScriptedModel({ "speech:Ann": [call, "Outside.", "Outside."] });
  const selectSpeaker: SelectionRule = async ({ candidates }) => (await hold()) && candidates[0];
  const saved = { checkpointer: new MemorySaver(), store: new InMemoryStore() };
  const graph = createConversation({ model, tools: [ponder], selectSpeaker, maxToolCalls: 1 }).compile(saved);
  const heard: string[] = [];
  const hear = (event: RostrumEvent) => event.type === "speech-end" && heard.push(event.text);
  const config = { configurable: { ...thread.configurable, [listenerKey]: hear }, streamMode: "custom" } as const;
  const participants = [{ name: "Ann", tools: ["ponder"] }, { name: "Bea" }];
  for await (const event of await graph.stream({ participants, maxTurns: 2 }, config)) hear(event);
  const { messages, toolCalls } = (await graph.getState(thread)).values;
  expect(messages.map(({ name }: BaseMessage) => name)).toEqual(["Moderator", "Ann", "Lena", "Ann"]);
  expect(toolCalls).toMatchObject([{ outcome: "done", result: expect.not.stringContaining("Lena") }]);
  expect(heard).toEqual(Array(4).fill("Outside."));
});

describe("the topic of a conversation", () => {
  const prompts = async (given: Record<string, unknown>) => {
    const asked = model();
    await createRoundRobin({ model: asked, clock: fixedClock })
      .compile()
      .invoke({ maxTurns: 1, seed: 1, ...given });
    return asked.calls[0]?.messages.map(({ text }) => text).join("\n") ?? "";
  };

  it("is the input's human message if `topic` is not set", async () => {
    const prompt = await prompts({ messages: [new HumanMessage("Should we move to Rome?")] });
    expect(prompt).toContain("Should we move to Rome?");
    expect(prompt).not.toContain("night train");
  });

  it("stays the same if the same input is sent again with another message", async () => {
    const checkpointer = new MemorySaver();
    const graph = createRoundRobin({ model: model(), clock: fixedClock }).compile({ checkpointer });
    const thread = { configurable: { thread_id: "chat" } };
    const form = { topic: "Should our harbour town bring back the night train?", maxTurns: 1, seed: 1 };
    await graph.invoke({ ...form, messages: [new HumanMessage("Should we move to Rome?")] }, thread);
    const { topic, messages } = await graph.invoke({ ...form, messages: [new HumanMessage("And Milan?")] }, thread);
    expect(topic).toBe("Should we move to Rome?");
    expect(messages.map(({ name, text }) => name ?? text)).toEqual([
      ...["Should we move to Rome?", "Mara Lindqvist", "User", "Tobias Oyelaran"],
    ]);
  });

  it.each(allModes)("is the newest human message each time a graph around a %s conversation runs", async (mode) => {
    const asked = model();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("talk", compileMode(mode, { model: asked }) as never)
      .addEdge(START, "talk")
      .compile({ checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "host" } };
    const topics = async (text: string) => {
      const earlier = asked.calls.length;
      await graph.invoke({ messages: [new HumanMessage(text)] }, thread);
      return new Set(asked.calls.slice(earlier).map(({ request }) => request.topic));
    };
    expect(await topics("Should we move to Rome?")).toEqual(new Set(["Should we move to Rome?"]));
    expect(await topics("What does the move cost?")).toEqual(new Set(["What does the move cost?"]));
  });

  it("is the newest human message in a supervisor's second round, and the moderator does not repeat it", async () => {
    const asked = model();
    const graph = compileMode("supervisor", { model: asked }, { checkpointer: new MemorySaver() });
    const thread = { configurable: { thread_id: "chat" } };
    const say = (text: string, more: object = {}) =>
      graph.invoke({ messages: [new HumanMessage(text)], seed: 1, ...more }, thread);
    await say("Should we move to Rome?");
    const { topic, messages } = await say("What does the move cost?");
    expect(topic).toBe("What does the move cost?");
    expect(asked.calls.at(-1)?.request.topic).toBe("What does the move cost?");
    expect(messages.filter(({ text }) => text === "What does the move cost?").length).toBe(1);
    expect((await graph.invoke({}, thread)).topic).toBe("What does the move cost?");
    expect((await say("Thanks.", { topic: "Who pays?" })).topic).toBe("Who pays?");
  });

  it("is not taken from a system message", async () => {
    const messages = [new SystemMessage("You are a helpful assistant."), new HumanMessage("Should we move to Rome?")];
    expect(await prompts({ messages })).toMatch(/topic is:\s+Should we move to Rome\?/);
  });

  it("is the caller's `topic` if that is set, and the example's topic if there is no human message", async () => {
    expect(await prompts({})).toContain("night train");
    expect(await prompts({ messages: [new HumanMessage(" ")] })).toContain("night train");
    const given = await prompts({ topic: "Tea or coffee?", messages: [new HumanMessage("Should we move to Rome?")] });
    expect(given).toMatch(/topic is:\s+Tea or coffee\?/);
  });

  it("removes the descriptions of the example's cast if it is not the example's topic", async () => {
    const own = await prompts({ topic: "Should the ferry be free?" });
    expect(own).toContain("Mara Lindqvist");
    expect(own).not.toMatch(/night train|nineteen years/);
    expect(await prompts({})).toContain("nineteen years");
    const chinese = await prompts({ topic: "渡轮该不该免费？", language: "zh" });
    expect(chinese).toContain("林晚舟");
    expect(chinese).not.toContain("夜班列车");
    // A caller's own cast keeps its descriptions, and a changed example cast keeps its changes.
    const [mara, ...others] = locales.en.example.participants;
    const changed = [{ ...mara, name: "Mara Lindqvist", role: "harbour master" }, ...others];
    expect(await prompts({ topic: "Should the ferry be free?", participants: changed })).toContain("harbour master");

    const views = [
      { name: "Mara Lindqvist", role: "retired train driver", description: "Loves ferries." },
      { name: "Bo" },
    ];
    expect(await prompts({ topic: "Should the ferry be free?", participants: views })).toContain("Loves ferries.");
  });
});
