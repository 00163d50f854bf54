import { describe, expect, it } from "@jest/globals";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type RunnableConfig, RunnableLambda } from "@langchain/core/runnables";
import { Command, MemorySaver } from "@langchain/langgraph";
import type { SpeechRequest } from "../../../src/core/model-request.js";
import { talkFields } from "../../../src/core/state/fields.js";
import type { ParticipantAgent } from "../../../src/graph/models/agent-model.js";
import { createBidding } from "../../../src/graph/modes/bidding/bidding.js";
import { conversationAgent } from "../../../src/graph/modes/conversation-agent.js";
import { defineMode } from "../../../src/graph/modes/mode.js";
import { createRoundRobin } from "../../../src/graph/modes/round-robin/round-robin.js";
import { schemasOf } from "../../../src/graph/state/conversation-state.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { castOf, speakersOf } from "../../support/conversation.js";
import { threadConfig } from "../../support/person-talk.js";
import { plainAnswer } from "../../support/plain-answers.js";

interface Given {
  readonly messages: BaseMessage[];
}

/** Joins the instructions and the question, as Rostrum does for agents. Omits the answer's format, which follows. */
const promptOf = (messages: readonly BaseMessage[]) =>
  messages
    .slice(0, 2)
    .map(({ text }) => text)
    .join("\n\n");

