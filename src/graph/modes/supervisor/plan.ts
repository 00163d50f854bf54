import { isRecord, type Named } from "../../../base/is-record.js";
import { maySpeak, type Participant } from "../../../core/state/participant.js";
import { asParticipant } from "../../../core/state/scene.js";
import { readObject } from "../../../core/text/read-answer.js";
import type { PlannedTask, PlanRecord } from "../../../records/task.js";
import { answerSchema, objectSchema } from "../../models/structured-output.js";
import { personalScene, promptsFor } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import { askForStructuredAnswer } from "../../steps/speaking/ask-for-structured-answer.js";
import { sayAloud } from "../../steps/speaking/speech.js";
import { mayReplan } from "./progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

export const taskFields = (workers: number) =>
  ({
    worker: { type: "integer", description: `The worker's number, from 1 to ${workers}.` },
    task: { type: "string", description: "What is to be done, in one sentence." },
  }) as const;

function planSchema(workers: number, maxTasks: number) {
  const task = objectSchema({
    ...taskFields(workers),
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
  // A plan that cannot change is completely described by `tasks` in the state.
  const made = { version: 1, outcome: "made", reason: "", tasks, rejected: [] } as const;
  return { messages: [message], tasks, ...(mayReplan(state) && { plans: [recordPlan(state, made, step)] }) };
}

export function recordPlan(
  { turn, results }: SupervisorConversation,
  { rejected, ...made }: Omit<PlanRecord, "turn" | "results">,
  step: StepContext,
): PlanRecord {
  const plan = { turn, ...made, results: results.length, rejected };
  step.emit({ type: "plan", turn, plan });
  return plan;
}

export const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
};

/** The fields that tasks in first and in changed plans share. An unreadable worker is undefined. */
export function readFields(value: unknown, workers: readonly string[]) {
  const { worker: seat, task, after } = isRecord(value) ? value : ({} as Named);
  return {
    worker: workers[(wholeNumber(seat) ?? 0) - 1],
    task: typeof task === "string" ? task.replace(/\s+/g, " ").trim() : "",
    after: [after ?? []].flat().map(wholeNumber),
  };
}

export const inNumberOrder = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((left, right) => left - right);

function readTask(value: unknown, number: number, workers: readonly string[]): PlannedTask | null {
  const { worker, task, after } = readFields(value, workers);
  // A task can depend only on earlier tasks, so there are no circular dependencies.
  const isKnown = (each: number | undefined): each is number => each !== undefined && each >= 1 && each < number;
  if (worker === undefined || task === "" || !after.every(isKnown)) return null;
  return { number, worker, task, after: inNumberOrder(after) };
}

/**
 * Returns the plan's tasks, except those beyond `maxTasks`. If any of them is unreadable, returns null, because leaving
 * that task out would change the plan.
 */
export function readPlan(answer: string, workers: readonly string[], maxTasks: number): PlannedTask[] | null {
  const { tasks } = readObject(answer);
  if (!Array.isArray(tasks) || tasks.length === 0) return null;
  const plan = tasks.slice(0, maxTasks).map((task, index) => readTask(task, index + 1, workers));
  return plan.every((task) => task !== null) ? plan : null;
}

export const supervisorOf = ({ supervisor }: SupervisorConversation): Participant => asParticipant(supervisor);
