import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { StreamMode, ThreadState } from "@langchain/langgraph-sdk";
import { eventKinds, type RostrumEvent } from "../../../src/core/state/events.js";
import { allModes, compileMode, fourNames, type Mode } from "../../support/any-mode.js";
import {
  type Driving,
  lineOf,
  type Message,
  shortTalk,
  startDriving,
  talkOf,
  type Values,
} from "../../support/driving.js";
import { shapeOf } from "../../support/graph-shapes.js";
import { testForks } from "./driving-forks.js";
import { testRuns } from "./driving-runs.js";

let driving: Driving;

beforeAll(async () => {
  driving = await startDriving();
}, 90_000);

afterAll(() => driving.stop());

async function streamed(mode: Mode, streamMode: StreamMode, event: string) {
  const { client, newThread, stateOf } = driving;
  const thread = await newThread();
  const sent: unknown[] = [];
  for await (const part of client.runs.stream(thread, mode, { input: shortTalk(mode), streamMode: [streamMode] })) {
    if (part.event === event) sent.push(part.data);
    else expect(part.event).toBe("metadata");
  }
  return { sent, ended: await stateOf(thread) };
}

/** Sorts events by turn, because events of simultaneous participants arrive in any order. */
const byTurn = <Event extends { readonly turn: number }>(events: readonly Event[]) =>
  [...events].sort((left, right) => left.turn - right.turn);

const isOf =
  <Type extends RostrumEvent["type"]>(type: Type) =>
  (event: RostrumEvent): event is Extract<RostrumEvent, { type: Type }> =>
    event.type === type;

