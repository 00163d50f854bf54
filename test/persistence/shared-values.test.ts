/** What is kept in parts comes back whole, whichever of its parts had been kept before. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { type ContentStore, SharingSerializer } from "../../src/storage/shared-values.js";

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
  it("come back as LangGraph's own serializer gives them back, read by somebody else", async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      const { store } = createStore();
      const writer = new SharingSerializer(store);
      // Long enough for what does not change to settle.
      const save = async (checkpoint: object) => {
        for (let before = 0; before < 12; before += 1) await writer.dumpsTyped(checkpoint);
        return writer.dumpsTyped(checkpoint);
      };
      let channels: Record<string, unknown> = {};
      for (const [number, changes] of steps.entries()) {
        channels = { ...channels, ...Object.fromEntries(changes) };
        const checkpoint = {
          ...{ v: 4, id: String(number), ts: "now", channel_values: channels },
          ...{ channel_versions: { topic: number }, versions_seen: {} },
        };
        const [type, data] = await save(checkpoint);
        const read = await new SharingSerializer(store).loadsTyped(type, data);
        assert.deepEqual(read, await throughLangGraph(checkpoint));
      }
    });
    await fc.assert(property, { numRuns: 1000 });
  }, 60_000);

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
    expect(sizes[0]).toBeGreaterThan(900);
    expect(sizes.slice(12).every((size) => size < 150)).toBe(true);
    expect(kept.size).toBe(1);
  });

  it("take in again what changes once and then stays", async () => {
    const { kept, store } = createStore();
    const serializer = new SharingSerializer(store);
    const sizes: number[] = [];
    for (let turn = 0; turn < 60; turn += 1) {
      const topic = `${turn < 20 ? "ships" : "trains"} `.repeat(40);
      const channel_values = { language: "en", topic, turn };
      const checkpoint = { channel_values, channel_versions: { topic: 1, turn }, versions_seen: {} };
      const [type, data] = await serializer.dumpsTyped(checkpoint);
      expect(await new SharingSerializer(store).loadsTyped(type, data)).toEqual(checkpoint);
      sizes.push(data.length);
    }
    expect(sizes.map((size) => size < 180)).toEqual(
      sizes.map((_size, turn) => (turn >= 12 && turn < 20) || turn >= 32),
    );
    expect(kept.size).toBeLessThan(6);
  });

  it("of two conversations in turns come back as well", async () => {
    const { store } = createStore();
    const serializer = new SharingSerializer(store);
    const saved: (readonly [object, Awaited<ReturnType<typeof serializer.dumpsTyped>>])[] = [];
    for (let turn = 0; turn < 30; turn += 1)
      for (const topic of ["ships", "trains"]) {
        const checkpoint = { channel_values: { topic, language: "en", turn }, channel_versions: {}, versions_seen: {} };
        saved.push([checkpoint, await serializer.dumpsTyped(checkpoint)]);
      }
    for (const [checkpoint, [type, data]] of saved)
      expect(await new SharingSerializer(store).loadsTyped(type, data)).toEqual(checkpoint);
  });
});

it.each([
  ["bytes", new Uint8Array([1, 2, 3])],
  ["many bytes", new Uint8Array(500).fill(7)],
  ["a buffer", Buffer.from("abc")],
  ["a date", new Date(0)],
  ["a map of sets", new Map([["a", new Set([1])]])],
  ["a regular expression", /a+/g],
  ["an error", new Error("no")],
  ["a function", () => 1],
  ["a symbol", Symbol("a")],
  ["nothing", undefined],
])("a channel that holds %s does to its checkpoint what it does to LangGraph's own", async (_name, value) => {
  const { store } = createStore();
  const checkpoint = { v: 4, channel_values: { before: 1, value, after: 2 }, channel_versions: {}, versions_seen: {} };
  const saved = await new SharingSerializer(store).dumpsTyped(checkpoint);
  expect(await new SharingSerializer(store).loadsTyped(...saved)).toEqual(await throughLangGraph(checkpoint));
});

it("a text is kept before anything that names it, also where another conversation came upon it first", async () => {
  const { kept, store } = createStore();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: ContentStore = { find: () => kept, keep: (contents) => released.then(() => store.keep(contents)) };
  const serializer = new SharingSerializer(slow);
  const participants = Array.from({ length: 20 }, (_each, index) => ({ name: `Ann ${index}`, role: "r".repeat(100) }));
  const checkpointOf = (turn: number) => ({
    channel_values: { participants, turn },
    channel_versions: {},
    versions_seen: {},
  });
  const first = serializer.dumpsTyped(checkpointOf(1));
  // The first one's texts are on their way; the second one says that it is done only when what it names is there.
  for (let tick = 0; tick < 50; tick += 1) await Promise.resolve();
  let isDone = false;
  const second = serializer.dumpsTyped(checkpointOf(2)).finally(() => {
    isDone = true;
  });
  for (let tick = 0; tick < 50; tick += 1) await Promise.resolve();
  expect(isDone).toBe(false);
  release();
  await first;
  expect(await new SharingSerializer(slow).loadsTyped(...(await second))).toEqual(checkpointOf(2));
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
