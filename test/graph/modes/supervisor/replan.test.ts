import { describe, expect, it } from "@jest/globals";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createBidding } from "../../../../src/graph/modes/bidding/bidding.js";
import { conversationAgent } from "../../../../src/graph/modes/conversation-agent.js";
import { createSupervisor, type SupervisorOptions } from "../../../../src/graph/modes/supervisor/supervisor.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import type { PlanRecord } from "../../../../src/records/task.js";
import { historyOf } from "../../../../src/talk/conversations/port/history.js";
import { explainDecision } from "../../../../src/talk/transcript/explain.js";
import { exportConversation, readExport } from "../../../../src/talk/transcript/json.js";
import { renderMarkdown } from "../../../../src/talk/transcript/markdown.js";
import { publicCopy } from "../../../../src/talk/transcript/public.js";
import { languages, locales } from "../../../../src/words/registry.js";
import { recordOf } from "../../../../stage/state/record.js";
import { castOf, fixedClock } from "../../../support/conversation.js";
import { threadConfig } from "../../../support/person-talk.js";
import { plainAnswer } from "../../../support/plain-answers.js";
import {
  broken,
  change,
  first,
  goOn,
  input,
  mended,
  next,
  planOf,
  type Script,
  scripted,
} from "../../../support/replanning.js";

function run(script: Script, options: SupervisorOptions = {}) {
  const model = scripted(script);
  const graph = createSupervisor({ model, clock: fixedClock, ...options }).compile();
  return graph.invoke({ ...input, ...script.settings }).then((state) => ({ ...state, model }));
}

type State = Awaited<ReturnType<typeof run>>;
const workOf = ({ results }: Pick<State, "results">) =>
  results.map(({ number, worker, outcome }) => `${number} ${worker} ${outcome}`);
const versionsOf = (plans: readonly PlanRecord[]) => plans.map(({ version, outcome }) => `${version} ${outcome}`);
const lastRequest = ({ model }: State, purpose: string) =>
  model.calls.findLast((call) => call.purpose === purpose)?.messages.at(-1)?.text ?? "";

describe.each(Object.entries(mended))("a first plan with %s", (_what, script) => {
  it("is corrected, and each version is recorded", async () => {
    const state = await run(script);
    expect(versionsOf(state.plans)).toEqual(script.plans);
    expect(workOf(state)).toEqual(script.done);
    expect(["tasks", "enough"]).toContain(state.stopReason?.kind);
    expect(state.summary).toBe("So much for that.");
    const events = historyOf(state).flatMap((event) => (event.type === "plan" ? [event.plan] : []));
    expect(events).toEqual(state.plans);
    const shown = recordOf(historyOf(state)).items.flatMap((item) => (item.kind === "plan" ? [item.plan] : []));
    expect(shown).toEqual(state.plans.slice(1));
    const document = exportConversation("supervisor", state);
    expect(readExport(JSON.stringify(document)).plans).toEqual(state.plans);
    for (const { reason, outcome } of state.plans) {
      expect(renderMarkdown(document)).toContain(reason);
      // The supervisor announces why it changes a plan. Only the owner sees its other reasons.
      if (reason) expect(renderMarkdown(publicCopy(document)).includes(reason)).toBe(outcome === "changed");
    }
    expect(JSON.stringify(publicCopy(document).plans)).not.toMatch(/"(?:remark|reason)":"[^"]/);
  });

  const config = { configurable: { thread_id: "t" } };
  const given = { ...input, ...script.settings };
  const compile = (model: ScriptedModel) =>
    createSupervisor({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });

  it("is corrected in the same way whichever call fails, and no answer is requested twice", async () => {
    const whole = scripted(script);
    const expected = await compile(whole).invoke(given, config);
    for (let failing = 1; failing <= whole.calls.length; failing += 1) {
      let sent = 0;
      const graph = compile(
        scripted(script, () => {
          sent += 1;
          return sent === failing;
        }),
      );
      await expect(graph.invoke(given, config)).rejects.toMatchObject({ code: "model-call-failed" });
      const state = await graph.invoke(null, config);
      expect(state.results).toEqual(expected.results);
      expect(state.plans).toEqual(expected.plans);
      expect(state.messages.map(({ id, text }) => [id, text])).toEqual(
        expected.messages.map(({ id, text }) => [id, text]),
      );
      expect(sent).toBe(whole.calls.length + 1);
    }
  });

  it("only adds events to the history from checkpoint to checkpoint", async () => {
    const graph = compile(scripted(script));
    const course = historyOf(await graph.invoke(given, config));
    for await (const { values } of graph.getStateHistory(config)) {
      const known = historyOf(values);
      expect(known).toEqual(course.slice(0, known.length));
    }
  });
});

