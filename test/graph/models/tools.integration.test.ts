import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import type { ConversationOptions } from "../../../src/graph/modes/options.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { exportConversation } from "../../../src/talk/transcript/json.js";
import { renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { compileMode } from "../../support/any-mode.js";
import { type ModelServer, type ServedCall, type ServerReply, startModelServer } from "../../support/model-server.js";

let server: ModelServer | undefined;
afterEach(() => server?.stop());

const depth = tool(async ({ place }: { place: string }) => `${place} is 12 m deep`, {
  name: "measure_depth",
  description: "Measures how deep the river is.",
  schema: z.object({ place: z.string() }),
});
const broken = tool(
  async () => {
    throw new Error("the sonar is wet");
  },
  { name: "sonar", description: "Listens.", schema: z.object({}) },
);
const endless = tool(() => new Promise<string>(() => {}), {
  name: "wait",
  description: "Waits.",
  schema: z.object({}),
});

const call = (name: string, input: object | string = {}) => ({
  toolCalls: [{ name, arguments: typeof input === "string" ? input : JSON.stringify(input) }],
});

const exchangeOf = ({ body }: ServedCall) => body.messages.slice(2).map(({ role, content }) => `${role}: ${content}`);

const input = (tools: string[] = ["measure_depth"], more: object = {}) => ({
  topic: "Shall we build the bridge?",
  participants: [{ name: "Ann", tools }, { name: "Bea" }],
  seed: 3,
  maxTurns: 2,
  ...more,
});

type Options = Omit<ConversationOptions<never>, "selectSpeaker">;

/**
 * Runs a conversation in which the server answers Ann's calls from `script`, in order. Ann must make exactly one call
 * for each answer.
 */
async function talk(
  script: readonly (ServerReply | string)[],
  tools: StructuredToolInterface[],
  options: Options = {},
  timeoutMs = 120_000,
) {
  server = await startModelServer(({ participant }) => {
    if (participant !== "Ann") return "Bea says so too.";
    const reply = script[(server?.calls.filter((made) => made.participant === "Ann").length ?? 0) - 1];
    return reply ?? { status: 400, error: { message: "not expected" } };
  });
  const graph = compileMode("round-robin", { model: "openai:any", tools, ...options });
  const names = tools.map(({ name }) => name);
  const state = await graph.invoke(input(names), { context: { timeoutMs } } as object);
  const ann = server.calls.filter(({ participant }) => participant === "Ann");
  expect(ann).toHaveLength(script.length);
  return { state, ann, server };
}

describe("a speaker with tools", () => {
  it("neither sends nor saves a key from the environment that a tool's error contains", async () => {
    const key = "weather-key-0123456789";
    process.env["WEATHER_API_KEY"] = key;
    try {
      const leaking = tool(() => Promise.reject(new Error(`the key ${key} is not valid`)), {
        name: "weather",
        description: "Tells the weather.",
        schema: z.object({}),
      });
      const { state, ann } = await talk([call("weather"), "It may rain."], [leaking]);
      expect(state.toolCalls[0]?.result).toContain("the key [secret] is not valid");
      expect(JSON.stringify([state, ann[1]?.body])).not.toContain(key);
    } finally {
      delete process.env["WEATHER_API_KEY"];
    }
  });

  it("calls a tool twice before it speaks, and the calls are recorded but not public", async () => {
    const script = [
      { ...call("measure_depth", { place: "The ford" }), content: "Let me look that up." },
      call("measure_depth", { place: "The bend" }),
      "Twelve metres, at the ford and at the bend.",
    ];
    const { state, ann } = await talk(script, [depth]);
    expect(state.messages.map(({ text }) => text)).toEqual([
      "Shall we build the bridge?",
      "Twelve metres, at the ford and at the bend.",
      "Bea says so too.",
    ]);
    expect(state.toolCalls).toEqual([
      {
        turn: 1,
        participant: "Ann",
        tool: "measure_depth",
        input: { place: "The ford" },
        outcome: "done",
        result: "The ford is 12 m deep",
      },
      {
        turn: 1,
        participant: "Ann",
        tool: "measure_depth",
        input: { place: "The bend" },
        outcome: "done",
        result: "The bend is 12 m deep",
      },
    ]);
    expect(exchangeOf(ann[2] as ServedCall).filter((line) => line.startsWith("tool"))).toEqual([
      "tool: The ford is 12 m deep",
      "tool: The bend is 12 m deep",
    ]);
    // Ann's speech takes three model calls, and Bea's one.
    expect(state.usage.map(({ participant, calls }) => [participant, calls])).toEqual([
      ["Ann", 3],
      ["Bea", 1],
    ]);
    const exported = exportConversation("round-robin", state);
    expect(exported.toolCalls).toHaveLength(2);
    expect(renderMarkdown(exported)).not.toMatch(/measure_depth|12 m deep|look that up/);
  });

  it("is offered its tools, and a speaker without tools is offered none", async () => {
    const { server: served } = await talk(["No need to measure."], [depth]);
    const offered = served.calls.map(({ participant, body }) => [
      participant,
      body.tools?.map((each) => each.function.name) ?? [],
    ]);
    expect(offered).toEqual([
      ["Ann", ["measure_depth"]],
      ["Bea", []],
    ]);
  });

  it("streams only its speech on `messages`, and reports its tool calls as events", async () => {
    server = await startModelServer(({ participant }) => {
      if (participant !== "Ann") return "Bea says so too.";
      const made = server?.calls.filter((each) => each.participant === "Ann").length;
      return made === 1 ? { ...call("measure_depth", { place: "It" }), content: "One moment." } : "Twelve metres.";
    });
    const graph = compileMode("round-robin", { model: "openai:any", tools: [depth] });
    const said: string[] = [];
    const events: string[] = [];
    for await (const [kind, chunk] of await graph.stream(input(), { streamMode: ["messages", "custom"] }))
      if (kind === "messages") said.push((chunk as unknown as [{ text: string }])[0].text);
      else events.push((chunk as { type: string }).type);
    expect(said.join("")).toContain("Twelve metres.");
    expect(said.join("")).not.toMatch(/moment|deep/);
    expect(events.filter((type) => type === "tool-call")).toHaveLength(1);
    expect(events.indexOf("tool-call")).toBeLessThan(events.indexOf("speech-start"));
  });

  it.each([
    ["throws", "sonar", {}, "failed", "sonar failed: the sonar is wet"],
    ["takes too long", "wait", {}, "failed", /^wait failed: .*timed out/],
    [
      "does not exist",
      "telescope",
      {},
      "unknown-tool",
      "There is no tool named “telescope”. Your tools: measure_depth, sonar, wait.",
    ],
    ["is given the wrong arguments", "measure_depth", { place: 7 }, "failed", /^measure_depth failed: .*schema/s],
    ["is given arguments that are not JSON", "measure_depth", "{place", "malformed", /could not be read/],
  ])("receives an error if a tool %s, and still speaks", async (_name, name, given, outcome, expected) => {
    // LangChain logs a warning if a tool call's arguments are not JSON, and unexpected output fails a test.
    const advice = outcome === "malformed" ? jest.spyOn(console, "warn").mockImplementation(() => {}) : undefined;
    const script = [call(name, given), "Nobody knows how deep it is."];
    const timeoutMs = name === "wait" ? 3000 : undefined;
    const { state, ann } = await talk(script, [depth, broken, endless], {}, timeoutMs);
    advice?.mockRestore();
    expect(state.toolCalls).toMatchObject([{ tool: name, outcome }]);
    expect(state.toolCalls[0]?.result).toEqual(
      typeof expected === "string" ? expected : expect.stringMatching(expected),
    );
    expect(exchangeOf(ann[1] as ServedCall).at(-1)).toBe(`tool: ${state.toolCalls[0]?.result}`);
    expect(state.messages[1]?.text).toBe("Nobody knows how deep it is.");
    expect(state.turn).toBe(2);
  });

  it("speaks without further tool calls once it reaches the limit", async () => {
    const again = call("measure_depth", { place: "It" });
    const { state, ann } = await talk([again, again, "Deep."], [depth], { maxToolCalls: 2 });
    expect(state.toolCalls.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    expect(ann.map(({ body }) => body.tool_choice)).toEqual([undefined, undefined, "none"]);
    expect(state.messages[1]?.text).toBe("Deep.");
  });

  it("gets a result for every tool call, even if it requests more at once than the limit allows", async () => {
    const three = { toolCalls: [1, 2, 3].flatMap((at) => call("measure_depth", { place: `P${at}` }).toolCalls) };
    const { state, ann } = await talk([three, "Deep."], [depth], { maxToolCalls: 2 });
    expect(state.toolCalls.map(({ outcome }) => outcome)).toEqual(["done", "done", "over-limit"]);
    expect(exchangeOf(ann[1] as ServedCall).filter((line) => line.startsWith("tool"))).toHaveLength(3);
  });

  it("sends back a malformed call beside a well-formed one, because providers reject a result without its call", async () => {
    const calls = [{ place: "The river" }, "{place"].flatMap((given) => call("measure_depth", given).toolCalls);
    const { ann } = await talk([{ toolCalls: calls }, "It is deep."], [depth]);
    const [asked, ...results] = ann[1]?.body.messages.slice(2) ?? [];
    const ids = results.map((result) => "tool_call_id" in result && result.tool_call_id);
    expect(asked).toMatchObject({ tool_calls: ids.map((id) => ({ id })) });
    expect(ids).toHaveLength(2);
  });

  it("fails the run if it keeps calling tools beyond the limit", async () => {
    const again = call("measure_depth", { place: "It" });
    server = await startModelServer(() => again);
    const graph = compileMode("round-robin", { model: "openai:any", tools: [depth], maxToolCalls: 2 });
    await expect(graph.invoke(input())).rejects.toMatchObject({ code: "model-call-failed" });
    expect(server.calls.length).toBeLessThan(10);
  });
});

describe("an answer that may call tools", () => {
  const failing = (script: readonly ServerReply[]) => {
    let made = 0;
    return startModelServer(({ purpose }) => {
      if (purpose !== "execute" && purpose !== "speech") return purpose === "plan" ? plan : "Done.";
      made += 1;
      return script[made - 1] ?? { status: 400, error: { message: "no more" } };
    });
  };
  const plan = JSON.stringify({ tasks: [{ worker: 1, task: "Measure.", after: [] }] });

  it("has its model calls counted and its tool calls recorded even if it fails", async () => {
    const look = call("measure_depth", { place: "It" });
    server = await failing([look, look]);
    const graph = compileMode("supervisor", { model: "openai:any", tools: [depth], maxToolCalls: 2 });
    const state = await graph.invoke(input());
    const execute = state.usage.find(({ purpose }) => purpose === "execute");
    expect(execute?.calls).toBe(server.of("execute").length);
    expect(execute?.calls).toBe(3);
    expect(execute?.inputTokens).toBeGreaterThan(0);
    expect(state.toolCalls.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  });

  it("has its call counted even if it is empty and requested again", async () => {
    const { state, server: served } = await talk(["<think>Hm.</think>", "It is deep."], [depth]);
    expect(state.messages[1]?.text).toBe("It is deep.");
    expect(state.usage.find(({ participant }) => participant === "Ann")?.calls).toBe(2);
    expect(served.calls.filter(({ participant }) => participant === "Ann")).toHaveLength(2);
  });

  it("keeps messages from a tool's own graph out of the `messages` stream", async () => {
    const inner = new StateGraph(MessagesAnnotation)
      .addNode("think", () => ({ messages: [new AIMessage("A secret thought.")] }))
      .addEdge(START, "think")
      .compile();
    const ponder = tool(async () => (await inner.invoke({ messages: [] })).messages.at(-1)?.text ?? "", {
      name: "ponder",
      description: "Thinks.",
      schema: z.object({}),
    });
    server = await startModelServer(({ participant }) => {
      if (participant !== "Ann") return "Bea says so too.";
      return server?.calls.filter((each) => each.participant === "Ann").length === 1 ? call("ponder") : "It is deep.";
    });
    const graph = compileMode("round-robin", { model: "openai:any", tools: [ponder] });
    const said: string[] = [];
    for await (const [chunk] of await graph.stream(input(["ponder"]), { streamMode: "messages" }))
      said.push(chunk.text);
    expect(said.join("")).toContain("It is deep.");
    expect(said.join("")).not.toContain("secret");
  });
});

it("keeps a tool's own model calls out of the `messages` stream, and tags them for the API server", async () => {
  const thinker = new FakeListChatModel({ responses: ["A secret thought."] });
  const ponder = tool(async () => (await thinker.invoke("Well?")).text, {
    name: "ponder",
    description: "Thinks.",
    schema: z.object({}),
  });
  const model = new ScriptedModel(({ participant, index }) =>
    participant === "Ann" && index === 0
      ? new AIMessage({ content: "", tool_calls: [{ id: "1", name: "ponder", args: {} }] })
      : "It is deep.",
  );
  const compiled = () => compileMode("round-robin", { model, tools: [ponder] });
  const streamed: string[] = [];
  for await (const [chunk] of await compiled().stream(input(["ponder"]), { streamMode: "messages" }))
    streamed.push(chunk.text);
  expect(streamed.join("")).toContain("It is deep.");
  expect(streamed.join("")).not.toContain("secret");
  model.calls.length = 0;
  const asked: (readonly string[])[] = [];
  for await (const { event, name, tags } of compiled().streamEvents(input(["ponder"]), { version: "v2" }))
    if (event === "on_chat_model_start" && name === "FakeListChatModel") asked.push(tags ?? []);
  // Without the tag `nostream`, LangGraph's API server would stream the call.
  expect(asked).toEqual([expect.arrayContaining(["langsmith:nostream", "nostream"])]);
});

describe("tools", () => {
  it.each([
    [
      "and others are passed in code",
      [depth],
      "participants[0].tools[1]: no tool named “telescope” (tools: measure_depth)",
    ],
    [
      "and none are passed in code",
      [],
      "participants[0].tools[0]: no tool named “measure_depth”: tools are passed in code, and there are none",
    ],
  ])("are rejected before any call if the input names unknown ones, %s", async (_what, tools, message) => {
    const model = new ScriptedModel({});
    const graph = compileMode("bidding", { model, tools });
    const wrong = graph.invoke(input(["measure_depth", "telescope"]));
    await expect(wrong).rejects.toThrow(message);
    await expect(wrong).rejects.toMatchObject({ code: "invalid-input" });
    expect(model.calls).toEqual([]);
  });

  it("are rejected if the model cannot call them", async () => {
    const model = Object.assign(new ScriptedModel({}), { bindTools: undefined as never });
    const graph = compileMode("bidding", { model, tools: [depth] });
    await expect(graph.invoke(input())).rejects.toThrow("scripted cannot call tools, but Ann has tools");
  });

  it("are ignored by the rehearsal", async () => {
    const graph = compileMode("round-robin", { model: new RehearsalModel({ notice: false }), tools: [depth] });
    expect((await graph.invoke(input())).turn).toBe(2);
  });

  it.each([
    ["tools[1]", { tools: [depth, depth] }],
    ["maxToolCalls", { maxToolCalls: 0 }],
  ])("cause an error when the graph is created if %s is invalid", (field, options) => {
    expect(() => compileMode("bidding", options)).toThrow(field);
  });
});
