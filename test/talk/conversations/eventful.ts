import { HumanMessage } from "@langchain/core/messages";
import { Command, InMemoryStore } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import type { Control } from "../../../src/core/state/control-record.js";
import { RostrumError } from "../../../src/errors/rostrum-error.js";
import { type ScriptedCall, ScriptedModel } from "../../../src/offline/scripted-model.js";
import { control } from "../../../src/talk/conversations/delivery/control.js";
import { fork } from "../../../src/talk/conversations/delivery/fork.js";
import { interject } from "../../../src/talk/conversations/delivery/interject.js";
import type { HistoryState } from "../../../src/talk/conversations/port/history.js";
import { openCheckpointer } from "../../../src/talk/storage/open.js";
import { compileMode, fourNames, inputFor, type Mode } from "../../support/any-mode.js";
import { waitingIn } from "../../support/person-talk.js";
import { plainAnswer } from "../../support/plain-answers.js";

/** Incidents with `now` cancel the run, and deliver their message or control to the next run. */
const incidents = [
  "none",
  "none",
  "none",
  "listener",
  "listener now",
  "hand",
  "hand now",
  "chat now",
  "control",
  "control now",
  "fail",
  "odd answer",
  "time passes",
] as const;

const replies = [
  "line",
  "line",
  "pass",
  "too long",
  "rewrite",
  "late line",
  "time passes",
  "listener now",
  "chat",
  "nothing",
  "one of them",
] as const;

const controls: readonly Control[] = [
  { next: "Cid" },
  { mute: "Dov" },
  { unmute: "Dov" },
  { pause: true },
  { step: true },
  { add: { name: "Eve" } },
  { remove: "Bea" },
  { next: "Dov" },
  { mute: "Cid" },
  { remove: "Eve" },
];

const rounds = ["same topic", "new topic", "new cast", "chat", "fork"] as const;

interface Plan {
  readonly incidents: readonly (typeof incidents)[number][];
  readonly replies: readonly (typeof replies)[number][];
  readonly people: readonly string[];
  readonly approved: readonly string[];
  readonly varied: boolean;
  readonly maxTurns: number;
  readonly rounds: readonly (typeof rounds)[number][];
  readonly calls: number | undefined;
  readonly settings: object;
  readonly common: object;
}

const discussion = { task: "discuss", maxRounds: 3 };

const settingsOf: Readonly<Record<Mode, readonly object[]>> = {
  bidding: [
    { bidding: { runnerUp: true } },
    { bidding: { pass: "single", runnerUp: true } },
    { bidding: { speculative: true, runnerUp: true } },
    { bidding: { by: "panel" } },
    { bidding: { answer: "structured", reason: true } },
    { bidding: { runnerUp: true }, selection: { rule: "proportional-fair", repeat: "forbid" } },
    { selection: { rule: "lottery" }, stopping: { silence: { threshold: 9, turns: 1 } } },
    { selection: { addressed: true, longestSilence: 4 } },
    { selection: { rule: "round-robin" }, stopping: { probability: 0.3, agreement: { every: 1 } } },
  ],
  director: [
    { director: { calls: "one", probability: 0.3, minTurns: 0 } },
    { director: { calls: "one", probability: 0.3, ramp: 0.2, fallback: "random" } },
    { director: { probability: 0.5, minTurns: 0, repeat: "forbid", fallback: "least-recent" } },
    { director: { probability: 0 }, stopping: { agreement: { every: 1 } } },
  ],
  "group-chat": [
    { stages: [{ ...discussion, order: "together" }, { task: "decide" }] },
    { stages: [{ ...discussion, order: "bidding", minRounds: 2 }, { task: "summarize" }] },
    { stages: [{ task: "present" }, discussion, { task: "decide" }], stopping: { agreement: { every: 2 } } },
    { stages: [{ task: "summarize", speakers: ["Ann", "Bea"], order: "together" }, { task: "decide" }] },
    {
      stages: [
        { task: "discuss", order: "bidding", speakers: ["Ann", "Bea", "Cid"], maxRounds: 2 },
        { task: "discuss", name: "again", order: "together", speakers: ["Bea", "Cid", "Dov"], maxRounds: 2 },
        { task: "decide" },
      ],
      bidding: { by: "panel" },
    },
  ],
  "round-robin": [
    { stopping: { probability: 0.3, phrase: "turn 3" } },
    { stopping: { agreement: { every: 1 }, combine: "all", phrase: "speaks" } },
    { selection: { rule: "lottery", repeat: "forbid" } },
    { selection: { rule: "least-recent" }, stopping: { repetition: { share: 0.1 } } },
  ],
  supervisor: [{ stopping: { agreement: { every: 1 } } }, { stopping: { probability: 0.3 } }],
};

