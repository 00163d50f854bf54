/** What a speaker is told of its tools in English. */
import type { PromptCatalog } from "../prompts.js";

export const toolsEnglish: Pick<PromptCatalog, "toolProblem"> = {
  toolProblem(problem) {
    switch (problem.kind) {
      case "failed":
        return `${problem.tool} failed: ${problem.reason}`;
      case "unknown-tool":
        return `There is no tool called “${problem.tool}”. There is: ${problem.tools.join(", ")}.`;
      case "malformed":
        return `The arguments for ${problem.tool} could not be read: they must be one JSON object.`;
      case "over-limit":
        return "That was one call too many and was not made. Speak now, with what is known.";
    }
  },
};
