/** The history is made from a saved state alone. As the state grows, it only grows, whatever happens to the conversation. */
import { describe, expect } from "@jest/globals";
import { Command, InMemoryStore } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { courseOf, type HistoryState } from "../../src/conversations/history.js";
import { openCheckpointer } from "../../src/storage/open.js";
import { type ScriptedCall, ScriptedModel } from "../../src/testing/index.js";
import { placeOf } from "../../src/text/message.js";
import { control } from "../../src/thread/control.js";
import { interject } from "../../src/thread/interject.js";
import { allModes, compileMode, fourNames, inputFor, type Mode } from "../support/any-mode.js";
import { threadConfig, waitingIn } from "../support/person-talk.js";
import { plainAnswer } from "../support/plain-answers.js";
import { itHolds } from "../support/property.js";

/** What happens during one model call, or in place of its answer. */
const incidents = [
  "none",
  "none",
  "none",
  "listener",
  "hand",
  "interrupt",
  "hand now",
  "control",
  "fail",
  "odd answer",
] as const;

interface Plan {
  readonly incidents: readonly (typeof incidents)[number][];
  readonly people: readonly string[];
  readonly maxTurns: number;
  readonly rounds: readonly ("same topic" | "new topic")[];
  readonly calls: number | undefined;
  readonly settings: object;
}

const settingsOf: Readonly<Record<Mode, readonly object[]>> = {
  bidding: [{}, { bidding: { runnerUp: true } }, { bidding: { pass: "single" } }],
  director: [{}, { director: { calls: "one", probability: 0.3, minTurns: 0 } }],
  "group-chat": [
    {},
    { stages: [{ task: "discuss", order: "together", maxRounds: 3 }, { task: "decide" }] },
    { stages: [{ task: "discuss", order: "bidding", minRounds: 2, maxRounds: 2 }, { task: "summarize" }] },
  ],
};

const planFor = (mode: Mode) =>
  fc.record<Plan>({
    incidents: fc.array(fc.constantFrom(...incidents), { minLength: 1, maxLength: 20 }),
    people: fc.constantFrom<readonly string[]>([], ["Bea"], ["Bea", "Dov"]),
    maxTurns: fc.integer({ min: 1, max: 5 }),
    rounds: fc.array(fc.constantFrom("same topic", "new topic"), { maxLength: 2 }),
    calls: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    settings: fc.constantFrom(...(settingsOf[mode] ?? [{}])),
  });

/** Runs a conversation as planned, and returns every state that was saved, in order. */
async function savedStates(mode: Mode, plan: Plan): Promise<HistoryState[]> {
  const states: HistoryState[] = [];
  const saver = await openCheckpointer("memory");
  const put = saver.put.bind(saver);
  saver.put = async (...saving: Parameters<BaseCheckpointSaver["put"]>) => {
    const saved = await put(...saving);
    states.push(saving[1].channel_values as HistoryState);
    return saved;
  };
  let calls = 0;
  let cancel = new AbortController();
  let now: (() => Promise<unknown>) | undefined;
  const answer = async (call: ScriptedCall) => {
    const incident = plan.incidents[calls % plan.incidents.length];
    calls += 1;
    const say = (text: string, options: object = {}) => interject(graph, threadConfig, text, options);
    // Each run has to get somewhere.
    if (calls > 60) return plainAnswer(call);
    if (incident === "listener") await say(calls % 2 ? "Cid, and the fog?" : "And the fog?");
    if (incident === "hand") await say("", { from: "Bea", raisesHand: true });
    if (incident === "control") await control(graph, threadConfig, calls % 2 ? { next: "Cid" } : { mute: "Dov" });
    if (incident === "fail") return Object.assign(new Error("no such luck"), { status: 400 });
    if (incident === "interrupt" || incident === "hand now") {
      const hand = { from: "Bea", raisesHand: true };
      now = () => (incident === "interrupt" ? say("Stop!", { now: true }) : say("", { ...hand, now: true }));
      cancel.abort();
    }
    if (incident === "odd answer") return `${call.participant}: ${plainAnswer(call)}\nCid: I agree.`;
    return plainAnswer(call);
  };
  const graph = compileMode(
    mode,
    { model: new ScriptedModel(answer) },
    { checkpointer: saver, store: new InMemoryStore() },
  );
  const { people, maxTurns, settings, calls: budget } = plan;
  const participants = fourNames.map((name) => ({ name, human: people.includes(name) }));
  const more = { participants, maxTurns, ...(budget === undefined ? {} : { budget: { calls: budget } }), ...settings };
  const inputs = [
    inputFor(mode, more),
    ...plan.rounds.map((round) => (round === "same topic" ? {} : { topic: "And the ferry?" })),
  ];
  for (const first of inputs) {
    let input: unknown = first;
    for (let runs = 0; runs < 100; runs += 1) {
      cancel = new AbortController();
      const state = await graph
        .invoke(input as never, { ...threadConfig, signal: cancel.signal })
        .catch(() => undefined);
      if (now) await now();
      now = undefined;
      const waiting = state ? waitingIn(state) : [];
      const { next } = await graph.getState(threadConfig);
      if (next.length === 0) break;
      const resume = Object.fromEntries(waiting.map(({ id = "" }) => [id, { text: `My line in run ${runs}.` }]));
      input = waiting.length > 0 ? new Command({ resume }) : null;
    }
  }
  await saver.close();
  return states;
}

