/** The supervisor mode as LangGraph Studio and the LangGraph server load it. */
import { createSupervisor } from "../src/modes/supervisor/supervisor.js";

export const graph = createSupervisor().compile({
  name: "supervisor",
  description: "One plans tasks, workers do them at the same time where they can, and the one sums up.",
});
