import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { BaseMessage } from "@langchain/core/messages";
import { Annotation, type LangGraphRunnableConfig, START, StateGraph } from "@langchain/langgraph";
import { RemoteGraph } from "@langchain/langgraph/remote";
import { Client } from "@langchain/langgraph-sdk";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { createGroupChat } from "../../../src/graph/modes/group-chat/group-chat.js";
import { modes } from "../../../src/graph/modes/registry.js";
import { createRoundRobin } from "../../../src/graph/modes/round-robin/round-robin.js";
import { createSupervisor } from "../../../src/graph/modes/supervisor/supervisor.js";
import type { Conversation } from "../../../src/graph/state/conversation-state.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { compileBidding, compileDirector } from "../../support/conversation.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";
import { testTakingPart } from "./taking-part.js";

type Schema = Record<string, { description?: string; title?: string; default?: unknown; type?: string }>;

let server: DevServer;
let client: Client;

beforeAll(async () => {
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  client = new Client({ apiUrl: server.url, apiKey: null });
}, 90_000);

afterAll(() => server.stop());

/** The parts of a field's JSON Schema that `lacksOf` checks. */
interface Described {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly langgraph_type?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}

/** Whether a bound is meaningful, and not just the largest integer. */
const isBound = (bound: number | undefined) => bound !== undefined && Math.abs(bound) <= 2 ** 32;

function lacksOf(schema: Described, path: readonly string[]): string[] {
  // Studio shows messages in the chat view, not in the form.
  if (schema.langgraph_type === "messages") return [];
  const isItem = path.length === 0 || path.at(-1) === "[]";
  const wanted: readonly (readonly [string, boolean])[] = [
    ["type", schema.type !== undefined || schema.anyOf !== undefined],
    ["title", isItem || schema.title !== undefined],
    ["description", isItem || schema.description !== undefined],
    [
      "bounds",
      !["integer", "number"].includes(schema.type ?? "") || (isBound(schema.minimum) && isBound(schema.maximum)),
    ],
    ["length", schema.type !== "string" || schema.enum !== undefined || isBound(schema.maxLength)],
    ["length", schema.type !== "array" || (isBound(schema.maxItems) && schema.items !== undefined)],
  ];
  const below = Object.entries(schema.properties ?? {});
  return [
    ...wanted.filter(([, is]) => !is).map(([lack]) => `${path.join(".")}: ${lack}`),
    ...below.flatMap(([name, field]) => lacksOf(field, [...path, name])),
    ...[schema.items ?? [], schema.anyOf ?? []].flat().flatMap((each) => lacksOf(each, [...path, "[]"])),
  ];
}

const propertiesOf = (schema: unknown) => (schema as { properties: Schema }).properties;

const common = [
  "budget",
  "humanTimeoutMs",
  "language",
  "maxTurns",
  "memory",
  "onHumanTimeout",
  "participants",
  "prepare",
  "prices",
  "seed",
  "stopping",
  "topic",
  "wordLimit",
];

/** `emptyInput`: the expected stop reason if the input is empty. */
const graphs = {
  bidding: {
    fields: [...common, "bidding", "selection"],
    prompts: { speakingRules: ["bid-collection", "speak"] },
    nodes: ["set-scene", "bid-collection", "choose-speaker", "speak", "stop-check"],
    emptyInput: { kind: "turns", turn: 10, limit: 10 },
    run: (input: object) => compileBidding({ model: rehearsal }).invoke(input),
  },
  director: {
    fields: [...common, "director", "selection"],
    prompts: { speakingRules: ["speak"], leadingRules: ["director-reflect", "choose-speaker", "prompt-speaker"] },
    nodes: ["set-scene", "stop-check", "director-reflect", "choose-speaker", "prompt-speaker", "speak"],
    emptyInput: { kind: expect.stringMatching(/^(?:turns|probability)$/), turn: expect.any(Number) },
    run: (input: object) => compileDirector({ model: rehearsal }).invoke(input),
  },
  "group-chat": {
    fields: [...common, "bidding", "selection", "stages"],
    prompts: { speakingRules: ["bid-collection", "speak", "decide"], judgingRules: ["judge-round"] },
    nodes: ["set-scene", "bid-collection", "choose-speaker", "speak", "decide", "stop-check", "judge-round"],
    emptyInput: { kind: "stages", stages: 4 },
    run: (input: object) => createGroupChat({ model: rehearsal }).compile().invoke(input),
  },
  "round-robin": {
    fields: [...common, "selection"],
    prompts: { speakingRules: ["speak"] },
    nodes: ["set-scene", "choose-speaker", "speak", "stop-check"],
    emptyInput: { kind: "turns", turn: 10, limit: 10 },
    run: (input: object) => createRoundRobin({ model: rehearsal }).compile().invoke(input),
  },
  supervisor: {
    fields: [...common, "supervisor", "replan", "maxPlans", "maxTasks"],
    prompts: { speakingRules: ["execute"], supervisingRules: ["plan", "look-at-results", "sum-up"] },
    nodes: ["set-scene", "plan", "choose-speaker", "execute", "speak", "stop-check", "look-at-results", "sum-up"],
    emptyInput: { kind: "tasks" },
    run: (input: object) => createSupervisor({ model: rehearsal }).compile().invoke(input),
  },
} as const;
const turnLimits: Partial<Record<keyof typeof graphs, object>> = {
  "group-chat": { maximum: 10_000, default: 60 },
  supervisor: { maximum: 100, default: 8 },
};
const rehearsal = new RehearsalModel({ notice: false });
const names = Object.keys(graphs) as (keyof typeof graphs)[];

