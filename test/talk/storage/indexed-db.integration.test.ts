/** @jest-environment ./jest.environment.js */
import "fake-indexeddb/auto";
import { describe, expect, it, jest } from "@jest/globals";
import { emptyCheckpoint, type MemorySaver } from "@langchain/langgraph-checkpoint";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { openCheckpointer, openConversations } from "../../../src/talk/open-in-browser.js";
import { IndexedDbThreads } from "../../../src/talk/storage/indexed-db/indexed-db-threads.js";
import { allModes, compileMode, inputFor } from "../../support/any-mode.js";
import { createHeldModel } from "../../support/held-model.js";
import { plainAnswer } from "../../support/plain-answers.js";
import { keepsConversations } from "../contracts/conversations.js";
import { keepsThreads } from "../contracts/threads.js";

interface Factory {
  open(
    name: string,
    version?: number,
  ): { readonly result: { close(): void }; addEventListener(name: "success", listener: () => void): void };
}
const { indexedDB } = globalThis as object as { readonly indexedDB: Factory };

let count = 0;
const newAddress = async () => {
  count += 1;
  return `threads-${count}`;
};

describe("thread storage in IndexedDB", () => {
  keepsThreads(newAddress, { open: (address) => new IndexedDbThreads(address) });
});

describe("conversations in a page, saved in IndexedDB", () => {
  const { model, ...controls } = createHeldModel();
  keepsConversations({
    ...controls,
    open: () => openConversations("indexeddb:talks", { model, pollMs: 50 }),
    forksIntoOtherModes: true,
  });
});

describe("checkpoints in IndexedDB", () => {
  const config = (checkpoint_id?: string) => ({
    configurable: { thread_id: "talk", checkpoint_ns: "", ...(checkpoint_id && { checkpoint_id }) },
  });
  const model = new ScriptedModel((call) => plainAnswer(call));
  const listed = async (saver: Pick<MemorySaver, "list">) => {
    const all = [];
    for await (const tuple of saver.list(config())) all.push(tuple);
    return all;
  };

  it.each(allModes)(
    "another page reads the same states of a %s conversation as the page that saved them",
    async (mode) => {
      const address = `indexeddb:${await newAddress()}`;
      const [one, other] = [await openCheckpointer(address), await openCheckpointer(address)];
      await compileMode(mode, { model }, { checkpointer: one }).invoke(inputFor(mode), config());
      const saved = await listed(one);
      expect(saved.length).toBeGreaterThan(4);
      expect(await listed(other)).toEqual(saved);
      await one.close();
      await other.close();
    },
  );

  it("a page notices that another page has removed a thread and started it again", async () => {
    const address = `indexeddb:${await newAddress()}`;
    const [one, other] = [await openCheckpointer(address), await openCheckpointer(address)];
    const run = (checkpointer: typeof one, topic: string) =>
      compileMode("round-robin", { model }, { checkpointer }).invoke({ ...inputFor("round-robin"), topic }, config());
    await run(one, "First");
    expect((await listed(other)).length).toBeGreaterThan(4);
    await one.deleteThread("talk");
    expect(await listed(other)).toEqual([]);
    await run(one, "Second");
    const { values } = await compileMode("round-robin", { model }, { checkpointer: other }).getState(config());
    expect(values).toMatchObject({ topic: "Second" });
    await one.close();
    await other.close();
  });

  it("two calls that read another page's checkpoints at once leave them as they were saved", async () => {
    const address = `indexeddb:${await newAddress()}`;
    const [one, other] = [await openCheckpointer(address), await openCheckpointer(address)];
    const save = (id: number, values: readonly number[]) =>
      one.put(
        { configurable: { thread_id: "talk", checkpoint_ns: "" } },
        { ...emptyCheckpoint(), id: `${id}`, channel_values: { list: values.map((value) => ({ value })) } },
        { source: "loop", step: id, parents: {} },
        {},
      );
    await save(1, [1, 2]);
    await listed(other);
    await save(2, [1, 2, 3]);
    await save(3, [4]);
    await Promise.all([listed(other), listed(other)]);
    expect(await listed(other)).toEqual(await listed(one));
    await one.close();
    await other.close();
  });

  it("reading fails with the fault `closed` after a page with a later version has opened the database", async () => {
    const name = await newAddress();
    const saver = await openCheckpointer(`indexeddb:${name}`);
    expect(await saver.getTuple(config())).toBeUndefined();
    const later = indexedDB.open(name, 2);
    await new Promise<void>((resolve) => later.addEventListener("success", resolve));
    await expect(saver.getTuple(config())).rejects.toMatchObject({
      code: "storage-failed",
      details: { fault: "closed" },
    });
    later.result.close();
  });

  it("opening is tried again after a failure", async () => {
    const saver = await openCheckpointer(`indexeddb:${await newAddress()}`);
    jest.spyOn(indexedDB, "open").mockImplementationOnce(() => {
      throw new DOMException("the disk is busy", "UnknownError");
    });
    await expect(saver.getTuple(config())).rejects.toMatchObject({ details: { fault: "disk-failed" } });
    expect(await saver.getTuple(config())).toBeUndefined();
    await saver.close();
  });

  it("a name is needed, and a file cannot be opened in a page", async () => {
    await expect(openCheckpointer("indexeddb:")).rejects.toMatchObject({ code: "invalid-input" });
    await expect(openConversations("talks.db")).rejects.toMatchObject({ code: "invalid-input" });
  });
});
