import { maySpeak } from "../../../core/state/participant.js";
import type { TaskInPlan } from "../../../records/request.js";
import type { StopReason } from "../../../records/stop-reason.js";
import type { PlannedTask, PlanProblem, PlanRecord, RejectedPlan } from "../../../records/task.js";
import { isFailedAlone } from "../../models/call-failure.js";
import { askAgain } from "../../models/compose.js";
import { answerSchema, objectSchema } from "../../models/structured-output.js";
import { callFor, personalScene, promptsFor } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import { directionSlot, sayAloud } from "../../steps/speaking/speech.js";
import { abandon, planDone, progressOf } from "./end-work.js";
import { recordPlan, supervisorOf, taskFields } from "./plan.js";
import {
  doneTasks,
  handoversOf,
  isOfAttempt,
  openTasks,
  plansOf,
  resultsOf,
  tasksLeft,
  tasksOf,
  versionOf,
} from "./progress.js";
import { type ReplanReading, readReplan } from "./read-replan.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

const maxAttempts = 2;

type Decided = Exclude<ReplanReading, { readonly problem: unknown }>;

interface Look {
  readonly decided: Decided | undefined;
  readonly rejected: readonly RejectedPlan[];
}

function replanSchema(workers: number, mostTasks: number) {
  const { worker, task } = taskFields(workers);
  const number = { type: "integer", description: "The task's number; for a new task, the next free number." };
  const needed = {
    type: "array",
    items: { type: "integer" },
    description: "The numbers of the tasks whose results this task needs.",
  };
  const remark = { type: "string", description: "What should be different from the last time. Empty if nothing." };
  return answerSchema({
    reason: { type: "string", description: "Why, in one sentence." },
    decision: { type: "string", enum: ["continue", "change", "end"] },
    tasks: {
      type: "array",
      items: objectSchema({ number, worker, task, after: needed, remark }),
      description: `All tasks that are still to be done, at most ${mostTasks}. Empty unless the plan changes.`,
    },
  });
}

function tasksInPlan(state: SupervisorConversation): TaskInPlan[] {
  const results = resultsOf(state);
  return tasksOf(state).map((task): TaskInPlan => {
    const result = results.find((each) => isOfAttempt(each, task));
    if (!result || result.outcome === "handed-over") return { ...task, outcome: "open", reason: "" };
    return { ...task, worker: result.worker, outcome: result.outcome, reason: result.reason };
  });
}

/**
 * The highest task number in any version of this run's plan. The number of a dropped task counts too, so that no new
 * task gets it.
 */
const highestOf = (state: SupervisorConversation): number =>
  Math.max(0, ...plansOf(state).flatMap(({ tasks }) => tasks.map(({ number }) => number)));

/**
 * Asks the supervisor whether to change the plan. If the call fails, the plan stays as it is. A rejected key or an
 * account without credit fails the run instead.
 */
async function look(state: SupervisorConversation, step: StepContext): Promise<Look> {
  const cast = state.participants.filter(maySpeak);
  const tasks = tasksInPlan(state);
  const mostTasks = Math.min(state.maxTurns, tasksLeft(state));
  const limits = { version: versionOf(state), mostPlans: state.maxPlans, mostTasks };
  const scene = { ...personalScene(state, supervisorOf(state), state.turn), cast };
  const request = { ...scene, ...limits, purpose: "replan", tasks } as const;
  const { replanAgain } = promptsFor(step, state);
  const open = openTasks(state).filter((task) => handoversOf(state, task).length === 0);
  const untouched = new Set(open.map(({ number }) => number));
  const workers = cast.map(({ name }) => name);
  const plan = { tasks: state.tasks, highest: highestOf(state), done: doneTasks(state), untouched, workers, mostTasks };
  const schema = replanSchema(workers.length, mostTasks);
  const question = callFor(step, state, request);
  const rejected: (RejectedPlan & { readonly problem: PlanProblem })[] = [];
  try {
    while (rejected.length < maxAttempts) {
      const call = askAgain(question, rejected, ({ problem }) => replanAgain(request, problem));
      const { text: answer, isTooLong } = await step.services.caller.structured(call, schema, step.call);
      const reading: ReplanReading = isTooLong ? { problem: "too-long" } : readReplan(answer, plan);
      if (!("problem" in reading)) return { decided: reading, rejected };
      rejected.push({ answer, problem: reading.problem });
    }
  } catch (error) {
    if (step.signal.aborted || !isFailedAlone(error)) throw error;
    return { decided: undefined, rejected: [...rejected, { answer: "", problem: "call-failed" }] };
  }
  return { decided: undefined, rejected };
}