describe("a participant's agent", () => {
  it.each(allModes)("answers all calls for its participant in %s mode", async (mode) => {
    const names = ["Ann", "Dov"];
    const alone = new ScriptedModel(plainAnswer);
    const plain = await compileMode(mode, { model: alone }).invoke(inputFor(mode));
    const isAgents = ({ participant }: ScriptedCall) => names.includes(participant);
    // An agent receives only the prompt, so the agent below repeats the answer that `alone` gave to the same prompt.
    const expected = alone.calls.filter(isAgents);
    const answers = new Map(expected.map((call) => [promptOf(call.messages), plainAnswer(call)]));
    const asked: string[] = [];
    const agent = RunnableLambda.from(({ messages }: Given) => {
      // An agent may add a system message of its own, and some providers reject a second one.
      expect(messages.map(({ type }) => type)).not.toContain("system");
      const prompt = messages[0]?.text ?? "";
      asked.push(prompt);
      return answers.get(prompt) ?? "";
    });
    const model = new ScriptedModel(plainAnswer);
    const graph = compileMode(mode, { model, agents: { Ann: agent, Dov: agent } });
    const withAgents = await graph.invoke(inputFor(mode));
    const textsOf = ({ messages }: typeof plain) => messages.map(({ name, text }) => [name, text]);
    expect(textsOf(withAgents)).toEqual(textsOf(plain));
    expect(asked).not.toEqual([]);
    expect(asked.toSorted()).toEqual(expected.map(({ messages }) => promptOf(messages)).toSorted());
    expect(model.calls.filter(isAgents)).toEqual([]);
  });

  it.each([
    ["a string", () => "It is deep."],
    ["a message", () => new AIMessage("It is deep.")],
    ["a graph's state", ({ messages }: Given) => ({ messages: [...messages, new AIMessage("It is deep.")] })],
    ["an object with `output`", () => ({ output: "It is deep." })],
    ["a remote graph's state", () => ({ messages: [{ type: "ai", content: "It is deep." }] })],
  ])("speaks for its participant if it returns %s", async (_name, answer) => {
    const model = new ScriptedModel(plainAnswer);
    const graph = compileMode("round-robin", {
      model,
      agents: { Ann: RunnableLambda.from(answer as unknown as () => string) },
    });
    const { messages } = await graph.invoke({ ...inputFor("round-robin"), maxTurns: 1 });
    expect(messages[1]?.text).toBe("It is deep.");
    expect(speakersOf(messages)).toEqual(["Ann"]);
  });

  it.each([
    ["nothing", () => undefined],
    ["only the messages that it received", ({ messages }: Given) => ({ messages })],
  ])("fails the run with an error that names its participant if it returns %s", async (_name, answer) => {
    const graph = compileMode("round-robin", {
      model: new ScriptedModel({}),
      agents: { Ann: RunnableLambda.from(answer as unknown as () => string) },
    });
    await expect(graph.invoke(inputFor("round-robin"))).rejects.toMatchObject({
      code: "model-call-failed",
      message: expect.stringMatching(
        /^Ann's agent failed when asked for Ann's speech in turn 1: the agent must return/,
      ),
    });
  });

  it("has the participant's label and other participants' lines removed from its speech", async () => {
    const agents = { Ann: RunnableLambda.from(() => "Ann: It is deep.\nBea: I agree.") };
    const graph = compileMode("round-robin", { model: new ScriptedModel(plainAnswer), agents });
    const { messages, corrections } = await graph.invoke({ ...inputFor("round-robin"), maxTurns: 1 });
    expect(messages[1]?.text).toBe("It is deep.");
    expect(corrections).toMatchObject([{ participant: "Ann", faults: expect.arrayContaining(["own-label"]) }]);
  });

  it("adds no calls or tokens to the usage if it makes no model calls", async () => {
    const agents = { Ann: RunnableLambda.from(() => "It is deep.") };
    const graph = compileMode("round-robin", { model: new ScriptedModel(plainAnswer), agents });
    const { usage } = await graph.invoke({ ...inputFor("round-robin"), maxTurns: 1 });
    expect(usage).toMatchObject([{ participant: "Ann", calls: 0, uncounted: 0, inputTokens: 0 }]);
  });

  it("receives a mode's own prompt unchanged if the prompt has no system message", async () => {
    let asked: readonly string[] = [];
    const agent = RunnableLambda.from(({ messages }: Given) => {
      asked = messages.map(({ text }) => text);
      return "It is deep.";
    });
    const mode = defineMode({
      name: "terse",
      summary: "a mode with a short prompt",
      schemas: schemasOf(talkFields, {}),
      turn: {
        findSpeaker: ({ candidates }) => candidates[0],
        speak: { compose: () => [new HumanMessage("How deep is it?")] },
      },
    });
    const graph = mode.compile({ model: new ScriptedModel(plainAnswer), agents: { Ann: agent } });
    await graph.invoke({ participants: castOf("Ann", "Bea"), maxTurns: 1 });
    expect(asked).toEqual(["How deep is it?"]);
  });

  it("causes a warning if its participant is not in the cast", async () => {
    const agents = { Anne: RunnableLambda.from(() => "It is deep.") };
    const model = new ScriptedModel(plainAnswer);
    const models = { byParticipant: { Zebulon: model } };
    const graph = compileMode("round-robin", { model, models, agents });
    const { warnings } = await graph.invoke({ ...inputFor("round-robin"), maxTurns: 1 });
    const unused = { purpose: "assignment", turn: 0 };
    expect(warnings).toMatchObject([
      { ...unused, participant: "Anne", reason: "no participant has this name; did you mean Ann?" },
      { ...unused, participant: "Zebulon", reason: "no participant has this name" },
    ]);
  });

  it("adds the model calls of every attempt to the usage if it is retried", async () => {
    let asked = 0;
    const inner = new ScriptedModel(() => "Hm.");
    const agent = RunnableLambda.from(async () => {
      const request = { purpose: "speech", self: { name: "Ann" }, turn: 1 } as SpeechRequest;
      const first = await inner.invoke("Ann has the floor.", { request });
      asked += 1;
      if (asked === 1) throw Object.assign(new Error("overloaded"), { status: 503 });
      return first.text;
    });
    const graph = compileMode("round-robin", { model: new ScriptedModel(plainAnswer), agents: { Ann: agent } });
    const { usage } = await graph.invoke({ ...inputFor("round-robin"), maxTurns: 1 });
    expect(usage).toMatchObject([{ participant: "Ann", calls: 2, uncounted: 0, inputTokens: 20 }]);
  });

  it("is rejected if it is not a runnable", () => {
    expect(() => compileMode("bidding", { agents: { Ann: {} as never } })).toThrow("agents.Ann: must be");
  });
});

