import { z } from "zod/v4";
import { commonFields, talkFields } from "../../../core/state/fields.js";
import { checkLeader, leaderFields } from "../../../core/state/participant.js";
import { contexts } from "../../../core/state/run-settings.js";
import type { PlannedTask, TaskResult } from "../../../records/task.js";
import { append, collected, type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import type { ModeGraph } from "../../steps/run/conversation-graph.js";

const supervisorFields = {
  ...commonFields,
  maxTurns: z.int().min(1).max(100).default(8).meta({
    title: "Tasks",
    description: "The maximum number of tasks in a plan.",
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
    summary: z.string().default("").meta({ description: "The supervisor's summary of the results." }),
  },
  contexts.supervisor,
);
export interface SupervisorConversation extends StateOf<typeof supervisor> {}
export interface SupervisorUpdate extends UpdateOf<typeof supervisor> {}
export interface SupervisorBuilder extends ModeGraph<typeof supervisor, SupervisorConversation, SupervisorUpdate> {}