it("the server has one assistant for each mode", async () => {
  const assistants = await client.assistants.search();
  expect(assistants.map(({ graph_id }) => graph_id).sort()).toEqual(Object.keys(modes).sort());
  expect(Object.keys(modes)).toEqual(expect.arrayContaining(names));
});

describe.each(names)("the assistant for %s", (name) => {
  it("describes every input field, and gives most of them defaults", async () => {
    const { input_schema: schema } = await client.assistants.getSchemas(name);
    const { messages, ...fields } = propertiesOf(schema);
    expect(messages).toMatchObject({ langgraph_type: "messages" });
    expect(Object.keys(fields).sort()).toEqual([...graphs[name].fields].sort());
    for (const [field, described] of Object.entries(fields)) {
      expect([field, described]).toEqual([
        field,
        expect.objectContaining({ title: expect.any(String), description: expect.any(String) }),
      ]);
      expect([field, described.type]).toEqual([field, expect.any(String)]);
      // `seed` has no default, because with one, all conversations would get the same random draws. `humanTimeoutMs`
      // has no default, because people have unlimited time unless it is set. The default of `maxTasks` depends on
      // `maxTurns`.
      const hasDefault = !["seed", "humanTimeoutMs", "maxTasks"].includes(field);
      expect([field, "default" in described]).toEqual([field, hasDefault]);
    }
    expect(fields["participants"]?.default).toHaveLength(name === "group-chat" ? 5 : 3);
    expect(fields["maxTurns"]).toMatchObject({
      type: "integer",
      minimum: 1,
      maximum: 10_000,
      default: 10,
      ...turnLimits[name],
    });
  });

  it("describes the context, and assigns prompts to the nodes that use them", async () => {
    const { config_schema: schema } = await client.assistants.getSchemas(name);
    const fields = propertiesOf(schema);
    const prompts = Object.entries(graphs[name].prompts);
    const bidModel = graphs[name].fields.includes("bidding" as never) ? ["bidModel"] : [];
    expect(Object.keys(fields).sort()).toEqual(
      [
        "model",
        ...bidModel,
        "temperature",
        "timeoutMs",
        "maxConcurrency",
        "maxAnswerLength",
        "idempotencyKey",
        "scenario",
        ...Object.keys(graphs[name].prompts),
      ].sort(),
    );
    for (const [field, nodes] of prompts)
      expect(fields[field]).toMatchObject({
        langgraph_type: "prompt",
        langgraph_nodes: nodes,
        default: expect.stringMatching(/\w+ \w+ \w+/),
      });
    const shown: readonly string[] = graphs[name].nodes;
    for (const node of prompts.flatMap(([, nodes]) => nodes)) expect(shown).toContain(node);
  });

  it("gives every field, at any depth, a type, a title, a description and meaningful bounds", async () => {
    const { input_schema, config_schema } = await client.assistants.getSchemas(name);
    const lacking = [input_schema, config_schema].flatMap((schema) => lacksOf(schema as unknown as Described, []));
    expect(lacking).toEqual([]);
  });

  it("shows the mode's nodes by name", async () => {
    const { nodes } = await client.assistants.getGraph(name);
    const shown = nodes.map(({ id }) => String(id)).filter((id) => !id.startsWith("__"));
    expect(shown.sort()).toEqual([...graphs[name].nodes].sort());
  });
});

const input = { topic: "Should the ferry be free?", maxTurns: 4, seed: 77 };
const inProcess = graphs.bidding.run;
const linesOf = (messages: readonly { id?: string; name?: string; content: unknown }[]) =>
  messages.map(({ id, name, content }) => ({ id, name, content }));
const localLines = (messages: readonly BaseMessage[]) =>
  messages.map(({ id, name, content }) => ({ id, name, content }));

