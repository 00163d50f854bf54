import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { WaitingPerson, YourTurn } from "../../../../src/core/state/people.js";
import { lineOf } from "../../../../src/core/text/message.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import { longestLine } from "../../../../src/records/person-question.js";
import { openConversations } from "../../../../src/talk/conversations/open.js";
import type { SharedConversations } from "../../../../src/talk/conversations/port/port.js";
import { allModes, fourNames, inputFor } from "../../../support/any-mode.js";
import { fixedClock } from "../../../support/conversation.js";
import { createHeldModel } from "../../../support/held-model.js";
import { plainAnswer } from "../../../support/plain-answers.js";
import { isStatus, until } from "../../contracts/conversations.js";

const minute = 60_000;
const pollMs = 5;
const missed = "*does not answer in time*";
const reason = "no answer within 60 seconds";
const deadline = new Date(fixedClock().getTime() + minute).toISOString();

/** How far the conversations' clock is ahead of the fixed clock, in milliseconds. */
let passed: number;
let folder: string;
let address: string;
let conversations: SharedConversations;

const open = () => {
  const clock = () => new Date(fixedClock().getTime() + passed);
  return openConversations(address, { model: new ScriptedModel(plainAnswer), clock, pollMs });
};

async function untilAsked(mode: string, people: readonly string[] = fourNames, more: object = {}) {
  const participants = fourNames.map((name) => ({ name, human: people.includes(name) }));
  const input = inputFor(mode, { participants, humanTimeoutMs: minute, maxTurns: 4, ...more });
  const { thread } = await conversations.start(mode, { input });
  const waiting = await untilWaiting(thread);
  return { thread, asked: waiting[0] as WaitingPerson<YourTurn>, waiting };
}

async function untilWaiting(thread: string) {
  await until(conversations.follow(thread), isStatus("waiting"));
  return (await conversations.read(thread)).waiting;
}

const untilOver = (thread: string) => until(conversations.follow(thread), isStatus("waiting", "ended"));
const untilEnded = (thread: string) => until(conversations.follow(thread), isStatus("ended"));
const stateOf = async (thread: string) => (await conversations.read(thread)).state;
const linesIn = async (thread: string) => ((await stateOf(thread)).messages ?? []).map((message) => lineOf(message));

async function goOn(mode: string, thread: string): Promise<void> {
  if ((await conversations.read(thread)).status === "ended") {
    await conversations.start(mode, { thread, input: { maxTurns: 1 } });
  } else {
    passed += minute;
    await conversations.resume(thread);
  }
  await untilOver(thread);
}

/** Waits long enough for polling to continue the conversation. */
const untilLooked = () => wait(10 * pollMs);

it("an answer counts as given in time, even if its run starts after the deadline", async () => {
  passed = 0;
  const { model, ...held } = createHeldModel();
  const clock = () => new Date(fixedClock().getTime() + passed);
  conversations = await openConversations("memory", { model, clock, limits: { running: 1 } });
  const { thread, asked } = await untilAsked("round-robin", ["Ann"]);
  void held.holdAfter(0);
  await conversations.start("round-robin", { input: inputFor("round-robin") });
  await conversations.answer(thread, { [asked.id]: "In time." });
  passed = minute;
  held.release();
  await untilEnded(thread);
  expect((await linesIn(thread))[1]).toEqual({ speaker: "Ann", text: "In time." });
  await conversations.close();
});

