import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { grow } from "../../../../src/base/grown-list.js";
import { ContentSerializer } from "../../../../src/talk/storage/contents/content-serializer.js";
import { type Content, type ContentStore, KeptContents } from "../../../../src/talk/storage/contents/kept-contents.js";
import { itHolds } from "../../../support/property.js";

const plain = new MemorySaver().serde;

class Process {
  private readonly kept: KeptContents;
  private readonly serializer: ContentSerializer;

  constructor(store: ContentStore) {
    this.kept = new KeptContents(store);
    this.serializer = new ContentSerializer(plain, this.kept);
  }

  /** Call this when the thread is used again after another process has removed it. */
  noticeRemoval(thread: string): void {
    this.kept.checkLatest(thread, undefined);
  }

  async dump(thread: string, list: readonly object[]) {
    const dumped = await this.kept.inThread(thread, () => this.serializer.dumpsTyped(list));
    this.kept.noteCheckpoint(thread, "latest");
    return dumped;
  }

  load(thread: string, dumped: readonly [string, Uint8Array]) {
    return this.kept.inThread(thread, () => this.serializer.loadsTyped(...dumped)) as Promise<object[]>;
  }
}

function createStore() {
  const contents = new Map<string, Content>();
  const written: string[] = [];
  const store: ContentStore = {
    place: "here",
    keep(added) {
      for (const content of added) {
        contents.set(content.hash, content);
        written.push(content.text);
      }
    },
    find: (hashes) => hashes.map((hash) => contents.get(hash)?.text ?? ""),
    copy(copies, thread) {
      const found = copies.flatMap((copy) => {
        const { text } = contents.get(copy.from) ?? {};
        return text === undefined ? [] : [{ hash: copy.hash, thread, text }];
      });
      for (const content of found) contents.set(content.hash, content);
      return found.length;
    },
  };
  return {
    /** The texts that processes have written, without the copied ones. */
    written,
    open: () => new Process(store),
    remove(thread: string) {
      for (const content of contents.values()) if (content.thread === thread) contents.delete(content.hash);
    },
  };
}

const longList = (count: number) =>
  Array.from({ length: count }, (_each, turn) => {
    const text = "a speech ".repeat(turn % 3 === 0 ? 200 : 12);
    if (turn % 2 === 0) return new AIMessage({ id: `turn-${turn}`, content: text });
    return { turn, text, ...(turn % 5 === 0 && { lc: 1, type: "constructor", id: ["langchain", "#a"] }) };
  });

describe("a list of 2,500 items that another thread has stored", () => {
  it("is stored without rewriting the large items of its full chunks, and does not need that thread", async () => {
    const { written, open, remove } = createStore();
    const list = longList(2500);
    const original = await open().dump("original", list);
    const process = open();
    const loaded = await process.load("original", original);
    written.length = 0;
    const copied = await process.dump("copy", loaded.slice(0, 2000));
    // After the last full chunk come 16 items, of which 5 are large.
    expect(written.filter((text) => text.includes("a speech ".repeat(200))).length).toBe(5);
    remove("original");
    expect(await open().load("copy", copied)).toEqual(list.slice(0, 2000));
  });

  it("is stored with a few short texts if none of its items is large", async () => {
    const { written, open } = createStore();
    const process = open();
    const list = Array.from({ length: 2500 }, (_each, turn) => ({ turn, text: "a speech ".repeat(12) }));
    const loaded = await process.load("original", await process.dump("original", list));
    written.length = 0;
    await process.dump("copy", loaded);
    expect(written.join("").length).toBeLessThan(6000);
  });

  it("can be copied again after it has grown", async () => {
    const { open, remove } = createStore();
    const list = longList(2500);
    const process = open();
    const loaded = await process.load("original", await process.dump("original", list));
    const grown = grow(loaded, longList(70));
    await process.dump("copy", loaded);
    const copied = await process.dump("copy", grown);
    const third = await process.dump("third", await process.load("copy", copied));
    remove("original");
    remove("copy");
    expect(await open().load("third", third)).toEqual([...list, ...longList(70)]);
  });

  it("is written again if another process has removed that thread", async () => {
    const { open, remove } = createStore();
    const list = longList(2500);
    const process = open();
    const loaded = await process.load("original", await process.dump("original", list));
    remove("original");
    const copied = await process.dump("copy", loaded);
    expect(await open().load("copy", copied)).toEqual(list);
  });
});

const thread = fc.constantFrom("one", "two", "three");
const move = fc.record({
  from: fc.nat(),
  to: thread,
  keep: fc.nat({ max: 150 }),
  add: fc.nat({ max: 70 }),
  isGrown: fc.boolean(),
  isLoaded: fc.boolean(),
  removed: fc.option(thread, { freq: 6 }),
});

itHolds(
  "lists stay exact while threads take them over, change them and are removed",
  fc.asyncProperty(fc.array(move, { maxLength: 10 }), async (moves) => {
    const { open, remove } = createStore();
    const process = open();
    let saved: { thread: string; list: object[]; dumped: [string, Uint8Array] }[] = [];
    for (const { from, to, keep, add, isGrown, isLoaded, removed } of moves) {
      const earlier = saved[from % saved.length];
      const before = earlier && isLoaded ? await process.load(earlier.thread, earlier.dumped) : (earlier?.list ?? []);
      if (removed) {
        remove(removed);
        saved = saved.filter((each) => each.thread !== removed);
      }
      const added = longList(add);
      const list = isGrown ? grow(before, added) : [...before.slice(0, keep), ...added];
      if (saved.every((each) => each.thread !== to)) process.noticeRemoval(to);
      saved.push({ thread: to, list, dumped: await process.dump(to, list) });
    }
    for (const { thread, list, dumped } of saved) assert.deepEqual(await open().load(thread, dumped), list);
  }),
  4,
);
