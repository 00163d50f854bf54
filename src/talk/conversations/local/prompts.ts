/**
 * The prompts of a turn. Nothing saves them: each step of the turn runs once more, on a copy of the state that was saved before it, with a
 * model that only listens.
 */

import { InMemoryStore, MemorySaver } from "@langchain/langgraph";
import { leaderIn } from "../../../core/state/scene.js";
import { totalUsage } from "../../../core/usage/usage.js";
import type { Mode, ModeOptions } from "../../../graph/modes/mode.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";
import { type ScriptedCall, ScriptedModel } from "../../../offline/scripted-model.js";
import { type History, statesIn } from "../delivery/fork.js";
import type { TurnPrompt } from "../port/turn-prompt.js";

interface Origin {
  readonly mode: Mode | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  readonly options?: ModeOptions;
}

/** What every call fails with. Providers answer a bad request so, which is not tried again. */
const unanswered = Object.assign(new Error("the prompt is only rebuilt"), { status: 400 });

/** The calls that the step after a state begins with. */
async function callsAfter(values: Conversation, after: string, { mode, context, options }: Origin) {
  const model = new ScriptedModel(() => unanswered);
  const { agents: _agents, ...rest } = options ?? {};
  const leader = leaderIn(values);
  const names = [...values.participants, ...(leader ? [leader] : [])].map(({ name }) => [name, model]);
  // Before all other models, so that none of them is called.
  const models = { byParticipant: Object.fromEntries(names) as Readonly<Record<string, ScriptedModel>> };
  const { model: _model, bidModel: _bidModel, ...settings } = context;
  const saved = { checkpointer: new MemorySaver(), store: new InMemoryStore() };
  const graph = mode?.compile({ ...rest, model, models }, saved);
  const thread = { configurable: { thread_id: "copy" } };
  await graph?.updateState(thread, { ...values, pauseAt: null }, after);
  await graph?.invoke(null, { ...thread, context: settings, interruptAfter: "*" }).catch(() => {});
  return model.calls;
}

const callsIn = ({ usage }: Conversation, { purpose, participant }: ScriptedCall) =>
  totalUsage(usage.filter((row) => row.purpose === purpose && row.participant === participant)).calls;

/** The first prompt of each call of a turn. Empty if the turn's steps were not saved. */
export async function rebuildPrompts(history: History, thread: string, turn: number, origin: Origin) {
  const { states, end } = await statesIn(history, { configurable: { thread_id: thread } }, turn);
  const [first] = states;
  if (!first || !end) return [];
  const prompts = new Map<string, TurnPrompt>();
  for (const { values, after } of states) {
    for (const call of await callsAfter(values, after, origin)) {
      // A speech that had begun before its step, with the bid, was asked for only once.
      if (call.turn !== turn || callsIn(end, call) === callsIn(first.values, call)) continue;
      const { purpose, participant } = call;
      const messages = call.messages.map((message) => ({ role: message.getType(), text: message.text }));
      const prompt = { purpose, participant, messages };
      prompts.set(JSON.stringify(prompt), prompt);
    }
  }
  return [...prompts.values()];
}
