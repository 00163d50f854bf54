/** Updates between turns, and when a run starts: adds listeners' interjections, each exactly once, and shortens the memory. */
import type { HumanMessage } from "@langchain/core/messages";
import { readSaved } from "../langgraph/task.js";
import { fitMemorySummary, type MemorySummary, toSummarize } from "../memory/remember.js";
import { isFailedCall, isRefused } from "../models/call-failure.js";
import type { ModelCall } from "../models/model-call.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Interjection } from "../state/records.js";
import { readInbox } from "../storage/inbox.js";
import { stripThinking } from "../text/read-answer.js";
import { messagesOf, readInterjection } from "../thread/interject.js";
import { BudgetExceededError } from "../usage/task-usage.js";
import { promptsFor, sceneOf, summaryCall } from "./services.js";
import type { StepContext } from "./step.js";

/**
 * Reads what is new in the inbox. An item stays there until a checkpoint holds it, or a crash would lose it;
 * its key tells whether the conversation has heard it already.
 */
export async function hearInterjections(
  state: Conversation,
  step: StepContext,
): Promise<{ readonly messages?: HumanMessage[]; readonly interjections?: Interjection[] }> {
  const { thread } = step;
  const { store } = step.config;
  if (!store || thread === undefined) return {};
  const items = await readInbox(store, thread, step.owner);
  if (items.length === 0) return {};
  const known = new Set(state.interjections.map(({ id }) => id));
  if (items.some(({ key }) => known.has(key))) {
    // Without a checkpointer, a crash loses the conversation anyway.
    const saved = step.isSaved ? await readSaved(step.config, "interjections") : state.interjections;
    const savedKeys = new Set(((saved ?? []) as readonly Interjection[]).map(({ id }) => id));
    for (const { namespace, key } of items) if (savedKeys.has(key)) await store.delete(namespace, key);
  }
  const time = step.services.clock();
  const interjections = items
    .filter(({ key }) => !known.has(key))
    .map(({ key, value }) => readInterjection(state, { id: key, value, time }));
  for (const interjection of interjections) step.emit({ type: "interjection", turn: state.turn, interjection });
  return { interjections, messages: messagesOf(state, interjections) };
}

/** Whether the conversation can continue after a failed call. A rejected key or model would fail every turn, so the run fails now. */
export const canContinue = (error: unknown, { signal }: StepContext): error is Error =>
  error instanceof BudgetExceededError || (isFailedCall(error) && !isRefused(error) && !signal.aborted);

/** Asks for a text that the conversation can do without. `reason`: why there is none; empty if there is. */
export async function askForOptionalText(
  call: ModelCall,
  shorten: (written: string) => string,
  step: StepContext,
): Promise<{ readonly text: string; readonly reason: string }> {
  try {
    const written = stripThinking(await step.services.caller.text(call, step.call));
    if (written === "") return { text: "", reason: "the answer was empty" };
    const text = shorten(written);
    return { text, reason: text === "" ? `the answer was longer than ${call.request.wordLimit} words` : "" };
  } catch (error) {
    if (canContinue(error, step)) return { text: "", reason: error.message };
    throw error;
  }
}

/** Returns a new summary when one is due. If that fails, prompts go on holding the messages themselves. */
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
