import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { Client } from "@langchain/langgraph-sdk";
import { modes } from "../../../src/graph/modes/registry.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { type DevServer, startDevServer } from "../../support/dev-server.js";

type Message = Pick<BaseMessage, "id" | "type"> & { readonly content: unknown };
type Texts = Map<string, string>;

/** The texts of the models' messages, by ID. Fails if there are none, or if two have the same ID. */
function publicTexts(messages: readonly Message[]): Texts {
  const said = messages.filter(({ type }) => type === "ai").map(({ id, content }) => [String(id), String(content)]);
  const texts = new Map(said as [string, string][]);
  expect(texts.size).toBe(said.length);
  expect(texts.size).toBeGreaterThan(0);
  return texts;
}

const add = (texts: Texts, { id, content }: Pick<Message, "id" | "content">) =>
  texts.set(String(id), (texts.get(String(id)) ?? "") + String(content));

type SpeechEvent = { readonly type: string; readonly turn: number; readonly speaker: string; readonly text: string };

/** The speeches in the events, sorted, because some of them are simultaneous. */
function deltasIn(events: readonly unknown[]): string[] {
  const coming = new Map<string, string>();
  const speeches: string[] = [];
  for (const { type, turn, speaker, text } of events as SpeechEvent[]) {
    const key = `${turn} ${speaker}`;
    if (type === "speech-start") coming.set(key, "");
    else if (type === "speech-delta") coming.set(key, `${coming.get(key)}${text}`);
    else if (type === "speech-end") speeches.push(coming.get(key) ?? "");
  }
  return speeches.sort();
}

interface ModelEvent {
  readonly event: string;
  readonly tags?: readonly string[];
  readonly data: { readonly chunk?: Message };
}

/** The texts that chat clients take from `streamEvents`: the chunks of model calls without the `nostream` tag. */
function textsOfEvents(events: readonly ModelEvent[]): Texts {
  const texts: Texts = new Map();
  for (const { event, tags = [], data } of events)
    if (event === "on_chat_model_stream" && !tags.includes("nostream") && data.chunk) add(texts, data.chunk);
  return texts;
}

function messagesWithin(data: unknown, found: Texts = new Map(), seen = new Set<unknown>()): Texts {
  if (typeof data !== "object" || data === null || seen.has(data)) return found;
  seen.add(data);
  const { type, id, content } = data as Partial<Message>;
  if (type === "ai" && content !== undefined) found.set(String(id), String(content));
  // In process, `debug` includes configurations with callbacks, which are not part of the data.
  else for (const [key, each] of Object.entries(data)) if (key !== "callbacks") messagesWithin(each, found, seen);
  return found;
}

const stateModes = ["values", "updates", "debug", "tasks", "checkpoints"] as const;

/**
 * Checks that the `messages` and `custom` streams and those of the state modes contain exactly the final state's
 * speeches. Returns these speeches by message id.
 */
function checkStreams(received: ReadonlyMap<string, unknown[]>): Texts {
  const states = received.get("values") as { messages: Message[] }[];
  const spoken = publicTexts(states.at(-1)?.messages ?? []);
  const streamed: Texts = new Map();
  for (const [chunk] of (received.get("messages") ?? []) as [Message][])
    if (chunk.type !== "human") add(streamed, chunk);
  expect(streamed).toEqual(spoken);
  expect(deltasIn(received.get("custom") ?? [])).toEqual([...spoken.values()].sort());
  for (const mode of stateModes) expect([mode, messagesWithin(received.get(mode))]).toEqual([mode, spoken]);
  return spoken;
}

describe("the streams of a run on the API server", () => {
  let server: DevServer;
  beforeAll(async () => {
    server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  }, 90_000);
  afterAll(() => server.stop());

  it.each(Object.keys(modes))(
    "contain each public speech of a %s conversation once, and no other answer",
    async (graph) => {
      const client = new Client({ apiUrl: server.url, apiKey: null });
      const streamMode = [...stateModes, "messages", "messages-tuple", "custom", "events"] as const;
      const received = new Map<string, unknown[]>();
      // Creates a thread, because a run without a thread has no checkpoints.
      const { thread_id } = await client.threads.create();
      for await (const { event, data } of client.runs.stream(thread_id, graph, {
        input: { ...inputFor(graph, { maxTurns: 2 }) },
        streamMode: [...streamMode],
      }))
        received.set(event, [...(received.get(event) ?? []), data]);
      expect(received.get("error")).toBeUndefined();

      const spoken = checkStreams(received);
      // Each event in this stream contains the message so far.
      const partial = (received.get("messages/partial") ?? []) as Message[][];
      expect(new Map(partial.flat().map(({ id, content }) => [id, content]))).toEqual(spoken);
      const complete = ((received.get("messages/complete") ?? []) as Message[][]).flat();
      for (const { id, type, content } of complete) if (type === "ai") expect(spoken.get(String(id))).toBe(content);
      expect(textsOfEvents(received.get("events") as ModelEvent[])).toEqual(spoken);
      const updates = (received.get("updates") as Record<string, { messages?: Message[] } | null>[]).flatMap((update) =>
        Object.values(update).flatMap((each) => each?.messages ?? []),
      );
      expect(publicTexts(updates)).toEqual(spoken);
    },
    60_000,
  );
});

describe("the streams of an in-process run", () => {
  it.each(allModes)("contain each public speech of a %s conversation once, and no other answer", async (mode) => {
    const graph = compileMode(
      mode,
      { model: new RehearsalModel({ notice: false }) },
      { checkpointer: new MemorySaver() },
    );
    const inThread = (thread_id: string) => ({ configurable: { thread_id } });
    const streamMode = [...stateModes, "messages", "custom"] as const;
    const received = new Map<string, unknown[]>();
    for await (const [kind, data] of await graph.stream(inputFor(mode), {
      ...inThread("one"),
      streamMode: [...streamMode],
    }))
      received.set(kind, [...(received.get(kind) ?? []), data]);

    const spoken = checkStreams(received);
    const events: ModelEvent[] = [];
    for await (const event of graph.streamEvents(inputFor(mode), { ...inThread("two"), version: "v2" }))
      events.push(event as ModelEvent);
    expect(textsOfEvents(events)).toEqual(spoken);
  });
});
