/** What is kept in parts comes back whole, whichever of its parts had been kept before. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { type ContentStore, SharingSerializer } from "../../src/persistence/shared-values.js";
import { itHolds } from "../support/property.js";

/** A store that remembers what it was asked to keep. */
function createStore() {
  const kept = new Map<string, string>();
  const store: ContentStore = {
    keep: (contents) => {
      for (const [hash, text] of contents) kept.set(hash, text);
    },
    find: () => kept,
  };
  return { kept, store };
}

const plain = new MemorySaver().serde;
const throughLangGraph = async (value: unknown) => plain.loadsTyped(...(await plain.dumpsTyped(value)));

const record = fc.record({ speaker: fc.string(), text: fc.string({ maxLength: 200 }) });
const message = fc.record({ id: fc.string({ minLength: 1 }), content: fc.string({ maxLength: 200 }) });
/** What channels hold: texts and numbers, settings, lists that grow, messages, and what looks like our own marks. */
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  // LangGraph's own loses a field that is called so; ours keeps it.
  fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    fc.string({ maxLength: 60 }),
  ),
  fc.array(record, { maxLength: 18 }),
  fc.array(
    message.map((fields) => new AIMessage(fields)),
    { maxLength: 4 },
  ),
  message.map((fields) => new HumanMessage(fields)),
  fc.constantFrom({ $rostrum: "a" }, { $rostrum: [{ value: 1 }], isOne: true }, [{ $rostrum: ["b"] }]),
);
const name = fc.constantFrom("topic", "messages", "turn", "bids", "$rostrum", "usage", "__proto__x", "branch:to:speak");
const step = fc.array(fc.tuple(name, value), { maxLength: 3 });

describe("checkpoints one after another", () => {
  itHolds(
    "come back as LangGraph's own serializer gives them back, read by somebody else",
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      const { store } = createStore();
      const writer = new SharingSerializer(store);
      let channels: Record<string, unknown> = {};
      for (const [number, changes] of steps.entries()) {
        channels = { ...channels, ...Object.fromEntries(changes) };
        const checkpoint = {
          ...{ v: 4, id: String(number), ts: "now", channel_values: channels },
          ...{ channel_versions: { topic: number }, versions_seen: {} },
        };
        const [type, data] = await writer.dumpsTyped(checkpoint);
        const read = await new SharingSerializer(store).loadsTyped(type, data);
        assert.deepEqual(read, await throughLangGraph(checkpoint));
      }
    }),
  );

  it("cost little once their channels have settled: the settings stand in none of them", async () => {
    const { kept, store } = createStore();
    const serializer = new SharingSerializer(store);
    const settings = Object.fromEntries(Array.from({ length: 40 }, (_each, index) => [`setting ${index}`, "as usual"]));
    const sizes: number[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const channel_values = { ...settings, turn };
      const [, data] = await serializer.dumpsTyped({ v: 4, channel_values, channel_versions: {}, versions_seen: {} });
      sizes.push(data.length);
    }
    expect(Math.max(...sizes)).toBeLessThan(200);
    // The first one with all channels, and what is left of it once the turn has changed.
    expect(kept.size).toBe(2);
  });

  it("of two conversations in turns come back as well", async () => {
    const { store } = createStore();
    const serializer = new SharingSerializer(store);
    const saved: (readonly [object, Awaited<ReturnType<typeof serializer.dumpsTyped>>])[] = [];
    for (let turn = 0; turn < 10; turn += 1)
      for (const topic of ["ships", "trains"]) {
        const checkpoint = { channel_values: { topic, language: "en", turn }, channel_versions: {}, versions_seen: {} };
        saved.push([checkpoint, await serializer.dumpsTyped(checkpoint)]);
      }
    for (const [checkpoint, [type, data]] of saved)
      expect(await new SharingSerializer(store).loadsTyped(type, data)).toEqual(checkpoint);
  });
});

it("checkpoints of earlier versions, which were deflated, can be read", async () => {
  const { kept, store } = createStore();
  kept.set("hash", JSON.stringify([{ name: "Ann" }]));
  const old = { v: 4, channel_values: { topic: "ships", participants: { $rostrum: "hash" } }, channel_versions: {} };
  const data = Buffer.concat([Buffer.of(0), deflateRawSync(JSON.stringify(old))]);
  expect(await new SharingSerializer(store).loadsTyped("json", data)).toEqual({
    ...old,
    channel_values: { topic: "ships", participants: [{ name: "Ann" }] },
  });
});
