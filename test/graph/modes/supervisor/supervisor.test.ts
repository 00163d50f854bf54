import { describe, expect, it } from "@jest/globals";
import { MemorySaver } from "@langchain/langgraph";
import { placeOf } from "../../../../src/core/text/message.js";
import { createSupervisor, type SupervisorOptions } from "../../../../src/graph/modes/supervisor/supervisor.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../../../src/offline/scripted-model.js";
import { castOf, fixedClock } from "../../../support/conversation.js";

const participants = castOf("Ann", "Bea", "Cy");
const input = { topic: "What would a night ferry cost?", participants, seed: 1, supervisor: { name: "Vesna" } };
const task = (worker: unknown, text: unknown, after: unknown = []) => ({ worker, task: text, after });
const planOf = (...tasks: readonly object[]) => JSON.stringify({ tasks });
const compile = (options: SupervisorOptions) => createSupervisor({ clock: fixedClock, ...options }).compile();

function team(
  plans: readonly ScriptedReply[],
  work: (call: ScriptedCall) => ScriptedReply = ({ participant, index }) => `${participant} reports ${index + 1}.`,
) {
  return new ScriptedModel((call): ScriptedReply => {
    if (call.purpose === "plan") return plans[call.index] ?? new Error("asked too often");
    return call.purpose === "sum-up" ? "So much for that." : work(call);
  });
}

const requestOf = ({ messages }: ScriptedCall) => messages[1]?.text.split("\n</conversation>").at(-1) ?? "";
const callsOf = (model: ScriptedModel) => model.calls.map(({ purpose, participant }) => `${purpose}:${participant}`);
/** Returns an error after which Rostrum does not send the same prompt again. */
const broken = () =>
  Object.assign(new Error("context length exceeded"), { status: 400, code: "context_length_exceeded" });

