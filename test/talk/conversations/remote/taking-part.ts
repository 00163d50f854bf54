import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@langchain/langgraph-sdk";
import { connect } from "../../../../src/talk/conversations/remote/connection.js";
import { inputFor } from "../../../support/any-mode.js";
import { peopleInput } from "../../../support/person-talk.js";
import { type Started, startRun, timeless } from "../../../support/remote.js";
import { isStatus, numberedIn, until } from "../../contracts/conversations.js";

let model: Started["model"];
let server: Started["server"];
let conversations: Started["conversations"];

const question = "Dov, how deep is the river?";
const shortTalk = inputFor("bidding", { maxTurns: 3 });
const context = { model: "openai:test" };

const start = async (mode: string, options: object) => (await conversations.start(mode, options)).thread;
const ended = (thread: string, after = 0) => until(conversations.follow(thread, { after }), isStatus("ended"));

async function asked(thread: string) {
  const status = (await until(conversations.follow(thread), isStatus("waiting", "ended"))).at(-1);
  if (status?.type !== "status" || status.status !== "waiting") throw new Error("nobody is waited for");
  return status.waiting;
}

async function startHeld(speechesBefore = 1) {
  const reached = model.holdAfter(speechesBefore);
  const thread = await start("bidding", { input: inputFor("bidding", { maxTurns: 5 }), context });
  const following = ended(thread);
  await reached;
  return { thread, following };
}

