import { fitMemorySummary, type MemorySummary, toSummarize } from "../../../core/memory/remember.js";
import { afterThinking } from "../../../core/text/read-answer.js";
import { BudgetExceededError } from "../../../core/usage/task-usage.js";
import { locales } from "../../../words/registry.js";
import { isFailedAlone } from "../../models/call-failure.js";
import type { ModelCall } from "../../models/model-call.js";
import type { Conversation } from "../../state/conversation-state.js";
import { promptsFor, sceneOf, summaryCall } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";

/**
 * Whether the run can continue after the error. After a rejected key or an account without credit, it cannot, because
 * every later turn would fail too.
 */
export const canContinue = (error: unknown, { signal }: StepContext): error is Error =>
  error instanceof BudgetExceededError || (isFailedAlone(error) && !signal.aborted);

/** `reason`: why there is no text; empty if there is one. */
export async function askForOptionalText(
  call: ModelCall,
  shorten: (written: string) => string,
  step: StepContext,
): Promise<{ readonly text: string; readonly reason: string }> {
  const { language, wordLimit } = call.request;
  const { reasons } = locales[language].errors;
  try {
    const written = afterThinking((await step.services.caller.text(call, step.call)).text);
    if (written === "") return { text: "", reason: reasons.emptyAnswer };
    const text = shorten(written);
    return { text, reason: text === "" ? reasons.tooManyWords(wordLimit) : "" };
  } catch (error) {
    if (canContinue(error, step)) return { text: "", reason: error.message };
    throw error;
  }
}

/**
 * Summarizes older messages if the `memory` setting asks for summaries and enough messages have accumulated. If there
 * is no usable summary, prompts continue to quote these messages.
 */
export async function summarizeMemory(
  state: Conversation,
  step: StepContext,
): Promise<{ readonly memorySummary?: MemorySummary }> {
  const conversation = toSummarize(state);
  if (!conversation) return {};
  const scene = { ...sceneOf(state), turn: state.turn, conversation };
  const call = summaryCall(promptsFor(step, state), scene);
  const { text, reason } = await askForOptionalText(call, (written) => fitMemorySummary(written, state), step);
  if (text !== "") return { memorySummary: { text, messages: conversation.omitted + conversation.lines.length } };
  step.usage.warnings.push({ purpose: "summarize", participant: "", reason });
  return {};
}