function checkGrowth(states: readonly HistoryState[]): void {
  let before: readonly string[] = [];
  for (const state of states) {
    const { numbered } = courseOf(state);
    const told = numbered.map((event) => JSON.stringify(event));
    const changed = before.findIndex((event, index) => event !== told[index]);
    if (changed >= 0) throw new Error(`event ${changed} was ${before[changed]} and is ${told[changed]}`);
    const sequences = numbered.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].sort((left, right) => left - right));
    before = told;
  }
}

/** At the end, everything is told, and told once. */
function checkWhole(state: HistoryState): void {
  const { numbered, underWay } = courseOf(state);
  const all = <Type extends (typeof numbered)[number]["type"]>(type: Type) =>
    numbered.filter((event): event is Extract<(typeof numbered)[number], { type: Type }> => event.type === type);
  const { messages = [], interjections = [], warnings = [], judgements = [], results = [], scenes = [] } = state;
  const idsOf = (kinds: readonly string[]) =>
    messages.filter((message) => kinds.includes(placeOf(message)?.kind ?? "")).map(({ id }) => id);
  expect(all("speech-end").map(({ message }) => message.id)).toEqual(idsOf(["speech", "direction", "closing"]));
  expect(all("opening")).toHaveLength(idsOf(["opening"]).length);
  expect(all("interjection").map(({ interjection }) => interjection)).toEqual(interjections);
  expect(all("control").map((event) => event.control)).toEqual(state.controls ?? []);
  expect(all("warning").map(({ warning }) => warning)).toEqual(warnings);
  expect(all("judgement").map(({ judgement }) => judgement)).toEqual(judgements);
  expect(all("task").map(({ result }) => result)).toEqual(results);
  expect(all("scene-set")).toHaveLength(scenes.length);
  const spoken = new Set(
    messages.flatMap((message) => (placeOf(message)?.kind === "speech" ? [placeOf(message)?.turn] : [])),
  );
  const failed = new Set(results.filter(({ outcome }) => outcome === "failed").map(({ turn }) => turn));
  const { turn: last = 0 } = state;
  const decided = all("decision").map(({ turn }) => turn);
  expect(decided).toEqual(
    state.decisions?.map(({ turn }) => turn).filter((turn) => spoken.has(turn) || (failed.has(turn) && turn <= last)),
  );
  expect(all("stopped").at(-1)?.reason).toEqual(state.stopReason);
  expect(underWay).toEqual([]);
}

describe.each(allModes)("%s", (mode) => {
  itHolds(
    "the history only grows, and holds everything in the end",
    fc.asyncProperty(planFor(mode), async (plan) => {
      const states = await savedStates(mode, plan);
      checkGrowth(states);
      const last = states.at(-1) as HistoryState;
      if (last.stopReason) checkWhole(last);
    }),
    20,
  );
});
