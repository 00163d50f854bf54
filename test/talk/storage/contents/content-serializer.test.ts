import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { type Checkpoint, MemorySaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { grow } from "../../../../src/base/grown-list.js";
import { ContentSerializer } from "../../../../src/talk/storage/contents/content-serializer.js";
import { hideForeignKeys } from "../../../../src/talk/storage/contents/foreign-keys.js";
import { type ContentStore, KeptContents } from "../../../../src/talk/storage/contents/kept-contents.js";

const numRuns = Number(process.env["PROPERTY_CASES"] || 200);

const plain = new MemorySaver().serde;
const throughLangGraph = async (value: unknown) => plain.loadsTyped(...(await plain.dumpsTyped(value)));

function createStore() {
  const kept = new Map<string, string>();
  const store: ContentStore = {
    place: "here",
    keep: (contents) => {
      for (const { hash, text } of contents) kept.set(hash, text);
    },
    find: (hashes) => hashes.map((hash) => kept.get(hash) ?? ""),
    copy(copies) {
      const found = copies.filter(({ from }) => kept.has(from));
      for (const { from, hash } of found) kept.set(hash, kept.get(from) ?? "");
      return found.length;
    },
  };
  return { kept, store, open: () => new ContentSerializer(plain, new KeptContents(store)) };
}

const checkpointOf = (
  channel_values: Record<string, unknown>,
  channel_versions: Record<string, number> = {},
  versions_seen: Record<string, Record<string, number>> = {},
): Checkpoint => ({ v: 4, id: "id", ts: "now", channel_values, channel_versions, versions_seen });

const record = fc.record({ speaker: fc.string(), text: fc.string({ maxLength: 200 }) }, { noNullPrototype: true });
const message = fc.record({ id: fc.string({ minLength: 1 }), content: fc.string({ maxLength: 200 }) });
/**
 * Some values look like the serializer's own entries. No key is `__proto__`, because LangGraph's serializer loses such
 * fields.
 */
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, [], {}, new Uint8Array([1, 2])),
  fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    fc.string({ maxLength: 60 }),
  ),
  fc.array(record, { maxLength: 70 }),
  fc.array(
    message.map((fields) => new AIMessage(fields)),
    { maxLength: 4 },
  ),
  message.map((fields) => new HumanMessage(fields)),
  fc.constantFrom("#a", "*a", ["#a"], [["*a"]], { settled: "a", recent: [] }, [new Date(0)]),
);
const name = fc.constantFrom("topic", "messages", "turn", "bids", "settled", "recent", "__proto__x", "branch:to:speak");
const step = fc.record({
  changes: fc.array(fc.tuple(name, value), { maxLength: 3 }),
  later: fc.integer({ min: 1, max: 40 }),
});

it.each(["[[]]", "[]", "{}", "7", "null"])("a checkpoint is rejected if its settled part is %s", async (text) => {
  const { kept, open } = createStore();
  const written = await open().dumpCheckpoint(checkpointOf({ topic: "The ferry" }, { topic: 1 }));
  expect(await open().loadCheckpoint(written)).toMatchObject({ channel_values: { topic: "The ferry" } });
  for (const hash of kept.keys()) kept.set(hash, text);
  await expect(open().loadCheckpoint(written)).rejects.toMatchObject({ code: "storage-failed" });
});

it("a message has the text that LangGraph's own serializer writes once foreign keys are hidden", async () => {
  const fields = fc.record(
    {
      id: fc.string({ minLength: 1 }),
      content: fc.oneof(fc.string(), fc.constant([{ type: "text", text: "Good evening." }])),
      name: fc.string(),
      additional_kwargs: fc.dictionary(fc.constantFrom("rostrum", "lc", "~lc", "__proto__", "a"), fc.jsonValue()),
      response_metadata: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
    },
    { requiredKeys: ["id", "content"], noNullPrototype: true },
  );
  const property = fc.asyncProperty(fields, fc.boolean(), async (given, isHuman) => {
    const said = isHuman ? new HumanMessage(given as object) : new AIMessage(given as object);
    const [, data] = await createStore().open().dumpsTyped(said);
    const [, expected] = await plain.dumpsTyped(hideForeignKeys(said));
    assert.equal(new TextDecoder().decode(data), new TextDecoder().decode(expected as Uint8Array));
  });
  await fc.assert(property, { numRuns });
});

