/** The director mode's graph for LangGraph Studio and the LangGraph server. */
import { createDirector } from "../src/modes/director/director.js";

export const graph = createDirector({ ui: true }).compile({ name: "director" });
