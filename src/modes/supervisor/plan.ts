/** The supervisor plans: who does what, and what builds on what. The plan is public. */
import type { PlannedTask } from "../domain/task.js";
import { readPlan } from "../parsing/plan.js";
import { remember } from "../policies/memory/remember.js";
import type { SupervisorConversation, SupervisorUpdate } from "../state/conversation-state.js";
import { answerForm, strictObject } from "./answer-form.js";
import { askForForm } from "./ask-for-form.js";
import { supervisorOf } from "./leader-of.js";
import { type NodeConfig, type NodeKit, promptsFor } from "./node-kit.js";
import { sceneOf } from "./scene.js";
import { sayAloud } from "./speech.js";

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

export function createPlan(kit: NodeKit) {
  return async function plan(state: SupervisorConversation, config: NodeConfig): Promise<SupervisorUpdate> {
    const self = supervisorOf(state);
    const { turn, maxTurns: mostTasks, participants } = state;
    const workers = participants.map(({ name }) => name);
    const conversation = remember(state);
    const brief = { ...sceneOf(state), purpose: "plan", self, turn, conversation, mostTasks } as const;
    const tasks = await askForForm<PlannedTask[]>(
      kit,
      state,
      {
        brief,
        schema: structuredPlan(workers.length, mostTasks),
        read: (answer) => readPlan(answer, workers, mostTasks),
      },
      config,
    );
    const slot = { speaker: self.name, turn, kind: "direction", id: `plan-${turn}` } as const;
    const message = await sayAloud(kit, state, slot, promptsFor(kit, state).announcePlan(tasks), config);
    return { messages: [message], tasks };
  };
}
