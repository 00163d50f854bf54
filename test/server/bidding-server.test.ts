/** The graph as LangGraph's server runs it, driven with the SDK as Studio and every other client do. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { BaseMessage } from "@langchain/core/messages";
import { Client } from "@langchain/langgraph-sdk";
import type { RostrumEvent } from "../../src/domain/events.js";
import { RehearsalModel } from "../../src/models/rehearsal/rehearsal-model.js";
import type { Conversation } from "../../src/state/conversation-state.js";
import { compileBidding } from "../support/conversation.js";
import { type DevServer, startDevServer } from "../support/dev-server.js";

type Schema = Record<string, { description?: string; title?: string; default?: unknown; type?: string }>;

let server: DevServer;
let client: Client;

beforeAll(async () => {
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  client = new Client({ apiUrl: server.url, apiKey: null });
}, 90_000);

afterAll(() => server.stop());

const propertiesOf = (schema: unknown) => (schema as { properties: Schema }).properties;

describe("the schemas", () => {
  it("describe every input field and give its default, so that Studio's form opens ready to run", async () => {
    const { input_schema: schema } = await client.assistants.getSchemas("bidding");
    const { messages, ...fields } = propertiesOf(schema);
    expect(messages).toMatchObject({ langgraph_type: "messages" });
    expect(Object.keys(fields).sort()).toEqual(
      [
        ...["bidding", "language", "maxTurns", "memory", "participants", "prepare", "seed", "selection", "stopping"],
        ...["topic", "wordLimit"],
      ].sort(),
    );
    for (const [name, field] of Object.entries(fields)) {
      expect([name, field]).toEqual([
        name,
        expect.objectContaining({ title: expect.any(String), description: expect.any(String) }),
      ]);
      expect([name, field.type]).toEqual([name, expect.any(String)]);
      // A missing seed is drawn: any default would make every conversation the same.
      expect([name, "default" in field]).toEqual([name, name !== "seed"]);
    }
    expect(fields["participants"]?.default).toHaveLength(3);
    expect(fields["maxTurns"]).toMatchObject({ type: "integer", minimum: 1, maximum: 10_000, default: 10 });
  });

  it("have the form of how to run, too", async () => {
    const { config_schema: schema } = await client.assistants.getSchemas("bidding");
    expect(Object.keys(propertiesOf(schema))).toEqual([
      "model",
      "bidModel",
      "temperature",
      "timeoutMs",
      "maxConcurrency",
    ]);
    for (const field of Object.values(propertiesOf(schema))) expect(field.description).toEqual(expect.any(String));
  });

  it("show the nodes by their names", async () => {
    const { nodes } = await client.assistants.getGraph("bidding");
    const names = nodes.map(({ id }) => String(id));
    expect(names).toEqual(
      expect.arrayContaining(["set-scene", "bid-collection", "choose-speaker", "speak", "stop-check"]),
    );
  });
});

const input = { topic: "Should the ferry be free?", maxTurns: 4, seed: 77 };
const inProcess = () => compileBidding({ model: new RehearsalModel({ notice: false }) }).invoke(input);
const linesOf = (messages: readonly { id?: string; name?: string; content: unknown }[]) =>
  messages.map(({ id, name, content }) => ({ id, name, content }));
const localLines = (messages: readonly BaseMessage[]) =>
  messages.map(({ id, name, content }) => ({ id, name, content }));

it("runs to the end, and gives the same conversation as in process for the same seed", async () => {
  const { thread_id } = await client.threads.create();
  const remote = (await client.runs.wait(thread_id, "bidding", { input })) as unknown as Conversation;
  const local = await inProcess();
  expect(remote.stopReason).toEqual({ kind: "turns", turn: 4, limit: 4 });
  expect(remote.decisions).toEqual(local.decisions);
  expect(linesOf(remote.messages as never)).toEqual(localLines(local.messages));
  const state = await client.threads.getState<Conversation>(thread_id);
  expect(state.next).toEqual([]);
  expect(state.values.turn).toBe(4);
});

it("runs an untouched form as it is", async () => {
  const { thread_id } = await client.threads.create();
  const ended = (await client.runs.wait(thread_id, "bidding", { input: {} })) as unknown as Conversation;
  expect(ended.stopReason).toEqual({ kind: "turns", turn: 10, limit: 10 });
});

it("streams public speech on `messages-tuple` and the course on `custom`", async () => {
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
  const local = await inProcess();
  expect([...speech]).toEqual(local.messages.map(({ id, text }) => [id, text]));
  expect([...kinds].sort()).toEqual(
    ["bid", "decision", "opening", "scene-set", "speech-begins", "speech-ends", "speech-piece", "stopped"].sort(),
  );
});

it("refuses bad input with an error that names the field", async () => {
  const { thread_id } = await client.threads.create();
  const refused = await client.runs.wait(thread_id, "bidding", {
    input: { ...input, participants: [{ name: "Ada" }, { name: "Ada" }] },
    raiseError: false,
  });
  expect(JSON.stringify(refused)).toContain("participants[1].name");
});

it("takes the context from `configurable` as well", async () => {
  const { thread_id } = await client.threads.create();
  const run = client.runs.wait(thread_id, "bidding", {
    input,
    config: { configurable: { model: "nonsense" } },
    raiseError: false,
  });
  expect(JSON.stringify(await run)).toContain("is not a model");
});