const commonSettings: readonly object[] = [
  {},
  {},
  { humanTimeoutMs: 60_000 },
  { humanTimeoutMs: 60_000, onHumanTimeout: "stop" },
  { prepare: true },
  { memory: { window: "summary", turns: 2 } },
  { budget: { tokens: 600 } },
  { budget: { seconds: 100 } },
];

export const planFor = (mode: Mode): fc.Arbitrary<Plan> =>
  fc.record<Plan>({
    incidents: fc.array(fc.constantFrom(...incidents), { minLength: 1, maxLength: 20 }),
    replies: fc.array(fc.constantFrom(...replies), { minLength: 1, maxLength: 8 }),
    people: fc.constantFrom<readonly string[]>([], ["Bea"], ["Bea", "Dov"]),
    approved: fc.constantFrom<readonly string[]>([], [], ["Ann"], ["Cid", "Dov"]),
    varied: fc.boolean(),
    maxTurns: fc.integer({ min: 1, max: 5 }),
    rounds: fc.array(fc.constantFrom(...rounds), { maxLength: 3 }),
    calls: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    settings: fc.constantFrom({}, ...(settingsOf[mode] ?? [])),
    common: fc.constantFrom(...commonSettings),
  });

/** Plans name only workers 1 and 2, because controls may leave only two participants who can speak. */
function answerTo(call: ScriptedCall, count: number, varied: boolean): string {
  const shift = varied ? count : 0;
  const task = (number: number) => ({ worker: ((number + shift) % 2) + 1, task: `Task ${number}.`, after: [] });
  if (call.purpose === "plan") return JSON.stringify({ tasks: [task(1), task(2), { ...task(3), after: [1] }] });
  if (!varied) return plainAnswer(call);
  switch (call.purpose) {
    case "bid":
      return `<${count % 10}>`;
    case "bid-and-speech":
      return `<${count % 10}> ${call.participant} says ${count}, and what do you say, Dov?`;
    case "bid-panel":
      return fourNames.map((name, index) => `${name}: <${(count + 3 * index) % 10}>`).join("\n");
    case "choose-speaker":
      return `<${(count % 4) + 1}>`;
    case "direct":
      return `Well said.\n<${(count % 4) + 1}>\nWhat do you think, Bea?`;
    case "judge-round":
      return JSON.stringify({ sufficient: count % 2 === 0, reason: "So.", open: ["The fog."] });
    case "judge-agreement":
      return JSON.stringify({ agreed: count % 4 === 0, on: "the bridge" });
    default:
      return plainAnswer(call);
  }
}

