/** The supervisor mode's graph for LangGraph Studio and the LangGraph server. */
import type { SupervisorBuilder } from "../src/graph/modes/supervisor/state.js";
import { createSupervisor } from "../src/graph/modes/supervisor/supervisor.js";

export const graph: ReturnType<SupervisorBuilder["compile"]> = createSupervisor({ ui: true }).compile({
  name: "supervisor",
});