describe.each(names)("a %s conversation", (name) => {
  it("runs to the end, and equals an in-process run with the same seed", async () => {
    const { thread_id } = await client.threads.create();
    const remote = (await client.runs.wait(thread_id, name, { input })) as unknown as Conversation;
    const local = await graphs[name].run(input);
    expect(remote.stopReason).toEqual(local.stopReason);
    expect(remote.decisions).toEqual(local.decisions);
    expect(remote.decisions.length).toBeGreaterThan(0);
    expect(linesOf(remote.messages as never)).toEqual(localLines(local.messages));
    const state = await client.threads.getState<Conversation>(thread_id);
    expect(state.next).toEqual([]);
    expect(state.values.turn).toBe(remote.decisions.length);
  });

  it("does not restart if a request is repeated with its idempotency key, halfway or after the end", async () => {
    const { thread_id } = await client.threads.create();
    const context = { idempotencyKey: "job-1" };
    await client.runs.wait(thread_id, name, { input, context, interruptAfter: ["speak", "execute"] });
    const halfway = await client.threads.getState(thread_id);
    expect(halfway.next.length).toBeGreaterThan(0);
    const deliver = async () =>
      (await client.runs.wait(thread_id, name, { input, context })) as unknown as Conversation;
    const local = await graphs[name].run(input);
    for (const { messages, stopReason } of [await deliver(), await deliver()]) {
      expect(linesOf(messages as never)).toEqual(localLines(local.messages));
      expect(stopReason).toEqual(local.stopReason);
    }
    const another = { ...context, idempotencyKey: "job-2" };
    const { turn } = (await client.runs.wait(thread_id, name, { input, context: another })) as unknown as Conversation;
    expect(turn).toBeGreaterThan(local.turn);
  });

  it("runs to the end as a RemoteGraph in a node of a graph with a recursion limit of 25", async () => {
    const remote = new RemoteGraph({ graphId: name, url: server.url, apiKey: "none" });
    const long = { ...input, maxTurns: 20, ...(name === "director" && { director: { probability: 0 } }) };
    const Desk = Annotation.Root({ stopReason: Annotation<unknown> });
    const desk = new StateGraph(Desk)
      .addNode("discuss", async (_state: unknown, config: LangGraphRunnableConfig) => {
        expect(config.recursionLimit).toBe(25);
        return { stopReason: (await remote.invoke(long, config)).stopReason };
      })
      .addEdge(START, "discuss");
    expect((await desk.compile().invoke({})).stopReason).toEqual((await graphs[name].run(long)).stopReason);
  });

  it("runs with an empty input", async () => {
    const { thread_id } = await client.threads.create();
    const ended = (await client.runs.wait(thread_id, name, { input: {} })) as unknown as Conversation;
    expect(ended.stopReason).toMatchObject(graphs[name].emptyInput);
  });

  it("streams only public messages, each with its own ID", async () => {
    const { thread_id } = await client.threads.create();
    const speech = new Map<string, string>();
    for await (const { event, data } of client.runs.stream(thread_id, name, {
      input,
      streamMode: ["messages-tuple"],
    })) {
      if (event !== "messages") continue;
      const [{ id, content }] = data as unknown as [{ id: string; content: string }];
      speech.set(id, (speech.get(id) ?? "") + content);
    }
    // Compares maps, because simultaneous speeches start in any order.
    expect(speech).toEqual(new Map((await graphs[name].run(input)).messages.map(({ id, text }) => [id ?? "", text])));
  });
});

it("a run streams events on `custom` in addition to messages", async () => {
  const { thread_id } = await client.threads.create();
  const stream = client.runs.stream(thread_id, "bidding", { input, streamMode: ["messages-tuple", "custom"] });
  const speech = new Map<string, string>();
  const kinds = new Set<string>();
  for await (const { event, data } of stream) {
    if (event === "custom") kinds.add((data as RostrumEvent).type);
    if (event === "messages") {
      const [{ id, content }] = data as unknown as [{ id: string; content: string }];
      speech.set(id, (speech.get(id) ?? "") + content);
    }
  }
  const local = await inProcess(input);
  expect([...speech]).toEqual(local.messages.map(({ id, text }) => [id, text]));
  expect([...kinds].sort()).toEqual(
    ["bid", "decision", "opening", "scene-set", "speech-start", "speech-end", "speech-delta", "stopped", "ui"].sort(),
  );
});

it("invalid input is rejected with an error that names the field", async () => {
  const { thread_id } = await client.threads.create();
  const refused = await client.runs.wait(thread_id, "bidding", {
    input: { ...input, participants: [{ name: "Ada" }, { name: "Ada" }] },
    raiseError: false,
  });
  expect(JSON.stringify(refused)).toContain("participants[1].name");
});

it("a run also accepts its context in `configurable`", async () => {
  const { thread_id } = await client.threads.create();
  const run = client.runs.wait(thread_id, "bidding", {
    input,
    config: { configurable: { model: "nonsense" } },
    raiseError: false,
  });
  expect(JSON.stringify(await run)).toContain("is not a model");
});

// This suite shares the server, because starting another server takes seconds.
describe("people and listeners", () => testTakingPart(() => client));
