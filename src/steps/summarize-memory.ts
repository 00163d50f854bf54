/** Keeps the summary that stands in prompts for what was said first, where memory is a summary. */
import type { Warning } from "../domain/events.js";
import { fitRecap, type Recap } from "../domain/recap.js";
import { isFailedCall, isRefused } from "../models/call-failure.js";
import { BudgetSpentError } from "../models/ledger.js";
import { stripThinking } from "../parsing/strip-thinking.js";
import { toCondense } from "../policies/memory/remember.js";
import type { Conversation } from "../state/conversation-state.js";
import { condensing, type NodeConfig, type NodeKit, promptsFor, runOf } from "./node-kit.js";
import { sceneOf } from "./scene.js";

/** A new summary where it is time for one. Without it the conversation goes on whole: nothing is lost. */
export async function condense(
  kit: NodeKit,
  state: Conversation,
  config: NodeConfig,
): Promise<{ readonly recap?: Recap }> {
  const conversation = toCondense(state);
  if (!conversation) return {};
  const run = runOf(config);
  const question = condensing(promptsFor(kit, state, run.context), {
    ...sceneOf(state),
    turn: state.turn,
    conversation,
  });
  const keepWhole = (reason: string) => {
    const warning: Warning = { purpose: "condense", participant: "", reason };
    run.account.note(warning);
    return {};
  };
  try {
    const written = stripThinking(await kit.asker.text(question, run));
    const text = fitRecap(written, state);
    if (text === "") return keepWhole("the answer was empty");
    return { recap: { text, messages: conversation.omitted + conversation.lines.length } };
  } catch (error) {
    // A refused key will be refused again: better to hear of it at once.
    if ((isFailedCall(error) && !isRefused(error)) || BudgetSpentError.isInstance(error))
      return keepWhole(error.message);
    throw error;
  }
}
