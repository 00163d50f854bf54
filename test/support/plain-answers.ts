/** Every purpose's plainest answer: the first of the cast is preferred wherever somebody chooses, and everything is sufficient. */
import type { Call, Reply } from "./scripted-model.js";

/** What everybody answers, as it follows from the prompt alone: the same in whatever process it is asked for. */
export function plainAnswer({ purpose, self, messages }: Call): Reply {
  const prompt = messages[1]?.text ?? "";
  const spoken = prompt.split(`\n${self}: ${self} speaks`).length;
  switch (purpose) {
    case "bid":
      return self === "Ann" ? "<9>" : "<1>";
    case "choose-speaker":
      return "<1>";
    case "prompt-speaker":
      return "What do you say?";
    case "reflect":
      return `Remark number ${prompt.length} of mine is unlike the others.`;
    case "judge-round":
      return JSON.stringify({ sufficient: true, reason: "All is said.", open: [] });
    case "decide":
      return JSON.stringify({ decision: "Yes.", rationale: "", dissent: "" });
    case "plan":
      return JSON.stringify({
        tasks: [1, 2, 3].map((worker) => ({
          worker,
          task: `Task ${worker}.`,
          after: worker === 1 ? [] : [worker - 1],
        })),
      });
    case "summarize":
      return "They have spoken of the bridge.";
    default:
      return `${self} speaks for the ${spoken}. time.`;
  }
}