it("the explanation of a repeated task includes the attempt and the supervisor's remark", async () => {
  const state = await run(mended["a result that is too thin"] as Script);
  for (const language of languages) {
    const document = { ...exportConversation("supervisor", state), language };
    const { explain } = locales[language].transcript;
    const [first, second] = document.decisions.map((decision) => explainDecision(decision, document).join(" "));
    expect(first).not.toContain(explain.attempt(1));
    expect(second).toContain(`${explain.attempt(2)}${language === "en" ? " " : ""}${explain.remark("Give a figure.")}`);
  }
});

it("checks no results by default, and records no plans", async () => {
  const script = { settings: {}, plan: planOf(first(1, "Count the cars.")), looks: [] };
  const { model, plans } = await run(script);
  expect(model.calls.map(({ purpose }) => purpose)).toEqual(["plan", "execute", "sum-up"]);
  expect(plans).toEqual([]);
  expect(lastRequest(await run(script), "execute")).not.toMatch(/hand it over|this time/);
});

it("with `on-failure`, checks results only after failures, and skips tasks that depend on a failed task", async () => {
  const state = await run({
    settings: { replan: "on-failure" },
    plan: planOf(first(1, "Count the cars."), first(2, "Ask the crew."), first(3, "Add it up.", [1])),
    looks: [goOn("The crew matters more.")],
    work: (participant) => (participant === "Ann" ? broken() : undefined),
  });
  expect(workOf(state)).toEqual(["1 Ann failed", "2 Bea done", "3 Cy skipped"]);
  expect(state.stopReason).toEqual({ kind: "tasks", turn: 2, tasks: 3, done: 1 });
  const page = renderMarkdown(exportConversation("supervisor", state));
  expect(page).toMatch(/The crew matters more\.<\/sub>\s+### Closing/);
});

describe("an answer about the plan", () => {
  const plan = planOf(first(1, "Count the cars."), first(2, "Ask the crew.", [1]));
  const settings = { replan: "after-each" };

  it.each([
    ["no-decision", "Let me think."],
    ["no-tasks", change("Hm.")],
    ["unknown-worker", change("Hm.", next(2, 4, "Ask the crew."))],
    ["no-text", change("Hm.", next(2, 2, " "))],
    ["unknown-task", change("Hm.", next(2, 2, "Ask the crew.", [7]))],
    ["same-number", change("Hm.", next(2, 2, "Ask the crew."), next(2, 3, "Ask the cook."))],
    ["cycle", change("Hm.", next(2, 2, "Ask the crew.", [3]), next(3, 3, "Ask the cook.", [2]))],
    ["too-many-tasks", change("Hm.", ...[2, 3, 4].map((number) => next(number, 1, `Do ${number}.`)))],
  ])("is requested once more, with the required form, if it has the problem %s", async (problem, bad) => {
    const state = await run({ settings: { ...settings, maxTurns: 2 }, plan, looks: [bad, goOn(), goOn()] });
    expect(state.plans[1]).toMatchObject({ outcome: "kept", rejected: [{ answer: bad, problem }] });
    const again = state.model.calls.filter(({ purpose }) => purpose === "replan")[1]?.messages;
    expect(again?.at(-2)?.text).toBe(bad);
    expect(again?.at(-1)?.text).toMatch(/Answer again in this form/);
    expect(workOf(state)).toEqual(["1 Ann done", "2 Bea done"]);
  });

  it("is recorded and leaves the plan unchanged if it is unreadable twice or the call fails", async () => {
    const state = await run({ settings, plan, looks: ["?", "??", broken()] });
    expect(versionsOf(state.plans)).toEqual(["1 made", "1 unreadable", "1 unreadable"]);
    expect(state.plans.map(({ rejected }) => rejected.map(({ problem }) => problem))).toEqual([
      [],
      ["no-decision", "no-decision"],
      ["call-failed"],
    ]);
    expect(state.stopReason).toMatchObject({ kind: "tasks", tasks: 2, done: 2 });
  });
});

it("a new plan may drop tasks, and does not give a dropped task's number to a new task", async () => {
  const state = await run({
    settings: { replan: "after-each" },
    plan: planOf(first(1, "Count the cars."), first(2, "Ask the crew.", [1]), first(3, "Ask again.", [2])),
    looks: [
      change("The crew is away.", next(9, 3, "Ask the owner.")),
      change("One more.", next(5, 2, "Write it down.", [4])),
      goOn(),
    ],
  });
  expect(workOf(state)).toEqual(["1 Ann done", "4 Cy done", "5 Bea done"]);
  expect(state.messages.find(({ id }) => id === "plan-1")?.text).toBe(
    "The crew is away.\n\n4. Cy – Ask the owner.\n\nNo longer needed: 2, 3.",
  );
  expect(state.stopReason).toMatchObject({ kind: "tasks", tasks: 3, done: 3 });
});

describe("a worker", () => {
  it("reads its earlier result and the supervisor's remark when it gets a task again", async () => {
    const state = await run(mended["a result that is too thin"] as Script);
    expect(lastRequest(state, "execute")).toMatch(
      /Ann has delivered this before:\n {2}Ann on “Count the cars\.”\nWhat should be different this time:\n {2}Give a figure\./,
    );
  });

  it("can hand a task over, but not to a colleague who has had it, and others build on the result", async () => {
    const state = await run({
      settings: { replan: "on-failure" },
      plan: planOf(first(1, "Count the cars."), first(3, "Add it up.", [1])),
      looks: [],
      work: (participant, task) =>
        participant === "Ann" && task.startsWith("Count") ? "<1> Bea has the counter." : undefined,
    });
    expect(workOf(state)).toEqual(["1 Ann handed-over", "1 Bea done", "2 Cy done"]);
    expect(state.results[0]).toMatchObject({ to: "Bea", text: "Bea has the counter." });
    const colleagues = state.model.calls.flatMap(({ request }) =>
      request.purpose === "execute" ? [request.colleagues?.map(({ name }) => name).join(" ")] : [],
    );
    expect(colleagues).toEqual(["Bea Cy", "Cy", "Ann Bea"]);
    expect(state.stopReason).toMatchObject({ kind: "tasks", tasks: 2, done: 2 });
  });

  it.each([
    ["hands a task over if its draft is approved", "", ["1 Ann handed-over", "1 Bea done"]],
    ["does a task if a person replaces the draft that would hand it over", "There are 40 cars.", ["1 Ann done"]],
  ])("%s", async (_what, text, work) => {
    const script = { plan: planOf(first(1, "Count the cars.")), looks: [goOn(), goOn()], settings: {} };
    const model = scripted({ ...script, work: (who) => (who === "Ann" ? "<1> Bea has the counter." : undefined) });
    const graph = createSupervisor({ model }).compile({ checkpointer: new MemorySaver() });
    const participants = [{ name: "Ann", approve: true }, ...castOf("Bea", "Cy")];
    await graph.invoke({ ...input, participants, replan: "after-each" }, threadConfig);
    const answer = new Command({ resume: { text } }) as unknown as null;
    expect(workOf(await graph.invoke(answer, threadConfig))).toEqual(work);
  });

  it("fails a task by handing it over to a number that no worker has", async () => {
    const state = await run({
      settings: { replan: "on-failure" },
      plan: planOf(first(1, "Count the cars.")),
      looks: [goOn()],
      work: () => "<7> Not me.",
    });
    expect(state.results[0]).toMatchObject({
      outcome: "failed",
      reason: "to hand the task over, the worker gave a number that no colleague has",
    });
  });
});

describe("the limits", () => {
  const plan = planOf(first(1, "Count the cars."), first(2, "Ask the crew.", [1]));
  const settings = { replan: "after-each" };

  it("end the work at the highest number of versions, and the reason is recorded", async () => {
    const looks = [1, 2, 3].map((round) =>
      change(`Change ${round}.`, next(2, 3, `Try ${round}.`, [1]), next(9, 1, "Do.")),
    );
    const state = await run({ settings: { ...settings, maxPlans: 2 }, plan, looks });
    expect(state.stopReason).toEqual({ kind: "plan-limit", limited: "plans", limit: 2, turn: 3, tasks: 3, done: 3 });
    expect(versionsOf(state.plans)).toEqual(["1 made", "2 changed", "2 refused"]);
  });

  it("end the work at the highest number of tasks, and the open tasks stay undone", async () => {
    const state = await run({ settings: { ...settings, maxTasks: 1 }, plan, looks: [] });
    expect(state.stopReason).toEqual({ kind: "plan-limit", limited: "tasks", limit: 1, turn: 1, tasks: 2, done: 1 });
    expect(workOf(state)).toEqual(["1 Ann done", "2 Bea failed"]);
  });

  it("end the work before the same plan is made a third time, and name the plan", async () => {
    const again = change("Once more.", next(1, 1, "Count the cars."));
    const state = await run({
      settings: { replan: "on-failure", maxPlans: 9 },
      plan: planOf(first(1, "Count the cars.")),
      looks: [again, again, again],
      work: broken,
    });
    expect(state.stopReason).toEqual({
      ...{ kind: "same-plan", versions: [1, 2], plan: ["Count the cars."] },
      ...{ turn: 2, tasks: 1, done: 0 },
    });
  });

  it("set by the budget leave enough for the summary", async () => {
    for (const calls of [3, 4, 5, 6, 7]) {
      const state = await run({ settings: { ...settings, budget: { calls } }, plan, looks: [goOn(), goOn()] });
      expect(state.usage.reduce((sum, row) => sum + row.calls, 0)).toBeLessThanOrEqual(calls);
      expect(state.summary).toBe("So much for that.");
    }
  });
});

it("makes a new plan on a thread whose run has ended, and checks only the new results", async () => {
  const script = mended["a missing task"] as Script;
  const model = scripted({ ...script, looks: [...script.looks, ...script.looks] });
  const graph = createSupervisor({ model, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: "t" } };
  await graph.invoke({ ...input, ...script.settings }, config);
  const state = await graph.invoke({ topic: "And what would it bring?" }, config);
  expect(versionsOf(state.plans)).toEqual(["1 made", "2 changed", "2 kept", "1 made", "2 changed", "2 kept"]);
  expect(state.stopReason).toMatchObject({ kind: "tasks", tasks: 2, done: 2 });
  const plans = historyOf(state).flatMap((event) => (event.type === "plan" ? [event.plan] : []));
  expect(plans).toEqual(state.plans);
});

describe("a whole conversation as a worker", () => {
  const script: Script = {
    settings: { replan: "after-each" },
    plan: planOf(first(2, "Decide on the fare."), first(3, "Write it down.", [1])),
    looks: [goOn(), goOn()],
  };
  const debaters = castOf("Dov", "Eli");

  it("is about the task, and its calls count toward the outer conversation's usage", async () => {
    const inner = new ScriptedModel(plainAnswer);
    const debate = createBidding({ model: inner, clock: fixedClock }).compile();
    const Bea = conversationAgent(debate, { participants: debaters, maxTurns: 2 });
    const state = await run(script, { agents: { Bea } });
    expect(workOf(state)).toEqual(["1 Bea done", "2 Cy done"]);
    expect(new Set(inner.calls.map(({ request }) => request.topic))).toEqual(new Set(["Decide on the fare."]));
    expect(state.results[0]?.text).toMatch(/^(Dov|Eli) speaks in turn 2\.$/);
    const calls = state.usage
      .filter(({ participant }) => participant === "Bea")
      .reduce((sum, row) => sum + row.calls, 0);
    expect(calls).toBe(inner.calls.length);
  });

  it("continues where it stopped after the run failed, if its graph has a checkpointer", async () => {
    let denied = true;
    const inner = new ScriptedModel((call) =>
      denied && call.turn === 2 ? Object.assign(new Error("no access"), { status: 401 }) : plainAnswer(call),
    );
    const debate = createBidding({ model: inner, clock: fixedClock }).compile({ checkpointer: new MemorySaver() });
    const Bea = conversationAgent(debate, { participants: debaters, maxTurns: 2 });
    const options = { model: scripted(script), clock: fixedClock, agents: { Bea } };
    const graph = createSupervisor(options).compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "t".repeat(200) } };
    await expect(graph.invoke({ ...input, ...script.settings }, config)).rejects.toThrow("no access");
    denied = false;
    const state = await graph.invoke(null, config);
    expect(workOf(state)).toEqual(["1 Bea done", "2 Cy done"]);
    expect(inner.calls.filter(({ turn, purpose }) => turn === 1 && purpose === "speech")).toHaveLength(1);
  });
});
