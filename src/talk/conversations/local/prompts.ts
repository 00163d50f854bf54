/**
 * Prompts are not saved, so they are rebuilt: each step is repeated on a copy of the state before it, with a model that
 * records its prompts and fails every call.
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
  readonly mode: Mode;
  readonly context: Readonly<Record<string, unknown>>;
  readonly options?: ModeOptions;
}

/** The status 400 (bad request) prevents retries. */
const notAnswered = Object.assign(new Error("the prompt is only rebuilt"), { status: 400 });

/** `after`: the step that produced the state. */
async function callsAfter(values: Conversation, after: string, { mode, context, options }: Origin) {
  const model = new ScriptedModel(() => notAnswered);
  const { agents: _agents, ...rest } = options ?? {};
  const leader = leaderIn(values);
  const names = [...values.participants, ...(leader ? [leader] : [])].map(({ name }) => [name, model]);
  // By participant, because a participant's own model takes precedence over `model`.
  const models = { byParticipant: Object.fromEntries(names) as Readonly<Record<string, ScriptedModel>> };
  const { model: _model, bidModel: _bidModel, ...settings } = context;
  const saved = { checkpointer: new MemorySaver(), store: new InMemoryStore() };
  const graph = mode.compile({ ...rest, model, models }, saved);
  const thread = { configurable: { thread_id: "copy" } };
  await graph.updateState(thread, { ...values, pauseAt: null }, after);
  await graph.invoke(null, { ...thread, context: settings, interruptAfter: "*" }).catch(() => {});
  return model.calls;
}

const callsIn = ({ usage }: Conversation, { purpose, participant }: ScriptedCall) =>
  totalUsage(usage.filter((row) => row.purpose === purpose && row.participant === participant)).calls;

export async function rebuildPrompts(history: History, thread: string, turn: number, origin: Origin) {
  const { states, end } = await statesIn(history, { configurable: { thread_id: thread } }, turn);
  const [first] = states;
  if (!first || !end) return [];
  const prompts = new Map<string, TurnPrompt>();
  for (const { values, after } of states) {
    for (const call of await callsAfter(values, after, origin)) {
      // Skips calls that the turn did not make. For example, its speech may have been requested earlier, together with
      // the bid.
      if (call.turn !== turn || callsIn(end, call) === callsIn(first.values, call)) continue;
      const { purpose, participant } = call;
      const messages = call.messages.map((message) => ({ role: message.getType(), text: message.text }));
      const prompt = { purpose, participant, messages };
      prompts.set(JSON.stringify(prompt), prompt);
    }
  }
  return [...prompts.values()];
}
