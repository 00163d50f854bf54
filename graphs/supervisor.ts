/** The supervisor mode's graph for LangGraph Studio and the LangGraph server. */
import { createSupervisor } from "../src/modes/supervisor/supervisor.js";

export const graph = createSupervisor({ ui: true }).compile({ name: "supervisor" });
