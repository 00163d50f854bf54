import assert from "node:assert/strict";
import { afterAll, beforeAll, describe } from "@jest/globals";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { Send } from "@langchain/langgraph";
import type { CheckpointMetadata, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { openThreads } from "../../../src/talk/storage/open.js";
import type { Threads } from "../../../src/talk/storage/threads.js";
import { temporaryDatabases } from "../../support/databases.js";
import { foreignJson } from "../../support/foreign-json.js";
import { itHolds } from "../../support/property.js";

/** The number of values that one case saves together. */
const batch = 25;

/** Matches the keys that the constructor of LangGraph's `Send` changes in its arguments, before anything is saved. */
const changedBySend = /"(__proto__|lg_name)":/;

/** `write` wraps values as this place in a checkpoint does, and `read` unwraps them. */
interface Place {
  readonly write: (values: readonly unknown[]) => unknown;
  readonly read: (saved: never) => unknown;
}

const places: Readonly<Record<string, Place>> = {
  "the inputs of tools": {
    write: (values) => values.map((input) => ({ tool: "look", input, result: "" })),
    read: (calls: readonly { readonly input: unknown }[]) => calls.map(({ input }) => input),
  },
  "the results of tools": {
    write: (values) => values.map((result) => ({ tool: "look", input: {}, result })),
    read: (calls: readonly { readonly result: unknown }[]) => calls.map(({ result }) => result),
  },
  "a field of the scenario": { write: (values) => values, read: (values: unknown) => values },
  "the content of a person's message": {
    write: (values) => values.map((data, id) => new HumanMessage({ id: `${id}`, content: [{ type: "data", data }] })),
    read: (messages: readonly BaseMessage[]) => messages.map(({ content }) => Object(content)[0].data),
  },
  "the metadata of an agent's message": {
    write: (values) =>
      values.map((value, id) => new AIMessage({ id: `${id}`, content: "", response_metadata: { value } })),
    read: (messages: readonly BaseMessage[]) => messages.map((message) => message.response_metadata["value"]),
  },
  "the tool calls of an agent's message": {
    write: (values) =>
      values.map(
        (value, id) =>
          new AIMessage({ id: `${id}`, content: "", tool_calls: [{ name: "look", id: "1", args: { value } }] }),
      ),
    read: (messages: readonly AIMessage[]) => messages.map(({ tool_calls }) => tool_calls?.[0]?.args["value"]),
  },
  "a tool's message": {
    write: (values) =>
      values.map(
        (artifact, id) => new ToolMessage({ id: `${id}`, content: "", tool_call_id: "1", artifact, status: "success" }),
      ),
    read: (messages: readonly ToolMessage[]) => messages.map(({ artifact }) => artifact),
  },
  "a system message beside undefined": {
    write: (values) => ({
      message: new SystemMessage({ id: "1", content: "", additional_kwargs: { values } }),
      nothing: undefined,
    }),
    read: ({ message }: { readonly message: BaseMessage }) => message.additional_kwargs["values"],
  },
  "a map": {
    write: (values) => new Map(values.map((value, index) => [index, value])),
    read: (map: ReadonlyMap<number, unknown>) => [...map.values()],
  },
};

const { createFile, createDatabase } = temporaryDatabases();

const storages = { memory: async () => "memory", SQLite: createFile, PostgreSQL: createDatabase };

describe.each(Object.entries(storages))("foreign values in %s", (name, addressOf) => {
  let writing: Threads;
  let reading: Threads;

  beforeAll(async () => {
    const address = await addressOf("values");
    writing = await openThreads(address);
    // A database in memory cannot be opened again.
    reading = name === "memory" ? writing : await openThreads(address);
  });

  afterAll(async () => {
    if (reading !== writing) await reading.close();
    await writing.close();
  });

  let count = 0;
  const property = fc.asyncProperty(fc.array(foreignJson, { minLength: batch, maxLength: batch }), async (values) => {
    count += 1;
    const thread = `talk-${count}`;
    const config = { configurable: { thread_id: thread, checkpoint_ns: "" } };
    const channels = Object.entries(places).map(([place, { write }]) => [place, write(values)] as const);
    const versions = Object.fromEntries(channels.map(([place]) => [place, 1]));
    const saved = await writing.checkpointer.put(
      config,
      {
        ...{ v: 4, id: `${count}`.padStart(8, "0"), ts: "now", versions_seen: {} },
        ...{ channel_values: Object.fromEntries(channels), channel_versions: versions },
      },
      { source: "loop", step: 1, parents: {}, values } as CheckpointMetadata,
      versions,
    );
    const sendable = values.filter((value) => !changedBySend.test(JSON.stringify(value)));
    const state = Object.fromEntries(Object.entries(places).map(([place, { write }]) => [place, write(sendable)]));
    const sent = new Send("speak", { state });
    await writing.checkpointer.putWrites(saved, [...channels.map(([...write]) => write), ["sent", sent]], "task");
    await writing.inbox.put(["inbox", thread], "entry", { values });
    const record = { name: thread, mode: "bidding", title: null, state: "ended", turn: 1 } as const;
    const times = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() };
    await writing.save({ ...record, ...times, input: { values }, context: { values } });

    const tuple = (await reading.checkpointer.getTuple(config)) as CheckpointTuple;
    const writes = new Map(tuple.pendingWrites?.map(([_task, channel, value]) => [channel, value]));
    const received = (writes.get("sent") as Send).args.state;
    for (const [place, { read }] of Object.entries(places)) {
      assert.deepEqual(read(tuple.checkpoint.channel_values[place] as never), values, place);
      assert.deepEqual(read(writes.get(place) as never), values, `${place}, not applied yet`);
      assert.deepEqual(read(received[place] as never), sendable, `${place}, sent to a task`);
    }
    assert.deepEqual(tuple.metadata, { source: "loop", step: 1, parents: {}, values });
    assert.deepEqual((await reading.inbox.get(["inbox", thread], "entry"))?.value, { values });
    const found = await reading.find(thread);
    assert.deepEqual([found?.input, found?.context], [{ values }, { values }]);
  });

  itHolds("returns any JSON from every place as it was saved", property, batch);
});
