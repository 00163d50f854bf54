/** The input fields of the supervisor mode. */
import { z } from "zod";
import { commonFields } from "../../state/fields.js";
import { checkLeader, leaderFields } from "../../state/participant.js";

/** The upper bound of `maxTurns`. */
const maxTasks = 100;

export const supervisorFields = {
  ...commonFields,
  maxTurns: z.int().min(1).max(maxTasks).default(8).meta({
    title: "Tasks",
    description: "The maximum number of tasks in a plan.",
  }),
  supervisor: z
    .strictObject(leaderFields)
    .prefault({})
    .meta({ title: "Supervisor", description: "Who plans the tasks and sums up their results." }),
};

export const checkSupervisor = checkLeader("supervisor");
