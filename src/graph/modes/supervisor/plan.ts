/** Asks the supervisor for a plan: the tasks, their workers and their order. The plan becomes a public message. */
import { isRecord, type Named } from "../../../base/is-record.js";
import { maySpeak, type Participant } from "../../../core/state/participant.js";
import { asParticipant } from "../../../core/state/scene.js";
import { readObject } from "../../../core/text/read-answer.js";
import type { PlannedTask, TaskResult } from "../../../records/task.js";
import { answerSchema, objectSchema } from "../../models/structured-output.js";
import { personalScene, promptsFor } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import { askForStructuredAnswer } from "../../steps/speaking/ask-for-structured-answer.js";
import { sayAloud } from "../../steps/speaking/speech.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

/**
 * Returns the results of this run's plan, in the plan's order. The state also contains the results of the thread's
 * earlier plans.
 */
export function resultsOf({ results, turnAtStart }: SupervisorConversation): TaskResult[] {
  return results.filter(({ turn }) => turn > turnAtStart).sort((left, right) => left.number - right.number);
}

export function openTasks(state: SupervisorConversation): PlannedTask[] {
  const closed = new Set(resultsOf(state).map(({ number }) => number));
  return state.tasks.filter(({ number }) => !closed.has(number));
}

/**
 * Returns the open tasks whose dependencies are all done, in the plan's order. These tasks are independent of each
 * other.
 */
export function readyTasks(state: SupervisorConversation): PlannedTask[] {
  const done = resultsOf(state).flatMap(({ outcome, number }) => (outcome === "done" ? [number] : []));
  return openTasks(state).filter(({ after }) => after.every((number) => done.includes(number)));
}

/** Returns `skipped` results for the open tasks that depend, directly or indirectly, on a failed task. */
export function skippedTasks(state: SupervisorConversation): TaskResult[] {
  const { turn } = state;
  const failed = new Set(resultsOf(state).flatMap(({ outcome, number }) => (outcome === "done" ? [] : [number])));
  return openTasks(state).flatMap((task) => {
    const missing = task.after.filter((number) => failed.has(number));
    if (missing.length === 0) return [];
    failed.add(task.number);
    const reason = missing.map((number) => `#${number}`).join(", ");
    return [{ ...task, turn, outcome: "skipped" as const, text: "", reason }];
  });
}

function planSchema(workers: number, maxTasks: number) {
  const task = objectSchema({
    worker: { type: "integer", description: `The worker's number, from 1 to ${workers}.` },
    task: { type: "string", description: "What is to be done, in one sentence." },
    after: {
      type: "array",
      items: { type: "integer" },
      description:
        "The numbers of the earlier tasks whose results this task needs. The first task is number 1. Empty if it needs none.",
    },
  });
  return answerSchema({ tasks: { type: "array", items: task, description: `At most ${maxTasks} tasks.` } });
}

export async function plan(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
  const self = supervisorOf(state);
  const { turn, maxTurns: mostTasks, participants } = state;
  const cast = participants.filter(maySpeak);
  const workers = cast.map(({ name }) => name);
  const request = { ...personalScene(state, self, turn), cast, purpose: "plan", mostTasks } as const;
  const read = (answer: string) => readPlan(answer, workers, mostTasks);
  const schema = planSchema(workers.length, mostTasks);
  const tasks = await askForStructuredAnswer(state, request, schema, read, step);
  const slot = { speaker: self.name, turn, kind: "direction", id: `plan-${turn}` } as const;
  const message = await sayAloud(state, slot, promptsFor(step, state).announcePlan(tasks), step);
  return { messages: [message], tasks };
}

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
};

function readTask(value: unknown, number: number, workers: readonly string[]): PlannedTask | null {
  const { worker: seat, task: given, after: needed } = isRecord(value) ? value : ({} as Named);
  const worker = workers[(wholeNumber(seat) ?? 0) - 1];
  const task = typeof given === "string" ? given.replace(/\s+/g, " ").trim() : "";
  const after = [needed ?? []].flat().map(wholeNumber);
  // A task can depend only on earlier tasks, so there are no circular dependencies.
  const isKnown = (each: number | undefined): each is number => each !== undefined && each >= 1 && each < number;
  if (worker === undefined || task === "" || !after.every(isKnown)) return null;
  return { number, worker, task, after: [...new Set(after)].sort((left, right) => left - right) };
}

/**
 * Reads a plan. Returns null if any task is unreadable, because the plan would be a different one without that task.
 * Omits tasks beyond `maxTasks`.
 */
export function readPlan(answer: string, workers: readonly string[], maxTasks: number): PlannedTask[] | null {
  const { tasks } = readObject(answer);
  if (!Array.isArray(tasks) || tasks.length === 0) return null;
  const plan = tasks.slice(0, maxTasks).map((task, index) => readTask(task, index + 1, workers));
  return plan.every((task) => task !== null) ? plan : null;
}

export const supervisorOf = ({ supervisor }: SupervisorConversation): Participant => asParticipant(supervisor);
