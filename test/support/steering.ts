import { type BaseStore, InMemoryStore, MemorySaver } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Control } from "../../src/core/state/control-record.js";
import { type ScriptedCall, ScriptedModel, type ScriptedReply } from "../../src/offline/scripted-model.js";
import { control } from "../../src/talk/conversations/delivery/control.js";
import { compileMode, fourNames, inputFor, type Mode } from "./any-mode.js";
import { waitingIn } from "./person-talk.js";
import { plainAnswer } from "./plain-answers.js";

export const steered = { configurable: { thread_id: "talk" } };

/** In a meeting, three participants discuss for three rounds, and Dov decides. Other modes keep their usual input. */
export const steeringInput = (mode: Mode, more: object = {}) =>
  inputFor(mode, {
    ...(mode === "group-chat" ? { stages: [{ task: "discuss", maxRounds: 3, minRounds: 3 }, { task: "decide" }] } : {}),
    participants: fourNames.map((name) => ({
      name,
      ...(mode === "group-chat" && { part: name === "Dov" ? "decider" : "discusser" }),
    })),
    ...more,
  });

export const speaks = ({ purpose }: Pick<ScriptedCall, "purpose">) =>
  purpose === "speech" || purpose === "execute" || purpose === "decide";

/** Keyed by the turn during whose speech the controls are sent. `from`: the sender. */
export type Steering = Readonly<
  Record<number, readonly (Control | { readonly from: string; readonly control: Control })[]>
>;

interface Setting {
  readonly steering?: Steering;
  readonly answer?: (call: ScriptedCall) => ScriptedReply | Promise<ScriptedReply>;
  readonly store?: BaseStore;
  readonly checkpointer?: BaseCheckpointSaver;
  readonly thread?: typeof steered;
}

export function compileSteered(mode: Mode, setting: Setting = {}) {
  const {
    steering = {},
    answer = plainAnswer,
    thread = steered,
    store = new InMemoryStore(),
    checkpointer = new MemorySaver(),
  } = setting;
  const asked = new Set<number>();
  const model = new ScriptedModel(async (call) => {
    if (speaks(call) && !asked.has(call.turn)) {
      asked.add(call.turn);
      for (const each of steering[call.turn] ?? []) {
        const { control: request, from } = "control" in each ? each : { control: each, from: undefined };
        await control(graph, thread, request, from === undefined ? {} : { from });
      }
    }
    return answer(call);
  });
  const graph = compileMode(mode, { model }, { store, checkpointer: checkpointer as MemorySaver });
  return { graph, model, store };
}

export const isPausedIn = (state: object) =>
  waitingIn(state).some(({ value }) => (value as { readonly kind?: string } | undefined)?.kind === "paused");

export async function talkThrough(
  { graph }: ReturnType<typeof compileSteered>,
  input: object | null,
  config = steered,
) {
  let state = await graph.invoke(input as object, config);
  let pauses = 0;
  for (; isPausedIn(state) && pauses < 100; pauses += 1) state = await graph.invoke(null, config);
  return { ...state, pauses };
}