/**
 * Returns the same text for plans that differ only in the order and the numbers of their tasks, or in case, spacing or
 * punctuation.
 */
function contentOf(tasks: readonly PlannedTask[], all: readonly PlannedTask[]): string {
  const textOf = (number: number) => [...tasks, ...all].find((task) => task.number === number)?.task;
  const key = (text = "") =>
    text
      .toLowerCase()
      .replace(/[\p{P}\s]+/gu, " ")
      .trim();
  const lines = tasks.map(({ worker, task, after, remark }) => [worker, task, remark, ...after.map(textOf)].map(key));
  return JSON.stringify(lines.map((line) => JSON.stringify(line)).sort());
}

function findObstacle(state: SupervisorConversation, tasks: readonly PlannedTask[]): StopReason | undefined {
  const content = contentOf(tasks, state.tasks);
  const same = plansOf(state).filter(
    (plan) => (plan.outcome === "made" || plan.outcome === "changed") && contentOf(plan.tasks, state.tasks) === content,
  );
  if (same.length >= 2) {
    const versions = same.map((plan) => plan.version);
    return { kind: "same-plan", versions, plan: tasks.map(({ task }) => task), ...progressOf(state) };
  }
  if (versionOf(state) < state.maxPlans) return undefined;
  return { kind: "plan-limit", limited: "plans", limit: state.maxPlans, ...progressOf(state) };
}

function endWork(state: SupervisorConversation, stopReason: StopReason, step: StepContext): SupervisorUpdate {
  const results = abandon(state, stopReason.kind, step);
  for (const result of results) step.emit({ type: "task", turn: state.turn, result });
  return { results, stopReason };
}

export async function replan(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
  const { turn } = state;
  const open = openTasks(state);
  const { decided, rejected } = await look(state, step);
  const reason = decided?.reason ?? "";
  const record = (outcome: PlanRecord["outcome"], tasks: readonly PlannedTask[]) => {
    const version = versionOf(state) + (outcome === "changed" ? 1 : 0);
    return recordPlan(state, { version, outcome, reason, tasks, rejected }, step);
  };
  const closed = state.tasks.filter((task) => !open.some(({ number }) => number === task.number));
  if (decided?.decision === "end") {
    const after = { ...state, tasks: closed };
    const stopReason: StopReason =
      open.length === 0 ? planDone(state) : { kind: "enough", reason, ...progressOf(after) };
    return { plans: [record("ended", [])], tasks: closed, stopReason };
  }
  const isChange =
    decided?.decision === "change" && contentOf(decided.tasks, state.tasks) !== contentOf(open, state.tasks);
  if (!isChange) {
    const plans = [record(decided ? "kept" : "unreadable", open)];
    return { plans, ...(open.length === 0 && { stopReason: planDone(state) }) };
  }
  const { tasks } = decided;
  const obstacle = findObstacle(state, tasks);
  if (obstacle) return { plans: [record("refused", tasks)], ...endWork(state, obstacle, step) };
  const plans = [record("changed", tasks)];
  const isPlanned = ({ number }: PlannedTask) => tasks.some((task) => task.number === number);
  const dropped = open.filter((task) => !isPlanned(task)).map(({ number }) => number);
  const slot = { ...directionSlot(supervisorOf(state).name, turn + 1), id: `plan-${turn}` };
  const text = promptsFor(step, state).announceReplan(reason, tasks, dropped);
  const all = [...closed.filter((task) => !isPlanned(task)), ...tasks].sort(
    (left, right) => left.number - right.number,
  );
  return { plans, tasks: all, messages: [await sayAloud(state, slot, text, step)] };
}
