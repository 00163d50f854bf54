/** Listeners, people, forks and transcripts of conversations on a LangGraph server, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type FollowedEvent, RostrumClient, type RunRef } from "../../src/client/index.js";
import { inputFor } from "../support/any-mode.js";
import { type DevServer, startDevServer } from "../support/dev-server.js";
import { peopleInput } from "../support/person-talk.js";
import { collect, runInProcess, timeless } from "../support/remote.js";

let server: DevServer;
let client: RostrumClient;

beforeAll(async () => {
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  client = new RostrumClient({ url: server.url });
}, 90_000);

afterAll(() => server.stop());

const question = "Dov, how deep is the river?";
const longTalk = inputFor("bidding", { maxTurns: 8 });
const stopped = { type: "stopped" };

/** Follows a run, and does something once, when somebody has spoken. */
async function followDoing(run: RunRef, act: () => Promise<unknown>): Promise<FollowedEvent[]> {
  const events: FollowedEvent[] = [];
  let isDone = false;
  for await (const event of client.follow(run)) {
    events.push(event);
    if (event.type !== "speech-ends" || isDone) continue;
    isDone = true;
    await act();
  }
  return events;
}

describe("what a listener adds", () => {
  it("is heard at the next turn, and answered", async () => {
    const run = await client.start("bidding", { input: longTalk });
    let id = "";
    const events = await followDoing(run, async () => {
      const result = await client.interject(run.threadId, question, { from: "Lena" });
      expect(result).toEqual({ id: expect.any(String), heard: "next-turn" });
      id = result.id;
    });
    const heard = events.filter((event) => event.type === "interjection");
    expect(heard).toMatchObject([{ interjection: { id, from: "Lena", text: question, to: "Dov" } }]);
    const { decisions, messages } = await client.transcript(run.threadId);
    const turn = (heard[0]?.turn ?? 0) + 1;
    expect(decisions.find((decision) => decision.turn === turn)).toMatchObject({ speaker: "Dov", rule: "spoken-to" });
    expect(messages.filter(({ speaker }) => speaker === "Lena")).toHaveLength(1);
  });

  it("is heard now: the run is broken off and another goes on, run as it was, with nothing lost", async () => {
    const run = await client.start("bidding", { input: longTalk, context: { temperature: 0.5 } });
    let next: RunRef | undefined;
    const events = await followDoing(run, async () => {
      const result = await client.interject(run.threadId, question, { from: "Lena", now: true });
      expect(result.heard).toBe("now");
      next = result.run;
    });
    expect(events.at(-1)).toEqual({ type: "broken-off" });
    if (!next) throw new Error("no run goes on");
    const rest = await collect(client.follow(next));
    expect(rest.find(({ type }) => type === "interjection" || type === "speech-begins")).toMatchObject({
      type: "interjection",
    });
    expect(rest.find((event) => event.type === "decision")).toMatchObject({ decision: { speaker: "Dov" } });
    expect(rest.at(-1)).toMatchObject(stopped);
    const { messages, decisions } = await client.transcript(run.threadId);
    const spoken = (all: readonly FollowedEvent[]) => all.filter((event) => event.type === "speech-ends").length;
    expect(decisions.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(messages.length).toBe(1 + 8 + 1);
    expect(spoken(rest)).toBeGreaterThanOrEqual(8 - spoken(events));
    const runs = (await (await fetch(`${server.url}/threads/${run.threadId}/runs`)).json()) as { kwargs: object }[];
    expect(runs.map(({ kwargs }) => kwargs)).toMatchObject(Array(2).fill({ context: { temperature: 0.5 } }));
  });

  it("is heard before the first turn", async () => {
    const run = await client.start("bidding", { input: { ...longTalk, maxTurns: 3 } });
    expect(await client.interject(run.threadId, question, { now: true })).toMatchObject({ heard: "next-turn" });
    const events = await collect(client.follow(run));
    expect(events.find((event) => event.type === "decision")).toMatchObject({ decision: { speaker: "Dov" } });
  });

  it("waits for another round where the conversation has ended", async () => {
    const run = await client.start("bidding", { input: { ...longTalk, maxTurns: 2 } });
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
  ])("is refused where `interject` refuses it", async (text, options, words) => {
    await expect(client.interject("11111111-2222-4333-8444-555555555555", text, options)).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining(words),
    });
  });
});

describe("a person of the cast", () => {
  it("is waited for, answers, and passes with an empty line", async () => {
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
    expect(messages.filter(({ speaker }) => speaker === "Bea").map(({ text }) => text)).toEqual([lines[0], "*passes*"]);
    await expect(client.answer(run.threadId, "late")).rejects.toMatchObject({ code: "invalid-input" });
  });

  it("is one of several, each answered by an id", async () => {
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

describe("a fork", () => {
  const input = inputFor("bidding", { maxTurns: 7 });
  let run: RunRef;
  beforeAll(async () => {
    run = await client.start("bidding", { input, title: "The bridge" });
    await collect(client.follow(run));
  }, 30_000);

  it.each([0, 3])("after turn %d is exact, leaves its origin alone, and comes to the same", async (turn) => {
    const before = await client.read(run.threadId);
    const origin = await client.transcript(run.threadId);
    const forked = await client.fork(run.threadId, { turn });
    const begun = await client.transcript(forked);
    expect(begun.title).toBe("The bridge");
    expect(begun.messages).toEqual(origin.messages.slice(0, turn + 1));
    expect(begun.decisions).toEqual(origin.decisions.slice(0, turn));
    await collect(client.follow(await client.resume(forked)));
    expect(timeless(await client.transcript(forked))).toEqual(timeless(origin));
    expect(await client.read(run.threadId)).toEqual(before);
  });

  it("goes another way with a change", async () => {
    const forked = await client.fork(run.threadId, { turn: 2, changes: { maxTurns: 3 } });
    await collect(client.follow(await client.resume(forked)));
    expect((await client.transcript(forked)).stopReason).toMatchObject({ kind: "turns", turn: 3 });
  });

  it("is refused as in code, and leaves no thread behind", async () => {
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
  it("is the same as that of a run in this process, with the title that was given", async () => {
    const input = inputFor("director", { maxTurns: 2 });
    const run = await client.start("director", { input, title: "A talk" });
    await collect(client.follow(run));
    const { conversation } = await runInProcess("director", input);
    expect(timeless(await client.transcript(run.threadId))).toEqual(timeless({ ...conversation, title: "A talk" }));
  });
});
