/** The input fields of the supervisor mode. */
import { z } from "zod";
import { commonFields } from "../../state/fields.js";
import { checkLeader, leaderFields } from "../../state/participant.js";

/** No plan needs more tasks. */
const mostTasks = 100;

export const supervisorFields = {
  ...commonFields,
  maxTurns: z.int().min(1).max(mostTasks).default(8).meta({
    title: "Tasks",
    description: "A plan has at most so many tasks.",
  }),
  supervisor: z
    .strictObject(leaderFields)
    .prefault({})
    .meta({ title: "Supervisor", description: "Who plans, and sums up." }),
};

export const checkSupervisor = checkLeader("supervisor");
