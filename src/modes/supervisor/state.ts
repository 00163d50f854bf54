/** The state of the supervisor mode. */
import { z } from "zod";
import { append, collected, schemasOf } from "../../state/conversation-state.js";
import { contexts } from "../../state/run-settings.js";
import type { PlannedTask, TaskResult } from "../../state/task.js";
import { supervisorFields } from "./settings.js";

export const supervisor = schemasOf(
  supervisorFields,
  {
    tasks: z
      .custom<PlannedTask[]>()
      .default(() => [])
      .meta({ description: "The tasks, and who does them." }),
    results: collected<TaskResult>("What came of the tasks.", append),
    summary: z.string().default("").meta({ description: "What the supervisor made of the results." }),
  },
  contexts.supervisor,
);
export type SupervisorConversation = typeof supervisor.state.State;
export type SupervisorUpdate = typeof supervisor.state.Update;
