/** The supervisor plans: who does what, and what builds on what. The plan is public. */
import { remember } from "../../memory/remember.js";
import { answerForm, strictObject } from "../../models/answer-form.js";
import { asParticipant } from "../../state/opening.js";
import type { Participant } from "../../state/participant.js";
import type { PlannedTask } from "../../state/task.js";
import { askForForm } from "../../steps/ask-for-form.js";
import { sceneOf } from "../../steps/scene.js";
import { type ModeServices, promptsFor } from "../../steps/services.js";
import { sayAloud } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { readObject } from "../../text/read-object.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

function structuredPlan(workers: number, mostTasks: number) {
  const task = strictObject({
    worker: { type: "integer", description: `The worker's number, from 1 to ${workers}.` },
    task: { type: "string", description: "What is to be done, in one sentence." },
    after: {
      type: "array",
      items: { type: "integer" },
      description: "Numbers of earlier tasks of this plan, counted from 1, whose results it needs; else empty.",
    },
  });
  return answerForm({ tasks: { type: "array", items: task, description: `At most ${mostTasks} tasks.` } });
}

export function createPlan(services: ModeServices) {
  return async function plan(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
    const self = supervisorOf(state);
    const { turn, maxTurns: mostTasks, participants } = state;
    const workers = participants.map(({ name }) => name);
    const conversation = remember(state);
    const request = { ...sceneOf(state), purpose: "plan", self, turn, conversation, mostTasks } as const;
    const tasks = await askForForm<PlannedTask[]>(
      services,
      state,
      {
        request,
        schema: structuredPlan(workers.length, mostTasks),
        read: (answer) => readPlan(answer, workers, mostTasks),
      },
      step,
    );
    const slot = { speaker: self.name, turn, kind: "direction", id: `plan-${turn}` } as const;
    const message = await sayAloud(services, state, slot, promptsFor(services, state).announcePlan(tasks), step);
    return { messages: [message], tasks };
  };
}

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
};

function readTask(value: unknown, number: number, workers: readonly string[]): PlannedTask | null {
  const fields = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const worker = workers[(wholeNumber(fields["worker"]) ?? 0) - 1];
  const task = typeof fields["task"] === "string" ? fields["task"].replace(/\s+/g, " ").trim() : "";
  const given: unknown = fields["after"] ?? [];
  const after = (Array.isArray(given) ? given : [given]).map(wholeNumber);
  // Only what was planned before can come before: so no two tasks wait for each other.
  const isKnown = (each: number | undefined): each is number => each !== undefined && each >= 1 && each < number;
  if (worker === undefined || task === "" || !after.every(isKnown)) return null;
  return { number, worker, task, after: [...new Set(after)].sort((left, right) => left - right) };
}

/** The plan, or null where any of it cannot be read: half a plan would be another plan. What is over `mostTasks` is left out. */
export function readPlan(answer: string, workers: readonly string[], mostTasks: number): PlannedTask[] | null {
  const { tasks } = readObject(answer);
  if (!Array.isArray(tasks) || tasks.length === 0) return null;
  const plan = tasks.slice(0, mostTasks).map((task, index) => readTask(task, index + 1, workers));
  return plan.every((task) => task !== null) ? plan : null;
}

export const supervisorOf = ({ supervisor }: SupervisorConversation): Participant => asParticipant(supervisor);