describe.each(allModes)("a %s conversation over HTTP", (mode) => {
  let whole: ReturnType<typeof talkOf>;
  let thread: string;
  let result: Values;

  beforeAll(async () => {
    whole = talkOf(await compileMode(mode, {}).invoke(shortTalk(mode)));
    thread = await driving.newThread();
    result = (await driving.client.runs.wait(thread, mode, { input: shortTalk(mode) })) as unknown as Values;
  });

  it("shows its nodes and edges", async () => {
    const { nodes, edges } = await driving.client.assistants.getGraph(mode);
    const ids = nodes.map(({ id }) => String(id));
    const drawn = Object.fromEntries(
      ids
        .filter((id) => id !== "__end__")
        .map((id) => [id, edges.flatMap(({ source, target }) => (source === id ? [target] : [])).sort()]),
    );
    expect(drawn).toEqual(shapeOf(mode));
    expect(ids).toContain("__end__");
    const branches = new Set(edges.flatMap(({ source, conditional }) => (conditional ? [source] : [])));
    const several = Object.entries(shapeOf(mode)).flatMap(([node, next]) => (next.length > 1 ? [node] : []));
    expect([...branches].sort()).toEqual(several.sort());
  });

  it("has the same messages, decisions and usage as an in-process run", () => {
    expect(whole.lines.length).toBeGreaterThanOrEqual(4);
    expect(talkOf(result)).toEqual(whole);
  });

  it("streams values: each value is a prefix of the conversation, and the last value is the final state", async () => {
    const { sent, ended } = await streamed(mode, "values", "values");
    const values = sent as Values[];
    expect(values.at(-1)).toEqual(ended);
    expect(talkOf(ended)).toEqual(whole);
    const lengths = values.map(({ messages }) => messages.length);
    expect(lengths).toEqual([...lengths].sort((left, right) => left - right));
    for (const { messages, decisions } of values) {
      expect(messages).toEqual(ended.messages.slice(0, messages.length));
      expect(decisions ?? []).toEqual(ended.decisions.slice(0, decisions?.length ?? 0));
    }
  });

  it("streams updates: the nodes follow the edges, and every message appears once", async () => {
    const { sent } = await streamed(mode, "updates", "updates");
    const updates = sent.flatMap((update) => Object.entries(update as Record<string, { messages?: Message[] } | null>));
    const said = updates.flatMap(([, update]) => update?.messages ?? []).map(lineOf);
    expect(said).toHaveLength(whole.lines.length);
    expect(said).toEqual(expect.arrayContaining(whole.lines));
    const steps = updates.map(([node]) => node).filter((node, index, all) => node !== all[index - 1]);
    const way = ["__start__", ...steps, "__end__"];
    for (const [index, node] of way.slice(0, -1).entries())
      expect([node, shapeOf(mode)[node]]).toEqual([node, expect.arrayContaining([way[index + 1]])]);
  });

  it("streams messages: the chunks add up to the public messages", async () => {
    const { sent } = await streamed(mode, "messages-tuple", "messages");
    const said = new Map<string | undefined, Message>();
    let pieces = 0;
    for (const [message, { langgraph_node: node }] of sent as [Message, { langgraph_node: string }][]) {
      expect(Object.keys(shapeOf(mode))).toContain(node);
      const before = said.get(message.id)?.content ?? "";
      said.set(message.id, { ...lineOf(message), content: `${before}${message.content}` });
      pieces += 1;
    }
    expect(said.size).toBe(whole.lines.length);
    expect([...said.values()]).toEqual(expect.arrayContaining(whole.lines));
    expect(pieces).toBeGreaterThan(2 * said.size);
  });

  it("streams typed custom events that contain every message, bid and decision", async () => {
    const { sent } = await streamed(mode, "custom", "custom");
    // Ignores the cards that chat clients draw.
    const events = (sent as RostrumEvent[]).filter(({ type }) => (type as string) !== "ui");
    for (const { type } of events) expect(Object.keys(eventKinds)).toContain(type);
    const input = shortTalk(mode);
    expect(events[0]).toMatchObject({ type: "scene-set", topic: input.topic, seed: input.seed });
    expect(events.filter(isOf("scene-set")).map((set) => set.participants.map(({ name }) => name))).toEqual([
      fourNames,
    ]);
    const opened = events.filter(isOf("opening")).map(({ speaker, text }) => [speaker, text]);
    const ends = byTurn(events.filter(isOf("speech-end")));
    expect([...opened, ...ends.map(({ speaker, text }) => [speaker, text])]).toEqual(
      whole.lines.map(({ name, content }) => [name, content]),
    );
    expect(byTurn(events.filter(isOf("decision"))).map(({ decision }) => decision)).toEqual(whole.decisions);
    const bids = events.filter(isOf("bid")).map(({ bid }) => bid);
    expect(byTurn(bids.sort((left, right) => left.seat - right.seat))).toEqual(
      whole.decisions.flatMap((each) => each.bids),
    );
    expect(events.filter(isOf("stopped")).map(({ reason }) => reason)).toEqual([whole.stopReason]);
  });

  it("returns the final state that is saved in its thread", async () => {
    const { values, next, tasks } = await driving.client.threads.getState(thread);
    expect(values).toEqual(result);
    expect({ next, tasks }).toEqual({ next: [], tasks: [] });
    expect(await driving.client.threads.get(thread)).toMatchObject({ status: "idle", values: result });
  });

  it("has a history in which each step is a prefix of the conversation", async () => {
    const history = (await driving.client.threads.getHistory(thread, { limit: 200 })).toReversed();
    const idOf = ({ checkpoint }: ThreadState<Values>) => checkpoint.checkpoint_id;
    expect(history.map(({ parent_checkpoint: parent }) => parent?.checkpoint_id)).toEqual([
      undefined,
      ...history.slice(0, -1).map(idOf),
    ]);
    for (const { values } of history) {
      const { messages = [], decisions = [] } = values;
      expect(messages).toEqual(result.messages.slice(0, messages.length));
      expect(decisions).toEqual(result.decisions.slice(0, decisions.length));
    }
    const lengths = history.map(({ values }) => values.messages?.length ?? 0);
    expect(lengths).toEqual([...lengths].sort((left, right) => left - right));
    expect([lengths[0], lengths.at(-1)]).toEqual([0, result.messages.length]);
    for (const each of [history[3], history.at(-2)]) {
      const id = each?.checkpoint.checkpoint_id ?? "";
      expect(await driving.client.threads.getState(thread, id)).toEqual(each);
    }
  });
});

// These suites share the server, because starting another server takes seconds.
describe("runs", () => testRuns(() => driving));
describe("forks", () => testForks(() => driving));