/** Returns each thread's saved states in the order of saving. */
export async function savedStates(mode: Mode, plan: Plan): Promise<ReadonlyMap<string, readonly HistoryState[]>> {
  const states = new Map<string, HistoryState[]>();
  const saver = await openCheckpointer("memory");
  const put = saver.put.bind(saver);
  saver.put = async (...saving: Parameters<BaseCheckpointSaver["put"]>) => {
    const saved = await put(...saving);
    const id: string = saving[0].configurable?.["thread_id"];
    states.set(id, [...(states.get(id) ?? []), saving[1].channel_values as HistoryState]);
    return saved;
  };
  let thread = { configurable: { thread_id: "talk" } };
  let seconds = 0;
  let calls = 0;
  let answered = 0;
  let cancel = new AbortController();
  /** Prepares the next run, and returns its input. */
  let next: (() => Promise<object | null>) | undefined;
  const say = (text: string, options: object = {}) => interject(graph, thread, text, options);
  const steer = (options: object = {}) => control(graph, thread, controls[calls % controls.length] as Control, options);
  const chat = (text: string) => ({ messages: [new HumanMessage({ content: text, id: `chat-${calls}-${answered}` })] });
  const hand = { from: "Bea", raisesHand: true };
  const now: Readonly<Record<string, () => Promise<unknown>>> = {
    "listener now": () => say("Stop!", { now: true }),
    "hand now": () => say("", { ...hand, now: true }),
    "control now": () => steer({ now: true }),
  };
  const answer = async (call: ScriptedCall) => {
    const incident = plan.incidents[calls % plan.incidents.length] ?? "none";
    calls += 1;
    const text = answerTo(call, calls, plan.varied);
    // After 40 calls there are no incidents, so that the conversation can end.
    if (calls > 40) return text;
    if (incident === "listener") await say(calls % 2 ? "Cid, and the fog?" : "And the fog?");
    if (incident === "hand") await say("", hand);
    if (incident === "control") await steer();
    if (incident === "fail") return Object.assign(new Error("no such luck"), { status: 400 });
    if (incident === "time passes") seconds += 61;
    if (incident.endsWith(" now")) {
      next = async () => {
        await now[incident]?.();
        return incident === "chat now" ? chat("Dov, what about the ferry?") : null;
      };
      cancel.abort();
    }
    return incident === "odd answer" ? `${call.participant}: ${text}\nCid: I agree.` : text;
  };
  const clock = () => new Date(Date.UTC(2031, 4, 4, 12) + 1000 * seconds);
  const model = new ScriptedModel(answer);
  const graph = compileMode(mode, { model, clock }, { checkpointer: saver, store: new InMemoryStore() });

  const reply = async (waiting: ReturnType<typeof waitingIn>, runs: number): Promise<object | null> => {
    const given = runs > 40 ? "line" : (plan.replies[answered % plan.replies.length] ?? "line");
    answered += 1;
    if (given === "late line" || given === "time passes") seconds += 61;
    if (given === "listener now") await now[given]?.();
    if (given === "chat") return chat("And the wind?");
    if (["nothing", "time passes", "listener now"].includes(given)) return null;
    const texts: Readonly<Record<string, string>> = { pass: "", "too long": "x".repeat(5000) };
    const line = given === "rewrite" ? { rewrite: "Shorter." } : { text: texts[given] ?? `My line in run ${runs}.` };
    const answering = given === "one of them" ? waiting.slice(0, 1) : waiting;
    return new Command({ resume: Object.fromEntries(answering.map(({ id = "" }) => [id, line])) });
  };
  const runThrough = async (first: object | null) => {
    let input = first;
    for (let runs = 0; ; runs += 1) {
      if (runs === 150) throw new Error("the conversation comes to no end");
      cancel = new AbortController();
      const config = { ...thread, signal: cancel.signal };
      const state = await graph.invoke(input as never, config).catch(() => undefined);
      const waiting = state ? waitingIn(state) : [];
      const planned = next;
      next = undefined;
      if (planned) input = await planned();
      // A message to an ended conversation starts another round.
      const { tasks } = await graph.getState(thread);
      if (tasks.length === 0 && !(planned && input)) return;
      if (!planned) input = waiting.length > 0 ? await reply(waiting, runs) : null;
    }
  };
  const branch = async (): Promise<boolean> => {
    const to = { configurable: { thread_id: `${thread.configurable.thread_id}+` } };
    try {
      await fork(graph, thread, to, { turn: calls % 4, changes: calls % 2 ? { seed: 5 } : {} });
    } catch (error) {
      if (RostrumError.isInstance(error)) return false;
      throw error;
    }
    thread = to;
    return true;
  };

  const { people, approved, maxTurns, settings, common, calls: limit } = plan;
  const castWith = (humans: readonly string[]) =>
    fourNames.map((name) => ({ name, human: humans.includes(name), approve: approved.includes(name) }));
  const budget = limit === undefined ? {} : { budget: { calls: limit } };
  await runThrough(inputFor(mode, { participants: castWith(people), maxTurns, ...budget, ...settings, ...common }));
  for (const round of plan.rounds) {
    if (round === "same topic") await runThrough({});
    if (round === "new topic") await runThrough({ topic: "And the ferry?" });
    // Passes the settings again, because lists in the saved settings may name an added participant, who is not in the
    // new cast.
    if (round === "new cast") await runThrough({ ...settings, participants: castWith(["Cid"]), maxTurns: 2 });
    if (round === "chat") await runThrough(chat("Bea, and the tunnel?"));
    if (round === "fork" && (await branch())) await runThrough(null);
  }
  await saver.close();
  return states;
}
