/** Listeners, people, forks and transcripts of conversations on a LangGraph server, over HTTP. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@langchain/langgraph-sdk";
import type { RunRef } from "../../src/client/connection.js";
import type { FollowedEvent } from "../../src/client/follow.js";
import { allModes, fourNames, inputFor } from "../support/any-mode.js";
import { peopleInput } from "../support/person-talk.js";
import { collect, runInProcess, type Started, timeless } from "../support/remote.js";

let model: Started["model"];
let server: Started["server"];
let client: Started["client"];

const question = "Dov, how deep is the river?";
const shortTalk = inputFor("bidding", { maxTurns: 3 });
const stopped = { type: "stopped" };

/** Starts a conversation that waits for `model.release()` in the middle of a turn, by default the second. */
async function startHeld(speechesBefore = 1) {
  const reached = model.holdAfter(speechesBefore);
  const input = inputFor("bidding", { maxTurns: 5 });
  const run = await client.start("bidding", { input, context: { model: "openai:test" } });
  const following = collect(client.follow(run));
  await reached;
  return { run, following };
}

/** Registers these tests. `started` returns a running server. */
export function testTakingPart(started: () => Started): void {
  beforeAll(() => {
    ({ model, server, client } = started());
  });

  describe("an interjection", () => {
    it("is heard at the next turn, and answered", async () => {
      const { run, following } = await startHeld();
      const result = await client.interject(run.threadId, question, { from: "Lena" });
      expect(result).toEqual({ id: expect.any(String), heard: "next-turn" });
      model.release();
      const heard = (await following).filter((event) => event.type === "interjection");
      expect(heard).toMatchObject([
        { turn: 2, interjection: { id: result.id, from: "Lena", text: question, to: "Dov" } },
      ]);
      const { decisions, messages } = await client.transcript(run.threadId);
      expect(decisions[2]).toMatchObject({ turn: 3, speaker: "Dov", rule: "spoken-to" });
      expect(messages.filter(({ name }) => name === "Lena")).toHaveLength(1);
    });

    it("is heard at once: the run is cancelled, another continues with the same context, and nothing is lost", async () => {
      const { run, following } = await startHeld();
      const { heard, run: next } = await client.interject(run.threadId, question, { from: "Lena", now: true });
      expect(heard).toBe("now");
      expect(await client.nextRun(run)).toEqual(next);
      model.release();
      const events = await following;
      expect(events.at(-1)).toEqual({ type: "cancelled" });
      if (!next) throw new Error("no run continues");
      const rest = await collect(client.follow(next));
      expect(rest[0]).toMatchObject({ type: "interjection", turn: 1 });
      expect(rest.find((event) => event.type === "decision")).toMatchObject({ turn: 2, decision: { speaker: "Dov" } });
      expect(rest.at(-1)).toMatchObject(stopped);
      const { messages, decisions, usage } = await client.transcript(run.threadId);
      expect(decisions.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5]);
      expect(messages.map(({ kind }) => kind)).toEqual([
        ...["opening", "speech", "interjection", "speech", "speech", "speech", "speech"],
      ]);
      expect(new Set(usage.rows.map((row) => row.model))).toEqual(new Set(["openai:test"]));
      expect(await client.nextRun(next)).toBeUndefined();
    });

    it("is heard before the first turn", async () => {
      const { run, following } = await startHeld(0);
      const { heard, run: next = run } = await client.interject(run.threadId, question, { now: true });
      expect(heard).toBe("now");
      model.release();
      expect((await following).at(-1)).toEqual({ type: "cancelled" });
      await collect(client.follow(next));
      const { messages, decisions } = await client.transcript(run.threadId);
      expect(messages.slice(0, 3)).toMatchObject([{ kind: "opening" }, { text: question, name: "User" }, { turn: 1 }]);
      expect(decisions[0]).toMatchObject({ speaker: "Dov", rule: "spoken-to" });
    });

    it("does not cancel a run that has yet to open the conversation", async () => {
      const reached = model.holdAfter(0);
      const run = await client.start("bidding", { input: shortTalk, context: { model: "openai:test" } });
      const { heard, run: next = run } = await client.interject(run.threadId, question, { now: true });
      await reached;
      model.release();
      await collect(client.follow(run));
      // If the run had begun by then, the message was heard before the first turn.
      expect(heard).toBe(next === run ? "next-turn" : "now");
      await collect(client.follow(next));
      const { decisions } = await client.transcript(run.threadId);
      expect(decisions).toHaveLength(3);
      expect(decisions.find(({ rule }) => rule === "spoken-to")).toMatchObject({ speaker: "Dov" });
    });

    it("waits for another round if the conversation is over", async () => {
      const run = await client.start("bidding", { input: inputFor("bidding", { maxTurns: 2 }) });
      await collect(client.follow(run));
      for (const now of [false, true])
        expect(await client.interject(run.threadId, question, { now })).toEqual({
          id: expect.any(String),
          heard: "next-run",
        });
      await expect(client.resume(run.threadId)).rejects.toMatchObject({
        code: "invalid-input",
        message: expect.stringContaining("start()"),
      });
      const events = await collect(client.follow(await client.start("bidding", { threadId: run.threadId })));
      expect(events.filter(({ type }) => type === "interjection")).toHaveLength(2);
      expect(events.at(-1)).toMatchObject({ ...stopped, turn: 4 });
    });

    it.each([
      ["", {}, "must not be empty"],
      ["x".repeat(4001), {}, "at most 4000"],
    ])("is rejected where `interject` rejects it", async (text, options, words) => {
      await expect(client.interject("11111111-2222-4333-8444-555555555555", text, options)).rejects.toMatchObject({
        code: "invalid-input",
        message: expect.stringContaining(words),
      });
    });
  });

  describe("a person in the cast", () => {
    it("takes turns, and passes with an empty line", async () => {
      let run = await client.start("round-robin", { input: peopleInput("round-robin", ["Bea"], 6) });
      const lines = ["I have crossed it on foot.", ""];
      const asked: FollowedEvent[] = [];
      for (const line of lines) {
        const last = (await collect(client.follow(run))).at(-1);
        expect(last).toMatchObject({ type: "your-turn", value: { kind: "your-turn", participant: "Bea" } });
        if (last) asked.push(last);
        run = await client.answer(run.threadId, line);
      }
      expect((await collect(client.follow(run))).at(-1)).toMatchObject(stopped);
      expect(asked).toMatchObject([{ value: { turn: 2 } }, { value: { turn: 6 } }]);
      const { messages } = await client.transcript(run.threadId);
      expect(messages.filter(({ name }) => name === "Bea").map(({ text }) => text)).toEqual([lines[0], "*passes*"]);
      await expect(client.answer(run.threadId, "late")).rejects.toMatchObject({ code: "invalid-input" });
    });

    it("misses a turn when the time is up and the run is resumed", async () => {
      const input = { ...peopleInput("round-robin", ["Bea"], 3), humanTimeoutMs: 1000 };
      const run = await client.start("round-robin", { input });
      const asked = (await collect(client.follow(run))).at(-1);
      if (asked?.type !== "your-turn" || asked.value.deadline === null) throw new Error("no deadline");
      const early = await collect(client.follow(await client.resume(run.threadId)));
      expect(early).toEqual([asked]);
      await sleep(Date.parse(asked.value.deadline) - Date.now() + 20);
      const events = await collect(client.follow(await client.resume(run.threadId)));
      expect(events).toContainEqual(
        expect.objectContaining({ type: "speech-end", speaker: "Bea", text: "*does not answer in time*" }),
      );
      expect(events.at(-1)).toMatchObject(stopped);
      expect((await client.transcript(run.threadId)).warnings).toMatchObject([
        { purpose: "speech", participant: "Bea" },
      ]);
    });

    it("can be one of several, each answered by an id", async () => {
      const input = {
        ...peopleInput("group-chat", ["Bea", "Cid"]),
        stages: [{ task: "discuss", speakers: ["Bea", "Cid"], order: "together", minRounds: 1, maxRounds: 1 }],
      };
      const run = await client.start("group-chat", { input });
      const people = (await collect(client.follow(run))).filter((event) => event.type === "your-turn");
      expect(people.map(({ value }) => value.participant)).toEqual(["Bea", "Cid"]);
      await expect(client.answer(run.threadId, "for both")).rejects.toThrow("several people");
      await expect(client.answer(run.threadId, { nobody: "hello" })).rejects.toThrow("“nobody”");
      const lines = Object.fromEntries(people.map(({ id, value }) => [id, `${value.participant} was here.`]));
      await collect(client.follow(await client.answer(run.threadId, lines)));
      const said = (await client.transcript(run.threadId)).messages.map(({ text }) => text);
      expect(said).toEqual(expect.arrayContaining(Object.values(lines)));
    });
  });

  describe("a speech that waits for approval", () => {
    it.each(allModes)("is rejected, and then edited, in %s", async (mode) => {
      const participants = fourNames.map((name) => ({ name, approve: name === "Bea" }));
      const { thread_id: threadId } = await new Client({ apiUrl: server.url, apiKey: null }).threads.create();
      await client.control(threadId, { next: "Bea" });
      const run = await client.start(mode, { threadId, input: inputFor(mode, { participants }) });
      const drafted = async (started: RunRef) => {
        const last = (await collect(client.follow(started))).at(-1);
        if (last?.type !== "approval") throw new Error("no draft");
        expect((await client.read(threadId)).waiting).toEqual([{ id: last.id, value: last.value }]);
        return last.value;
      };
      const first = await drafted(run);
      const second = await drafted(await client.answer(threadId, { rewrite: "Shorter.", from: "Lena" }));
      await collect(client.follow(await client.answer(threadId, { text: "My own words.", from: "Mirko" })));
      const { messages, corrections } = await client.transcript(threadId);
      expect(messages.find(({ name }) => name === "Bea")).toMatchObject({ text: "My own words.", turn: 1 });
      const reviews = corrections.filter(({ by }) => by !== undefined).slice(0, 2);
      expect(reviews.map(({ by, faults, answer, used }) => [by, faults, answer, used])).toEqual([
        ["Lena", ["rejected"], first.draft, null],
        ["Mirko", ["edited"], second.draft, "My own words."],
      ]);
    });
  });

  describe("a fork", () => {
    const input = inputFor("bidding", { maxTurns: 7 });
    let run: RunRef;
    beforeAll(async () => {
      run = await client.start("bidding", { input, title: "The bridge" });
      await collect(client.follow(run));
    }, 30_000);

    it("is exact, does not change its origin, and repeats it or differs with a change", async () => {
      const before = await client.read(run.threadId);
      const origin = await client.transcript(run.threadId);
      const goOn = async (turn: number, changes = {}) => {
        const forked = await client.fork(run.threadId, { turn, changes });
        const begun = await client.transcript(forked);
        await collect(client.follow(await client.resume(forked)));
        return { turn, begun, ended: await client.transcript(forked) };
      };
      for (const { turn, begun, ended } of await Promise.all([goOn(0), goOn(3)])) {
        expect(begun.title).toBe("The bridge");
        expect(begun.messages).toEqual(origin.messages.slice(0, turn + 1));
        expect(begun.decisions).toEqual(origin.decisions.slice(0, turn));
        expect(timeless(ended)).toEqual(timeless(origin));
      }
      expect((await goOn(2, { maxTurns: 3 })).ended.stopReason).toMatchObject({ kind: "turns", turn: 3 });
      expect(await client.read(run.threadId)).toEqual(before);
    });

    it("is rejected as in process, and leaves no thread behind", async () => {
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
        await expect(client.fork(run.threadId, options)).rejects.toMatchObject({ code: "invalid-input" });
      expect(await threads()).toEqual(before);
    });
  });

  describe("a transcript", () => {
    it("equals that of a run in process, with the given title", async () => {
      const input = inputFor("director", { maxTurns: 2 });
      const run = await client.start("director", { input, title: "A talk" });
      await collect(client.follow(run));
      const { conversation } = await runInProcess("director", input);
      expect(timeless(await client.transcript(run.threadId))).toEqual(timeless({ ...conversation, title: "A talk" }));
    });
  });

  it("follows more runs at once than the SDK allows by default", async () => {
    const held = await startHeld();
    const people = { ...peopleInput("round-robin", ["Ann", "Bea"]), maxTurns: 2, seed: 3 };
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => client.start("round-robin", { input: people, context: { model: "rehearsal" } })),
    );
    const events = await Promise.all(runs.map((run) => collect(client.follow(run))));
    expect(events).toHaveLength(6);
    for (const heard of events) expect(heard.length).toBeGreaterThan(0);
    model.release();
    expect((await held.following).at(-1)).toMatchObject(stopped);
  });

  it("continues at a thread's end, even after a run from an earlier checkpoint", async () => {
    const sdk = new Client({ apiUrl: server.url, apiKey: null });
    const run = await client.start("round-robin", { input: { topic: "Tea?", maxTurns: 3, seed: 1 } });
    await collect(client.follow(run));
    const history = await sdk.threads.getHistory<{ turn: number }>(run.threadId, { limit: 100 });
    const early = history.find(({ values, next }) => values.turn === 1 && next.includes("choose-speaker"));
    await sdk.runs.wait(run.threadId, "round-robin", {
      input: null,
      checkpoint: {
        checkpoint_ns: "",
        checkpoint_id: String(early?.checkpoint.checkpoint_id),
        checkpoint_map: {},
      },
    });
    const before = (await client.transcript(run.threadId)).messages.map(({ id }) => id);
    await client.interject(run.threadId, "One more thing?", { from: "Lena" });
    await collect(client.follow(await client.start("round-robin", { threadId: run.threadId, input: { maxTurns: 3 } })));
    const after = (await client.transcript(run.threadId)).messages.map(({ id }) => id);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.length).toBeGreaterThan(before.length + 1);
  }, 30_000);
}