describe("successive checkpoints", () => {
  it("load in another instance with the same values as with LangGraph's own serializer", async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const { open } = createStore();
      const writer = open();
      let channels: Record<string, unknown> = {};
      const versions: Record<string, number> = {};
      let version = 0;
      for (const { changes, later } of steps) {
        channels = { ...channels, ...Object.fromEntries(changes) };
        version += later;
        for (const [changed] of changes) versions[changed] = version;
        const checkpoint = checkpointOf(channels, { ...versions, clock: version }, { speak: { ...versions } });
        const text = await writer.dumpCheckpoint(checkpoint);
        assert.deepEqual(await open().loadCheckpoint(text), await throughLangGraph(checkpoint));
      }
    });
    await fc.assert(property, { numRuns });
  });

  it("keep lists exact while they grow, fork and shrink", async () => {
    const move = fc.record({
      from: fc.nat(),
      keep: fc.nat({ max: 100 }),
      add: fc.array(record, { maxLength: 40 }),
      isGrown: fc.boolean(),
      isLoaded: fc.boolean(),
    });
    const property = fc.asyncProperty(fc.array(move, { maxLength: 12 }), async (moves) => {
      const { open } = createStore();
      const writer = open();
      const lists: object[][] = [[]];
      const texts = [await writer.dumpCheckpoint(checkpointOf({ list: [] }))];
      for (const { from, keep, add, isGrown, isLoaded } of moves) {
        const index = from % lists.length;
        const before = isLoaded
          ? ((await writer.loadCheckpoint(texts[index] ?? "")).channel_values["list"] as object[])
          : (lists[index] ?? []);
        const list = isGrown ? grow(before, add) : [...before.slice(0, keep), ...add];
        lists.push(list);
        texts.push(await writer.dumpCheckpoint(checkpointOf({ list })));
      }
      for (const [index, text] of texts.entries())
        assert.deepEqual((await open().loadCheckpoint(text)).channel_values["list"], lists[index]);
    });
    await fc.assert(property, { numRuns });
  });

  it("keep a long list exact, and write little for an added item", async () => {
    const { kept, open } = createStore();
    const writer = open();
    const list = Array.from({ length: 2500 }, (_each, index) => ({ turn: index, text: "a speech ".repeat(12) }));
    await writer.dumpCheckpoint(checkpointOf({ list }));
    const before = new Set(kept.keys());
    list.push({ turn: 2500, text: "one more speech ".repeat(12) });
    const text = await writer.dumpCheckpoint(checkpointOf({ list: [...list] }));
    const added = [...kept].filter(([hash]) => !before.has(hash)).reduce((sum, [, each]) => sum + each.length, 0);
    expect(text.length + added).toBeLessThan(3000);
    expect((await open().loadCheckpoint(text)).channel_values["list"]).toEqual(list);
  });

  const longList = () =>
    Array.from({ length: 2500 }, (_each, turn) => ({ turn, text: "a speech ".repeat(turn === 7 ? 1000 : 12) }));

  it("split a long list into a small number of stored texts, and store a large item once", async () => {
    const { kept, open } = createStore();
    const list = longList();
    const text = await open().dumpCheckpoint(checkpointOf({ list }));
    expect(kept.size).toBeLessThan(200);
    expect([...kept.values()].filter((each) => each.includes('"turn":7,'))).toHaveLength(1);
    expect((await open().loadCheckpoint(text)).channel_values["list"]).toEqual(list);
  });

  it("store little for an item that is added to a loaded list", async () => {
    const { kept, store, open } = createStore();
    const text = await open().dumpCheckpoint(checkpointOf({ list: longList() }));
    const another = new ContentSerializer(plain, new KeptContents(store));
    const { list } = (await another.loadCheckpoint(text)).channel_values as { list: object[] };
    const before = kept.size;
    const noted: string[] = [];
    const { keep } = store;
    store.keep = (contents) => {
      noted.push(...contents.map((each) => each.text));
      return keep(contents);
    };
    await another.dumpCheckpoint(checkpointOf({ list: grow(list, [{ text: "one more speech ".repeat(12) }]) }));
    expect(kept.size - before).toBeLessThanOrEqual(3);
    expect(noted.join("").length).toBeLessThan(8000);
  });

  it("take little space once most of their channels stop changing", async () => {
    const { kept, open } = createStore();
    const serializer = open();
    const settings = Object.fromEntries(Array.from({ length: 40 }, (_each, index) => [`setting ${index}`, "as usual"]));
    const versions = Object.fromEntries(Object.keys(settings).map((setting) => [setting, 1]));
    const sizes: number[] = [];
    for (let turn = 1; turn < 100; turn += 1) {
      const checkpoint = checkpointOf({ ...settings, turn }, { ...versions, turn }, { speak: { turn } });
      sizes.push((await serializer.dumpCheckpoint(checkpoint)).length);
    }
    expect(sizes[0]).toBeGreaterThan(900);
    expect(Math.max(...sizes.slice(32))).toBeLessThan(200);
    // The settled part is stored twice: at first it is empty, and later it contains the settings.
    expect(kept.size).toBe(2);
  });

  it("include in-place changes to an array", async () => {
    const serializer = createStore().open();
    const notes = [{ text: "a" }];
    await serializer.dumpCheckpoint(checkpointOf({ notes }));
    notes.push({ text: "b" });
    const text = await serializer.dumpCheckpoint(checkpointOf({ notes }));
    expect((await serializer.loadCheckpoint(text)).channel_values["notes"]).toEqual([{ text: "a" }, { text: "b" }]);
  });

  it.each(["after", "while"])("include an id that a message gets %s it is written", async (when) => {
    const serializer = createStore().open();
    const message = new AIMessage("Good evening.");
    const written = serializer.dumpsTyped([message]);
    if (when === "after") await written;
    // Sets the id as LangGraph's message reducer does.
    message.id = "1";
    message.lc_kwargs["id"] = "1";
    await written;
    const [loaded] = (await serializer.loadsTyped(...(await serializer.dumpsTyped([message])))) as AIMessage[];
    expect(loaded?.id).toBe("1");
  });

  it("include the ids that messages get after they were loaded", async () => {
    const serializer = createStore().open();
    const written = await serializer.dumpsTyped(Array.from({ length: 40 }, () => new AIMessage("Good evening.")));
    const messages = (await serializer.loadsTyped(...written)) as AIMessage[];
    for (const [index, message] of messages.entries()) {
      message.id = `${index}`;
      message.lc_kwargs["id"] = message.id;
    }
    const loaded = (await serializer.loadsTyped(...(await serializer.dumpsTyped(messages)))) as AIMessage[];
    expect(loaded.map(({ id }) => id)).toEqual(messages.map(({ id }) => id));
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
  ["undefined", undefined],
])("the serializer reads a channel with %s as LangGraph's own serializer does", async (_name, held) => {
  const serializer = createStore().open();
  const checkpoint = checkpointOf({ before: 1, held, after: 2 });
  const text = await serializer.dumpCheckpoint(checkpoint);
  expect(await serializer.loadCheckpoint(text)).toEqual(await throughLangGraph(checkpoint));
});

