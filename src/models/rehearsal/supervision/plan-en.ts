/** What a supervisor adds to tasks in English. */
import type { PlanTexts } from "./phrases.js";

export const planEnglish: PlanTexts = {
  suffixes: [
    ", starting from the work of {names}.",
    ", with the findings of {names} at hand.",
    ", and begin where {names} left off.",
    ", and keep in step with {names}.",
  ],
  short: ["Look into {point}, and be request.", "Find out about {point}.", "Look into {point}.", "Check {point}."],
  tiny: ["Look around and report.", "Find out more."],
};
