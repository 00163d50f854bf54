import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { Command, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { longestLine } from "../../../src/records/person-question.js";
import { allModes, compileMode, type Mode } from "../../support/any-mode.js";
import { compiled } from "../../support/compiled.js";
import { fixedClock } from "../../support/conversation.js";
import { callContextOf, peopleInput, threadConfig, waitingIn } from "../../support/person-talk.js";
import { plainAnswer } from "../../support/plain-answers.js";

const minute = 60_000;

function compile(mode: Mode) {
  const time = { passed: 0 };
  const clock = () => new Date(fixedClock().getTime() + time.passed);
  const options = { model: new ScriptedModel(plainAnswer), clock };
  const graph = compileMode(mode, options, { checkpointer: new MemorySaver(), store: new InMemoryStore() });
  return { graph, time };
}

const input = (mode: Mode, more: object = {}) => ({ ...peopleInput(mode), humanTimeoutMs: minute, ...more });
const resume = (value: unknown): null => new Command({ resume: value }) as unknown as null;
const deadline = new Date(fixedClock().getTime() + minute).toISOString();
const missed = { speaker: "Bea", text: "*does not answer in time*", type: "human" };

/** Gives Bea the first turn, whatever the mode, and runs until the graph asks her. */
async function untilAsked(mode: Mode, more: object = {}) {
  const running = compile(mode);
  await running.graph.store?.put(["rostrum", "interjections", "talk"], "call", { control: { next: "Bea" } });
  const state = await running.graph.invoke(input(mode, more), threadConfig);
  return { ...running, state };
}

describe.each(allModes)("a person with a deadline in %s mode", (mode) => {
  it("sees the deadline, which stays the same when the run resumes", async () => {
    const { graph, time, state } = await untilAsked(mode);
    expect(waitingIn(state)).toMatchObject([{ value: { participant: "Bea", deadline } }]);
    expect(waitingIn(state)[0]?.value?.action_requests[0].description).toContain("Answer by 2031-05-04 12:01:00 UTC.");
    time.passed = minute - 1;
    expect(waitingIn(await graph.invoke(null, threadConfig))).toMatchObject([
      { value: { participant: "Bea", deadline } },
    ]);
    const again = await graph.invoke(resume(7), threadConfig);
    expect(waitingIn(again)).toMatchObject([{ value: { problem: "not-a-text", deadline } }]);
    const { lines } = callContextOf(await graph.invoke(resume("In time."), threadConfig));
    expect(lines).toContainEqual({ speaker: "Bea", text: "In time.", type: "human" });
    expect(lines).not.toContainEqual(missed);
  });

  it("misses the turn if the run resumes after the deadline", async () => {
    const { graph, time, state } = await untilAsked(mode);
    time.passed = minute;
    const after = await graph.invoke(null, threadConfig);
    expect(after.turn).toBeGreaterThan(state.turn);
    expect(callContextOf(after).lines).toContainEqual(missed);
    expect(after.interjections).toEqual([]);
    expect(after.decisions[0]).toMatchObject({ turn: 1, speaker: "Bea" });
    const warning = { turn: 0, purpose: "speech", participant: "Bea", reason: "no answer within 60 seconds" };
    expect(after.warnings).toContainEqual(warning);
  });

  it("has a late answer delivered as an interjection", async () => {
    const { graph, time } = await untilAsked(mode);
    time.passed = minute;
    const after = await graph.invoke(resume({ text: "Dov, wait for me!" }), threadConfig);
    const { lines } = callContextOf(after);
    const at = lines.findIndex(({ text }) => text === missed.text);
    expect(lines[at + 1]).toEqual({ speaker: "Bea", text: "Dov, wait for me!", type: "human" });
    expect(after.interjections).toMatchObject([{ from: "Bea", to: "Dov", turn: 1, problem: null }]);
    expect(after.decisions[1]).toMatchObject({ turn: 2, speaker: "Dov", rule: "spoken-to" });
  });

  it("ends the conversation with a late answer if `onHumanTimeout` is `stop`", async () => {
    const { graph, time } = await untilAsked(mode, { onHumanTimeout: "stop" });
    time.passed = minute;
    const after = await graph.invoke(resume({ text: "Wait!" }), threadConfig);
    expect(after.stopReason).toEqual({ kind: "late", turn: 1, participant: "Bea", limitMs: minute });
    expect(callContextOf(after).lines.slice(-2)).toEqual([missed, { ...missed, text: "Wait!" }]);
    expect(waitingIn(after)).toEqual([]);
  });
});

describe("a late person", () => {
  it("is heard even if an unusable answer came in time, and with a line of any allowed length", async () => {
    const { graph, time } = await untilAsked("round-robin");
    await graph.invoke(resume(7), threadConfig);
    time.passed = minute;
    const text = "x".repeat(longestLine);
    const { interjections } = await graph.invoke(resume(text), threadConfig);
    expect(interjections).toMatchObject([{ from: "Bea", text, problem: null }]);
  });

  it("ends the meeting without a decision if the late person is the decider", async () => {
    const { graph, time } = compile("group-chat");
    const stages = [{ task: "decide", speakers: ["Bea"] }];
    await graph.invoke(input("group-chat", { stages }), threadConfig);
    time.passed = minute;
    const after = (await graph.invoke(null, threadConfig)) as unknown as { stopReason: object; finalDecision: unknown };
    expect(after).toMatchObject({ stopReason: { kind: "late", participant: "Bea" }, finalDecision: null });
  });

  it("makes a supervisor's task fail, and the result gives the reason", async () => {
    const { graph, time } = compile("supervisor");
    await graph.invoke(
      input("supervisor", { participants: peopleInput("supervisor", ["Ann"]).participants }),
      threadConfig,
    );
    time.passed = minute;
    const { results } = (await graph.invoke(null, threadConfig)) as unknown as { results: object[] };
    expect(results[0]).toMatchObject({ worker: "Ann", outcome: "failed", reason: "no answer within 60 seconds" });
  });

  it("does not affect others who speak in the same round", async () => {
    const { graph, time } = compile("group-chat");
    const stages = [{ task: "discuss", order: "together", speakers: ["Ann", "Bea"], maxRounds: 1 }, { task: "decide" }];
    const { participants } = peopleInput("group-chat", ["Ann", "Bea"]);
    const state = await graph.invoke(input("group-chat", { stages, participants }), threadConfig);
    const ann = waitingIn(state).find(({ value }) => value?.participant === "Ann");
    const half = await graph.invoke(resume({ [ann?.id ?? ""]: { text: "I am here." } }), threadConfig);
    expect(waitingIn(half)).toMatchObject([{ value: { participant: "Bea" } }]);
    time.passed = minute;
    const after = await graph.invoke(null, threadConfig);
    expect(callContextOf(after).lines.slice(1, 3)).toEqual([{ ...missed, speaker: "Ann", text: "I am here." }, missed]);
    expect(after.stopReason).toMatchObject({ kind: "stages" });
  });

  it("misses the turn if another process resumes after the deadline", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rostrum-late-"));
    const run = async (passed: number) => {
      const script = compiled("test/support/late-process.ts");
      const { stdout } = await promisify(execFile)(process.execPath, [script, join(folder, "talk.db"), String(passed)]);
      return JSON.parse(stdout);
    };
    expect(await run(0)).toMatchObject({ waiting: [deadline], lines: ["Ann"] });
    expect(await run(minute - 1)).toMatchObject({ waiting: [deadline], lines: ["Ann"] });
    expect(await run(minute)).toEqual({ waiting: [], lines: ["Ann", "Bea", "Cid"], ended: "turns" });
    await rm(folder, { recursive: true });
  });
});