describe.each(["memory", "a SQLite file"])("an answer after the deadline, with conversations in %s", (place) => {
  beforeEach(async () => {
    passed = 0;
    folder = await mkdtemp(join(tmpdir(), "rostrum-late-answers-"));
    address = place === "memory" ? place : join(folder, "talks.db");
    conversations = await open();
  });
  afterEach(async () => {
    await conversations.close();
    await rm(folder, { recursive: true });
  });

  describe.each(allModes)("in %s mode,", (mode) => {
    it("passes the turn, with a message and a warning, and is heard as an interjection", async () => {
      const { thread, asked } = await untilAsked(mode);
      const { participant, turn } = asked.value;
      passed = minute;
      await conversations.answer(thread, { [asked.id]: "Wait for me!" });
      await untilOver(thread);
      const lines = await linesIn(thread);
      const at = lines.findIndex(({ text }) => text === missed);
      expect(lines[at]?.speaker).toBe(participant);
      expect(lines.slice(at)).toContainEqual({ speaker: participant, text: "Wait for me!" });
      const { warnings, interjections } = await stateOf(thread);
      expect(warnings).toContainEqual(expect.objectContaining({ purpose: "speech", participant, reason }));
      expect(interjections).toMatchObject([{ id: `late-${turn}`, from: participant, text: "Wait for me!" }]);
      // A repeated answer is delivered only once.
      await conversations.answer(thread, { [asked.id]: "Wait for me!" });
      await goOn(mode, thread);
      expect((await stateOf(thread)).interjections).toEqual(interjections);
    });

    it("is heard as an interjection even if the conversation has continued", async () => {
      const { thread, asked } = await untilAsked(mode);
      passed = minute;
      await conversations.resume(thread);
      await untilOver(thread);
      expect((await linesIn(thread)).map(({ text }) => text)).toContain(missed);
      for (let repeated = 0; repeated < 2; repeated += 1)
        await conversations.answer(thread, { [asked.id]: "Wait for me!" });
      await goOn(mode, thread);
      const { interjections } = await stateOf(thread);
      expect(interjections).toMatchObject([{ from: asked.value.participant, text: "Wait for me!", problem: null }]);
    });

    it("ends the conversation with a `late` stop reason if `onHumanTimeout` is `stop`", async () => {
      const { thread, asked } = await untilAsked(mode, fourNames, { onHumanTimeout: "stop" });
      const { participant, turn } = asked.value;
      passed = minute;
      await conversations.answer(thread, { [asked.id]: "Wait for me!" });
      await untilEnded(thread);
      expect((await stateOf(thread)).stopReason).toMatchObject({ kind: "late", participant, turn, limitMs: minute });
      expect(await linesIn(thread)).toContainEqual({ speaker: participant, text: missed });
    });
  });

  it("needs no id, may be as long as one in time, and is not delivered if it is empty or repeated", async () => {
    const { thread } = await untilAsked("round-robin", ["Ann", "Cid"]);
    passed = minute;
    await conversations.resume(thread);
    await untilWaiting(thread);
    await conversations.answer(thread, "I am here.");
    await untilEnded(thread);
    expect((await linesIn(thread)).filter(({ text }) => text === missed)).toEqual([{ speaker: "Ann", text: missed }]);
    const text = "x".repeat(longestLine);
    for (const line of [text, "", text]) await conversations.answer(thread, line);
    await goOn("round-robin", thread);
    expect((await stateOf(thread)).interjections).toMatchObject([{ from: "Ann", text, problem: null }]);
  });

  it("waits for another round if the missed deadline ended the conversation", async () => {
    const { thread, asked } = await untilAsked("round-robin", ["Bea"], { onHumanTimeout: "stop" });
    passed = minute;
    await conversations.resume(thread);
    await untilEnded(thread);
    await conversations.answer(thread, { [asked.id]: "Wait for me!" });
    expect((await conversations.read(thread)).status).toBe("ended");
    await goOn("round-robin", thread);
    expect(await linesIn(thread)).toContainEqual({ speaker: "Bea", text: "Wait for me!" });
  });

  it("is rejected if the person has answered the same question in time", async () => {
    const { thread, asked } = await untilAsked("round-robin", ["Ann", "Bea"]);
    await conversations.answer(thread, { [asked.id]: "In time." });
    await untilWaiting(thread);
    passed = minute;
    await conversations.resume(thread);
    await untilEnded(thread);
    const problems = [expect.objectContaining({ code: "nobody-waits" })];
    await expect(conversations.answer(thread, { [asked.id]: "Again." })).rejects.toMatchObject({
      details: { problems },
    });
  });

  it("makes a supervisor's task fail, and the result gives the reason", async () => {
    const { thread, asked } = await untilAsked("supervisor", ["Ann"]);
    passed = minute;
    await conversations.answer(thread, { [asked.id]: "It is done." });
    await untilOver(thread);
    expect((await stateOf(thread)).results?.[0]).toMatchObject({ worker: "Ann", outcome: "failed", reason });
  });

  it("ends a meeting if the late person is the decider, even if `onHumanTimeout` is `skip`", async () => {
    const stages = [{ task: "decide", speakers: ["Bea"] }];
    const { thread, asked } = await untilAsked("group-chat", ["Bea"], { stages, onHumanTimeout: "skip" });
    passed = minute;
    await conversations.answer(thread, { [asked.id]: "We build it." });
    await untilEnded(thread);
    const { stopReason, finalDecision } = await stateOf(thread);
    expect({ stopReason, finalDecision }).toMatchObject({ stopReason: { kind: "late" }, finalDecision: null });
    expect(await linesIn(thread)).toContainEqual({ speaker: "Bea", text: "We build it." });
  });

  it("is judged by the first deadline, even if the person is asked again", async () => {
    const { thread, asked } = await untilAsked("round-robin", ["Bea"]);
    expect(asked.value).toMatchObject({ deadline, problem: null });
    passed = minute - 1;
    await conversations.resume(thread);
    expect(await untilWaiting(thread)).toMatchObject([{ value: { deadline, problem: null } }]);
    await conversations.answer(thread, { rewrite: "Shorter." });
    expect(await untilWaiting(thread)).toMatchObject([{ value: { deadline, problem: "not-a-text" } }]);
    if (place !== "memory") {
      await conversations.close();
      conversations = await open();
      expect(await untilWaiting(thread)).toMatchObject([{ value: { deadline, problem: "not-a-text" } }]);
    }
    await conversations.answer(thread, "In time.");
    await untilEnded(thread);
    expect((await linesIn(thread))[2]).toEqual({ speaker: "Bea", text: "In time." });
  });

  it("is not necessary: the conversation continues as soon as it has a follower", async () => {
    const { thread } = await untilAsked("round-robin", ["Bea", "Cid"]);
    passed = minute;
    await untilLooked();
    expect((await conversations.read(thread)).status).toBe("waiting");
    const isWaiting = isStatus("waiting");
    let asked = 0;
    await until(conversations.follow(thread), (event) => isWaiting(event) && ++asked === 2);
    passed += minute;
    await untilEnded(thread);
    expect((await linesIn(thread)).filter(({ text }) => text === missed)).toEqual([
      { speaker: "Bea", text: missed },
      { speaker: "Cid", text: missed },
    ]);
  });
});