describe("a conversation as an agent", () => {
  const cast = { participants: castOf("Ann", "Bea"), maxTurns: 2 };
  const short = { ...cast, maxTurns: 1 };
  const saved = () => ({ checkpointer: new MemorySaver() });
  const outside = (Ann: ParticipantAgent) => ({ model: new ScriptedModel(plainAnswer), agents: { Ann } });

  it("has the calls of agents in its conversation charged, too", async () => {
    const model = new ScriptedModel(plainAnswer);
    const inmost = conversationAgent(createRoundRobin({ model }).compile(), cast);
    const middle = conversationAgent(createRoundRobin(outside(inmost)).compile(), short);
    const { usage } = await createRoundRobin(outside(middle)).compile().invoke(short);
    expect(model.calls).toHaveLength(2);
    expect(usage).toMatchObject([{ participant: "Ann", calls: 2 }]);
  });

  it("loses only a bid if its conversation fails, and repeats no call that has already been repeated", async () => {
    const overloaded = Object.assign(new Error("overloaded"), { status: 503, headers: { "retry-after": "0" } });
    const model = new ScriptedModel(() => overloaded);
    for (const options of [{ model }, { model, selectSpeaker: () => undefined }]) {
      const agent = conversationAgent(createRoundRobin(options).compile(), cast);
      const { messages } = await createBidding(outside(agent)).compile().invoke(short);
      expect(messages.at(-1)?.name).toBe("Bea");
    }
    expect(model.calls).toHaveLength(4);
  });

  it("holds a new conversation for an outer conversation with the name of a removed one but another seed", async () => {
    const model = new ScriptedModel(plainAnswer);
    const agent = conversationAgent(createRoundRobin({ model }).compile(saved()), cast);
    for (const seed of [1, 2]) {
      await createRoundRobin(outside(agent))
        .compile(saved())
        .invoke({ ...short, seed }, threadConfig);
      expect(model.calls).toHaveLength(2 * seed);
    }
  });

  it("receives what a reviewer wants to change in its draft", async () => {
    const topics: string[] = [];
    const invoke = async ({ topic }: { readonly topic?: string }) => {
      topics.push(topic ?? "");
      return { messages: [new AIMessage("It is deep.")], stopReason: { kind: "turns" } };
    };
    const graph = createRoundRobin(outside(conversationAgent({ invoke }, cast))).compile(saved());
    const participants = [{ name: "Ann", approve: true }, { name: "Bea" }];
    await graph.invoke({ topic: "How deep is it?", participants, maxTurns: 1 }, threadConfig);
    await graph.invoke(new Command({ resume: { rewrite: "Say it in feet" } }), threadConfig);
    const reviewed = expect.stringMatching(/^How deep is it\?\n\n.*: Say it in feet\.\n\nIt is deep\.$/);
    expect(topics).toEqual(["How deep is it?", reviewed]);
  });

  it("is saved in a thread that is named after the outer thread if its speech starts early", async () => {
    const threads: unknown[] = [];
    const invoke = async (_input: object, config: RunnableConfig = {}) => {
      threads.push(config.configurable?.["thread_id"]);
      return { messages: [new AIMessage("It is deep.")], stopReason: { kind: "turns" } };
    };
    const options = outside(conversationAgent({ invoke }, cast));
    const graph = createBidding({ ...options, models: { byPurpose: { bid: options.model } } }).compile(saved());
    await graph.invoke({ ...short, bidding: { speculative: true } }, threadConfig);
    expect(threads).toEqual([expect.stringMatching(/^talk\/\w+$/)]);
  });
});