describe("a plan", () => {
  const plan = planOf(task(1, "Count the cars."), task(2, "Ask the crew."), task(3, "Add it up.", [1, 2]));

  it("is announced, executed concurrently where possible, and summarized", async () => {
    const model = team([plan]);
    const { messages, decisions, results, summary, stopReason, usage } = await compile({ model }).invoke(input);
    expect(callsOf(model)).toEqual(["plan:Vesna", "execute:Ann", "execute:Bea", "execute:Cy", "sum-up:Vesna"]);
    expect(model.maxConcurrentCalls).toBe(2);
    expect(messages.map(({ id, name, text }) => [id, name, text])).toEqual([
      ["opening", "Moderator", "What would a night ferry cost?"],
      ["plan-0", "Vesna", "1. Ann – Count the cars.\n2. Bea – Ask the crew.\n3. Cy – Add it up. (after 1, 2)"],
      ["turn-1", "Ann", "Ann reports 1."],
      ["turn-2", "Bea", "Bea reports 1."],
      ["turn-3", "Cy", "Cy reports 1."],
      ["closing-3", "Vesna", "So much for that."],
    ]);
    expect(messages.map((message) => placeOf(message)?.kind)).toEqual([
      ...["opening", "direction", "speech", "speech", "speech", "closing"],
    ]);
    expect(decisions.map(({ turn, rule, speaker, candidates }) => [turn, rule, speaker, candidates])).toEqual([
      [1, "assigned", "Ann", ["Ann"]],
      [2, "assigned", "Bea", ["Bea"]],
      [3, "assigned", "Cy", ["Cy"]],
    ]);
    expect(results.map(({ number, outcome, text }) => [number, outcome, text])).toEqual([
      [1, "done", "Ann reports 1."],
      [2, "done", "Bea reports 1."],
      [3, "done", "Cy reports 1."],
    ]);
    expect(summary).toBe("So much for that.");
    expect(stopReason).toEqual({ kind: "tasks", turn: 3, tasks: 3, done: 3 });
    expect(usage.map(({ purpose, calls }) => [purpose, calls])).toEqual([
      ["plan", 1],
      ["execute", 1],
      ["execute", 1],
      ["execute", 1],
      ["sum-up", 1],
    ]);
  });

  it("shows a worker only its task and the results that it needs", async () => {
    const model = team([plan]);
    await compile({ model }).invoke(input);
    const [ann, , cy] = model.calls.filter(({ purpose }) => purpose === "execute").map(requestOf);
    expect(ann).toContain("  Count the cars.");
    expect(ann).not.toMatch(/Add it up|builds on/);
    expect(cy).toMatch(
      /builds on them:\nTask 1, done by Ann:\n {2}Count the cars\.\nResult:\n {2}Ann reports 1\.\nTask 2/,
    );
  });

  it("may give one worker several concurrent tasks, and is cut to `maxTurns` tasks", async () => {
    const model = team([planOf(task(1, "One."), task(1, "Two."), task(2, "Three."))]);
    const { results, stopReason } = await compile({ model }).invoke({ ...input, maxTurns: 2 });
    expect(results.map(({ worker, task: text }) => [worker, text])).toEqual([
      ["Ann", "One."],
      ["Ann", "Two."],
    ]);
    expect(stopReason).toMatchObject({ tasks: 2, done: 2 });
  });

  it.each([
    ["no JSON", "I would begin with the cars."],
    ["no tasks", planOf()],
    ["a worker that does not exist", planOf(task(4, "Count."))],
    ["an empty task", planOf(task(1, " "))],
    ["a task that depends on itself (`after` is a number)", planOf(task(1, "Count.", 1))],
    ["a task whose `after` is unreadable", planOf(task(1, "Count."), task(2, "Add.", "all of them"))],
    ["a task that depends on itself (`after` is a list)", planOf(task(1, "Count.", [1]))],
    ["a task that depends on a later one", planOf(task(1, "One.", [2]), task(2, "Two."))],
  ])("is requested once more if it has %s", async (_what, bad) => {
    const model = team([bad, planOf(task("1", "Count."))]);
    const { results } = await compile({ model }).invoke(input);
    expect(results).toHaveLength(1);
    const again = model.calls.filter(({ purpose }) => purpose === "plan")[1];
    expect(again?.messages.at(-1)?.text).toMatch(/not a plan.+worker \(a number from 1 to 3\)/);
  });

  it("fails the run after two unreadable answers, and the resumed run requests it again", async () => {
    const model = team(["?", "??", plan]);
    const graph = createSupervisor({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    await expect(graph.invoke(input, config)).rejects.toMatchObject({
      code: "unreadable-answer",
      details: { purpose: "plan", participant: "Vesna" },
    });
    expect((await graph.invoke(null, config)).results).toHaveLength(3);
  });
});

describe("a failed task", () => {
  it("causes only its dependents to be skipped, and the summary prompt lists the failed and skipped tasks", async () => {
    const plan = planOf(
      task(1, "Count the cars."),
      task(2, "Ask the crew."),
      task(3, "Add it up.", [1, 2]),
      task(2, "Write it down.", [3]),
      task(3, "Find a name."),
    );
    const model = team([plan], ({ participant, index }) =>
      participant === "Ann" ? broken() : `${participant} reports ${index + 1}.`,
    );
    const { results, stopReason, messages, usage } = await compile({ model }).invoke(input);
    expect(results.toSorted((left, right) => left.number - right.number).map(({ outcome }) => outcome)).toEqual([
      ...["failed", "done", "skipped", "skipped", "done"],
    ]);
    expect(stopReason).toMatchObject({ kind: "tasks", tasks: 5, done: 2 });
    const request = requestOf(model.calls.at(-1) as ScriptedCall);
    expect(request).toContain("  Ann's task 1 failed: Count the cars. (");
    expect(request).toContain("  Cy's task 3 was not started, because it needs #1: Add it up.");
    expect(request).toContain("  Bea's task 4 was not started, because it needs #3: Write it down.");
    expect(messages.map(({ name }) => name)).toEqual(["Moderator", "Vesna", "Bea", "Cy", "Vesna"]);
    expect(usage.find(({ participant }) => participant === "Ann")?.calls).toBeGreaterThan(0);
  });

  it("does not end the run, even if all tasks fail", async () => {
    const model = team([planOf(task(1, "One."), task(2, "Two."))], broken);
    const { stopReason, summary } = await compile({ model }).invoke(input);
    expect(stopReason).toMatchObject({ tasks: 2, done: 0 });
    expect(summary).toBe("So much for that.");
  });

  it("fails the run if access is denied, because other tasks would fail too", async () => {
    let denied = true;
    const model = team([planOf(task(1, "One."), task(2, "Two."))], ({ participant }) =>
      denied && participant === "Bea"
        ? Object.assign(new Error("no access"), { status: 401 })
        : `${participant} reports.`,
    );
    const graph = createSupervisor({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t" } };
    await expect(graph.invoke(input, config)).rejects.toMatchObject({ code: "model-call-failed" });
    denied = false;
    const { results } = await graph.invoke(null, config);
    expect(results.map(({ worker, outcome }) => [worker, outcome])).toEqual([
      ["Ann", "done"],
      ["Bea", "done"],
    ]);
    expect(
      model.calls.filter(({ participant, purpose }) => participant === "Ann" && purpose === "execute"),
    ).toHaveLength(1);
  });
});

it("makes a new plan on a thread that has ended", async () => {
  const plan = planOf(task(1, "One."));
  const model = team([plan, planOf(task(2, "Two."))]);
  const graph = createSupervisor({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  await graph.invoke(input, config);
  const { messages, decisions, stopReason } = await graph.invoke({ topic: "And what would it bring?" }, config);
  expect(decisions.map(({ speaker }) => speaker)).toEqual(["Ann", "Bea"]);
  expect(stopReason).toMatchObject({ tasks: 1, done: 1 });
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
});

it("rejects a supervisor with the name of a worker", async () => {
  const refused = compile({ model: team([]) }).invoke({ ...input, supervisor: { name: "Bea" } });
  await expect(refused).rejects.toMatchObject({ details: { problems: [{ field: "supervisor.name" }] } });
});
