import { z } from "zod/v4";
import { commonFields, talkFields } from "../../../core/state/fields.js";
import { checkLeader, leaderFields } from "../../../core/state/participant.js";
import { contexts } from "../../../core/state/run-settings.js";
import type { PlannedTask, PlanRecord, TaskResult } from "../../../records/task.js";
import { append, collected, type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import type { ModeGraph } from "../../steps/run/conversation-graph.js";

const supervisorFields = {
  ...commonFields,
  maxTurns: z.int().min(1).max(100).default(8).meta({
    title: "Tasks",
    description: "The maximum number of open tasks in a plan.",
  }),
  replan: z.enum(["never", "on-failure", "after-each"]).default("never").meta({
    title: "Replan",
    description:
      "When the supervisor checks the results and may keep the plan, change it or end the work. “never”: the first plan stays. “on-failure”: after tasks that fail. “after-each”: after each task, or after each group of tasks that are carried out concurrently. Unless this is “never”, a worker can also hand its task over to another worker.",
  }),
  maxPlans: z.int().min(1).max(100).default(5).meta({
    title: "Plans",
    description: "The maximum number of versions of the plan, including the first, if the supervisor may replan.",
  }),
  maxTasks: z.int().min(1).max(1000).optional().meta({
    title: "Tasks in total",
    description:
      "The maximum number of tasks that workers may start in a run, including repeated tasks, if the supervisor may replan. Default: three times “maxTurns”.",
  }),
  supervisor: z
    .strictObject(leaderFields)
    .prefault({})
    .meta({ title: "Supervisor", description: "Who plans the tasks and sums up their results." }),
  stopping: talkFields.stopping,
};

export const checkSupervisor = checkLeader("supervisor");

export const supervisor = schemasOf(
  supervisorFields,
  {
    tasks: z.custom<PlannedTask[]>().default([]).meta({ description: "The tasks, and who does them." }),
    results: collected<TaskResult>("The outcome of each task.", append),
    plans: collected<PlanRecord>("Each version of the plan, and what the supervisor decided about it.", append),
    summary: z.string().default("").meta({ description: "The supervisor's summary of the results." }),
  },
  contexts.supervisor,
);
export interface SupervisorConversation extends StateOf<typeof supervisor> {}
export interface SupervisorUpdate extends UpdateOf<typeof supervisor> {}
export interface SupervisorBuilder extends ModeGraph<typeof supervisor, SupervisorConversation, SupervisorUpdate> {}