it("the serializer stores a text before any reference to it, even if another save is still writing that text", async () => {
  const { kept, store } = createStore();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: ContentStore = { ...store, keep: (contents) => released.then(() => store.keep(contents)) };
  const serializer = new ContentSerializer(plain, new KeptContents(slow));
  const participants = Array.from({ length: 40 }, (_each, index) => ({ name: `Ann ${index}`, role: "r".repeat(100) }));
  const first = serializer.dumpsTyped(participants);
  for (let tick = 0; tick < 100; tick += 1) await Promise.resolve();
  let isDone = false;
  const second = serializer.dumpsTyped(participants).finally(() => {
    isDone = true;
  });
  for (let tick = 0; tick < 100; tick += 1) await Promise.resolve();
  expect([isDone, kept.size]).toEqual([false, 0]);
  release();
  await first;
  expect(await new ContentSerializer(plain, new KeptContents(slow)).loadsTyped(...(await second))).toEqual(
    participants,
  );
});

it("the serializer reports the place of a missing text", async () => {
  const { kept, open } = createStore();
  const text = await open().dumpCheckpoint(checkpointOf({ notes: [{ text: "long ".repeat(40) }] }));
  kept.clear();
  await expect(open().loadCheckpoint(text)).rejects.toMatchObject({
    code: "storage-failed",
    message: expect.stringMatching(/^here: part of the conversation is missing/),
  });
});
