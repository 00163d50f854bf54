/** The director mode as LangGraph Studio and the LangGraph server load it. */
import { createDirector } from "../src/modes/director/director.js";

export const graph = createDirector().compile({
  name: "director",
  description:
    "A director comments, chooses the next speaker and asks them; a draw before each exchange ends the talk.",
});
