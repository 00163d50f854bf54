/**
 * Simple answers for most purposes: choices prefer the first participant, and each round of a meeting is judged
 * sufficient.
 */
import type { RequestMetadata } from "./openai-request.js";

/** Each answer depends only on purpose, participant and turn, so every process gives the same answers. */
export function plainAnswer({ purpose, participant, turn }: RequestMetadata): string {
  switch (purpose) {
    case "bid":
      return participant === "Ann" ? "<9>" : "<1>";
    case "choose-speaker":
    case "select":
      return "<1>";
    case "prompt-speaker":
      return "What do you say?";
    case "reflect":
      return `Remark ${turn} of mine is unlike the others.`;
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
      return `${participant} speaks in turn ${turn}.`;
  }
}
