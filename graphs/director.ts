/** The director mode's graph for LangGraph Studio and the LangGraph server. */
import { createDirector } from "../src/graph/modes/director/director.js";
import type { DirectorBuilder } from "../src/graph/modes/director/state.js";

export const graph: ReturnType<DirectorBuilder["compile"]> = createDirector({ ui: true }).compile({ name: "director" });
