/** Asks the supervisor for a plan: the tasks, their workers and their order. The plan becomes a public message. */
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

/** The task fields that all plan schemas share. */
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
  return { messages: [message], tasks, ...recordFirst(state, tasks, step) };
}

/** Records the plan's first version if the plan can change. Otherwise `tasks` in the state is enough. */
function recordFirst(state: SupervisorConversation, tasks: PlannedTask[], step: StepContext) {
  const { turn, results } = state;
  if (!mayReplan(state)) return {};
  const made = { turn, version: 1, outcome: "made", reason: "", tasks, results: results.length, rejected: [] } as const;
  const plans: PlanRecord[] = [made];
  step.emit({ type: "plan", turn, plan: made });
  return { plans };
}

export const wholeNumber = (value: unknown): number | undefined => {
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
 * Reads a plan. Returns null if any task is unreadable, because leaving that task out would change the plan. Omits
 * tasks beyond `maxTasks`.
 */
export function readPlan(answer: string, workers: readonly string[], maxTasks: number): PlannedTask[] | null {
  const { tasks } = readObject(answer);
  if (!Array.isArray(tasks) || tasks.length === 0) return null;
  const plan = tasks.slice(0, maxTasks).map((task, index) => readTask(task, index + 1, workers));
  return plan.every((task) => task !== null) ? plan : null;
}

export const supervisorOf = ({ supervisor }: SupervisorConversation): Participant => asParticipant(supervisor);
