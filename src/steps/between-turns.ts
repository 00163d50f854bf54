/** Updates between turns, and when a run starts: adds listeners' interjections, each exactly once, and shortens the memory. */

import type { HumanMessage } from "@langchain/core/messages";
import { readSaved } from "../langgraph/task.js";
import { fitMemorySummary, type MemorySummary, toSummarize } from "../memory/remember.js";
import { isFailedCall, isRefused } from "../models/call-failure.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Interjection } from "../state/records.js";
import { readInbox } from "../storage/inbox.js";
import { stripThinking } from "../text/read-answer.js";
import { messagesOf, readInterjection } from "../thread/interject.js";
import { BudgetExceededError, type Warning } from "../usage/task-usage.js";
import { type ModeServices, promptsFor, sceneOf, summaryCall } from "./services.js";
import type { StepContext } from "./step.js";

interface NewInterjections {
  readonly messages?: HumanMessage[];
  readonly interjections?: Interjection[];
}

/** The keys of interjections that a checkpoint holds. The inbox no longer needs these items. */
async function savedOf(state: Conversation, step: StepContext): Promise<ReadonlySet<string>> {
  // Without a checkpointer, a crash loses the conversation anyway.
  const saved = step.isSaved ? await readSaved(step.config, "interjections") : state.interjections;
  return new Set(((saved ?? []) as readonly Interjection[]).map(({ id }) => id));
}

/**
 * Reads what is new in the inbox. An item stays there until a checkpoint holds it, or a crash would lose it;
 * its key tells whether the conversation has heard it already.
 */
export async function hearInterjections(
  services: ModeServices,
  state: Conversation,
  step: StepContext,
): Promise<NewInterjections> {
  const { store } = step.config;
  const thread = step.thread;
  if (!store || thread === undefined) return {};
  const items = await readInbox(store, thread, step.owner);
  if (items.length === 0) return {};
  const known = new Set(state.interjections.map(({ id }) => id));
  if (items.some(({ key }) => known.has(key))) {
    const saved = await savedOf(state, step);
    for (const { namespace, key } of items) if (saved.has(key)) await store.delete(namespace, key);
  }
  const time = services.clock();
  const interjections = items
    .filter(({ key }) => !known.has(key))
    .map(({ key, value }) => readInterjection(state, { id: key, value, time }));
  for (const interjection of interjections) step.emit({ type: "interjection", turn: state.turn, interjection });
  return { interjections, messages: messagesOf(state, interjections) };
}

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