export function testTakingPart(started: () => Started): void {
  beforeAll(() => {
    ({ model, server, conversations } = started());
  });

  describe("an interjection", () => {
    it("is delivered before the next turn, and its addressee answers", async () => {
      const { thread, following } = await startHeld();
      const result = await conversations.interject(thread, question, { from: "Lena" });
      expect(result).toEqual({ id: expect.any(String), heard: "next-turn" });
      model.release();
      const interjections = numberedIn(await following).filter((event) => event.type === "interjection");
      expect(interjections).toMatchObject([
        { turn: 2, interjection: { id: result.id, from: "Lena", text: question, to: "Dov" } },
      ]);
      const { decisions, messages } = await conversations.transcript(thread);
      expect(decisions[2]).toMatchObject({ turn: 3, speaker: "Dov", rule: "spoken-to" });
      expect(messages.filter(({ name }) => name === "Lena")).toHaveLength(1);
    });

    it("is delivered immediately if it has `now`, in a second run that has the same context and loses nothing", async () => {
      const { thread, following } = await startHeld();
      expect(await conversations.interject(thread, question, { from: "Lena", now: true })).toMatchObject({
        heard: "now",
      });
      model.release();
      const events = numberedIn(await following);
      expect(events.filter(({ type }) => type === "interjection")).toMatchObject([{ turn: 1 }]);
      const { messages, decisions, usage } = await conversations.transcript(thread);
      expect(decisions.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5]);
      expect(decisions[1]).toMatchObject({ speaker: "Dov", rule: "spoken-to" });
      expect(messages.map(({ kind }) => kind)).toEqual([
        ...["opening", "speech", "interjection", "speech", "speech", "speech", "speech"],
      ]);
      expect(new Set(usage.rows.map((row) => row.model))).toEqual(new Set(["openai:test"]));
      const runs = await new Client({ apiUrl: server.url, apiKey: null }).runs.list(thread);
      expect(runs.map(({ status }) => status).sort()).toEqual(["interrupted", "success"]);
    });

    it("is delivered before the first turn if it has `now` and is sent during the first speech", async () => {
      const { thread, following } = await startHeld(0);
      expect(await conversations.interject(thread, question, { now: true })).toMatchObject({ heard: "now" });
      model.release();
      await following;
      const { messages, decisions } = await conversations.transcript(thread);
      expect(messages.slice(0, 3)).toMatchObject([{ kind: "opening" }, { text: question, name: "User" }, { turn: 1 }]);
      expect(decisions[0]).toMatchObject({ speaker: "Dov", rule: "spoken-to" });
    });

    it("is delivered if it has `now` and arrives at the opening, and reports whether it cancelled the run", async () => {
      const reached = model.holdAfter(0);
      const { thread_id: thread } = await startRun(connect({ url: server.url }), "bidding", {
        input: shortTalk,
        context,
      });
      const { heard } = await conversations.interject(thread, question, { now: true });
      await reached;
      model.release();
      await ended(thread);
      // If the run had already opened the conversation, `now` cancelled that run and started a second one.
      const runs = await new Client({ apiUrl: server.url, apiKey: null }).runs.list(thread);
      expect(heard).toBe(runs.length === 1 ? "next-turn" : "now");
      const { decisions } = await conversations.transcript(thread);
      expect(decisions).toHaveLength(3);
      expect(decisions.find(({ rule }) => rule === "spoken-to")).toMatchObject({ speaker: "Dov" });
    });

    it("waits for another round if the conversation is over", async () => {
      const thread = await start("bidding", { input: inputFor("bidding", { maxTurns: 2 }) });
      const first = numberedIn(await ended(thread));
      for (const now of [false, true])
        expect(await conversations.interject(thread, question, { now })).toEqual({
          id: expect.any(String),
          heard: "next-run",
        });
      await expect(conversations.resume(thread)).rejects.toMatchObject({
        code: "invalid-input",
        message: expect.stringContaining("another round"),
      });
      await conversations.start("bidding", { thread });
      const events = numberedIn(await ended(thread, first.at(-1)?.sequence));
      expect(events.filter(({ type }) => type === "interjection")).toHaveLength(2);
      expect(events.at(-1)).toMatchObject({ type: "stopped", turn: 4 });
    });

    it.each([
      ["empty", "", "must not be empty"],
      ["too long", "x".repeat(20_001), "at most 20000"],
    ])("is rejected if its text is %s", async (_how, text, words) => {
      const thread = "11111111-2222-4333-8444-555555555555";
      await expect(conversations.interject(thread, text)).rejects.toMatchObject({
        code: "invalid-input",
        message: expect.stringContaining(words),
      });
    });
  });

  describe("a person in the cast", () => {
    it("takes turns, and passes with an empty line", async () => {
      const thread = await start("round-robin", { input: peopleInput("round-robin", ["Bea"], 6) });
      const lines = ["I have crossed it on foot.", ""];
      for (const [index, line] of lines.entries()) {
        const value = { kind: "your-turn", participant: "Bea", turn: [2, 6][index] };
        expect(await asked(thread)).toMatchObject([{ value }]);
        await conversations.answer(thread, line);
      }
      await ended(thread);
      const { messages } = await conversations.transcript(thread);
      expect(messages.filter(({ name }) => name === "Bea").map(({ text }) => text)).toEqual([lines[0], "*passes*"]);
    });

    it("misses a turn if the run is resumed after the deadline", async () => {
      const input = { ...peopleInput("round-robin", ["Bea"], 3), humanTimeoutMs: 5000 };
      const thread = await start("round-robin", { input });
      const waiting = await asked(thread);
      const [{ value }] = waiting as [(typeof waiting)[number]];
      if (value.kind !== "your-turn" || value.deadline === null) throw new Error("no deadline");
      await conversations.resume(thread);
      expect(await asked(thread)).toEqual(waiting);
      await sleep(Date.parse(value.deadline) - Date.now() + 20);
      await conversations.resume(thread);
      const late = { type: "speech-end", speaker: "Bea", text: "*does not answer in time*" };
      expect(numberedIn(await ended(thread))).toContainEqual(expect.objectContaining(late));
      expect((await conversations.transcript(thread)).warnings).toMatchObject([
        { purpose: "speech", participant: "Bea" },
      ]);
    });

    it("speaks at the same time as another person if the answer assigns a line to each person's id", async () => {
      const input = {
        ...peopleInput("group-chat", ["Bea", "Cid"]),
        stages: [{ task: "discuss", speakers: ["Bea", "Cid"], order: "together", minRounds: 1, maxRounds: 1 }],
      };
      const thread = await start("group-chat", { input });
      const people = await asked(thread);
      expect(people.map(({ value }) => value.participant)).toEqual(["Bea", "Cid"]);
      await expect(conversations.answer(thread, "for both")).rejects.toThrow("several people");
      await expect(conversations.answer(thread, { nobody: "hello" })).rejects.toThrow("“nobody”");
      const lines = Object.fromEntries(people.map(({ id, value }) => [id, `${value.participant} was here.`]));
      await conversations.answer(thread, lines);
      await ended(thread);
      const said = (await conversations.transcript(thread)).messages.map(({ text }) => text);
      expect(said).toEqual(expect.arrayContaining(Object.values(lines)));
    });
  });

  describe("a fork", () => {
    const input = inputFor("bidding", { maxTurns: 7 });
    let thread: string;
    beforeAll(async () => {
      thread = await start("bidding", { input, title: "The bridge" });
      await ended(thread);
    });

    it("copies its origin without changing it, and repeats the rest of its origin if the fork has no changes", async () => {
      const before = await conversations.read(thread);
      const origin = await conversations.transcript(thread);
      const continueFork = async (turn: number, changes = {}) => {
        const forked = await conversations.fork(thread, { turn, changes });
        const forkedState = await conversations.transcript(forked);
        await conversations.resume(forked);
        await ended(forked);
        return { turn, forkedState, ended: await conversations.transcript(forked) };
      };
      for (const { turn, forkedState, ended } of await Promise.all([continueFork(0), continueFork(3)])) {
        expect(forkedState.title).toBe("The bridge");
        expect(forkedState.messages).toEqual(origin.messages.slice(0, turn + 1));
        expect(forkedState.decisions).toEqual(origin.decisions.slice(0, turn));
        expect(timeless(ended)).toEqual(timeless(origin));
      }
      expect((await continueFork(2, { maxTurns: 3 })).ended.stopReason).toMatchObject({ kind: "turns", turn: 3 });
      expect(await conversations.read(thread)).toEqual(before);
    });

    it("is rejected if its turn or a change is invalid, and leaves no thread behind", async () => {
      const threads = async () =>
        (await fetch(`${server.url}/threads/count`, { method: "POST", body: "{}", headers })).json();
      const headers = { "content-type": "application/json" };
      const before = await threads();
      for (const options of [
        { turn: 9 },
        { turn: 1.5 },
        { turn: 1, changes: { topic: "x" } },
        { turn: 1, changes: { y: 1 } },
      ])
        await expect(conversations.fork(thread, options)).rejects.toMatchObject({ code: "invalid-input" });
      expect(await threads()).toEqual(before);
    });
  });

  it("another round continues from a thread's latest state, even after a run from an earlier checkpoint", async () => {
    const sdk = new Client({ apiUrl: server.url, apiKey: null });
    const thread = await start("round-robin", { input: { topic: "Tea?", maxTurns: 3, seed: 1 } });
    await ended(thread);
    const history = await sdk.threads.getHistory<{ turn: number }>(thread, { limit: 100 });
    const early = history.find(({ values, next }) => values.turn === 1 && next.includes("choose-speaker"));
    await sdk.runs.wait(thread, "round-robin", {
      input: null,
      checkpoint: {
        checkpoint_ns: "",
        checkpoint_id: String(early?.checkpoint.checkpoint_id),
        checkpoint_map: {},
      },
    });
    const before = (await conversations.transcript(thread)).messages.map(({ id }) => id);
    await conversations.interject(thread, "One more thing?", { from: "Lena" });
    await conversations.start("round-robin", { thread, input: { maxTurns: 3 } });
    await ended(thread);
    const after = (await conversations.transcript(thread)).messages.map(({ id }) => id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.length).toBeGreaterThan(before.length + 1);
  });
}
