/** The state of the supervisor mode. */
import type { StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { append, collected, type StateOf, schemasOf, type UpdateOf } from "../../state/conversation-state.js";
import { contexts } from "../../state/run-settings.js";
import type { StepName } from "../../state/step-names.js";
import type { PlannedTask, TaskResult } from "../../state/task.js";
import type { RunSettingsDefinition } from "../../steps/conversation-graph.js";
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
export interface SupervisorConversation extends StateOf<typeof supervisor> {}
export interface SupervisorUpdate extends UpdateOf<typeof supervisor> {}

/** The uncompiled graph of the mode. */
export interface SupervisorBuilder
  extends StateGraph<
    typeof supervisor.state,
    SupervisorConversation,
    SupervisorUpdate,
    StepName,
    typeof supervisor.input,
    typeof supervisor.state,
    RunSettingsDefinition
  > {}
