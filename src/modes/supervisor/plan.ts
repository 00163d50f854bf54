/** The supervisor plans: who does what, and what builds on what. The plan is public. */

import { remember } from "../../memory/remember.js";
import { answerForm, strictObject } from "../../models/answer-form.js";
import type { SupervisorConversation, SupervisorUpdate } from "../../state/conversation-state.js";
import type { PlannedTask } from "../../state/task.js";
import { askForForm } from "../../steps/ask-for-form.js";
import { sceneOf } from "../../steps/scene.js";
import { type ModeServices, promptsFor } from "../../steps/services.js";
import { sayAloud } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { supervisorOf } from "./leader.js";
import { readPlan } from "./read-plan.js";

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
