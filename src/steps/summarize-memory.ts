/** Updates the summary that replaces the earliest messages in prompts when `memory.window` is `summary`. */

import { toSummarize } from "../memory/remember.js";
import { fitMemorySummary, type MemorySummary } from "../memory/summary.js";
import { isFailedCall, isRefused } from "../models/call-failure.js";
import type { Conversation } from "../state/conversation-state.js";
import { stripThinking } from "../text/read-answer.js";
import { BudgetExceededError } from "../usage/budget-guard.js";
import type { Warning } from "../usage/task-usage.js";
import { sceneOf } from "./scene.js";
import { type ModeServices, promptsFor, summaryCall } from "./services.js";
import type { StepContext } from "./step.js";

/** Returns a new summary when one is due. If that fails, prompts go on holding the messages themselves. */
export async function summarizeMemory(
  services: ModeServices,
  state: Conversation,
  step: StepContext,
): Promise<{ readonly memorySummary?: MemorySummary }> {
  const conversation = toSummarize(state);
  if (!conversation) return {};
  const run = step.call;
  const question = summaryCall(promptsFor(services, state, run.settings), {
    ...sceneOf(state),
    turn: state.turn,
    conversation,
  });
  const keepWhole = (reason: string) => {
    const warning: Warning = { purpose: "summarize", participant: "", reason };
    run.usage.note(warning);
    return {};
  };
  try {
    const written = stripThinking(await services.caller.text(question, run));
    const text = fitMemorySummary(written, state);
    if (text === "") return keepWhole("the answer was empty");
    return { memorySummary: { text, messages: conversation.omitted + conversation.lines.length } };
  } catch (error) {
    // A rejected key stays rejected, so the run fails now.
    if ((isFailedCall(error) && !isRefused(error)) || BudgetExceededError.isInstance(error))
      return keepWhole(error.message);
    throw error;
  }
}
