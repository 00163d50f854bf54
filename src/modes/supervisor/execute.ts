/** Has one worker do one task. The graph runs it for all tasks at once that do not need each other. */

import { RostrumError } from "../../errors.js";
import { remember } from "../../memory/remember.js";
import { isRefused } from "../../models/call-failure.js";
import type { SupervisorConversation, SupervisorUpdate } from "../../state/conversation-state.js";
import type { TaskResult } from "../../state/task.js";
import type { ToolCall } from "../../state/tool-call.js";
import { askPerson } from "../../steps/ask-person.js";
import { settleTogether } from "../../steps/fan-out.js";
import {
  callContextOf,
  callFor,
  emit,
  type ModeServices,
  promptsFor,
  type StepConfig,
} from "../../steps/run-context.js";
import { sceneOf } from "../../steps/scene.js";
import { speakAloud, speakForPerson } from "../../steps/speech.js";
import { basisOf, resultsOf } from "./progress.js";

/** What a worker is sent with. Everything else it reads from the shared state. */
export interface ExecuteTask {
  /** The task's place in the plan. */
  readonly number: number;
  readonly turn: number;
}

export function createExecute(services: ModeServices, readState: (config: StepConfig) => SupervisorConversation) {
  return async function execute({ number, turn }: ExecuteTask, config: StepConfig): Promise<SupervisorUpdate> {
    const state = readState(config);
    const planned = state.tasks.find((task) => task.number === number);
    const self = state.participants.find(({ name }) => name === planned?.worker);
    if (!planned || !self) throw new Error(`there is no task ${number}`);
    const conversation = remember(state);
    const basis = basisOf(planned, resultsOf(state));
    const request = {
      ...sceneOf(state),
      purpose: "execute",
      self,
      turn,
      conversation,
      task: planned.task,
      basis,
    } as const;
    const question = callFor(services, state, request, callContextOf(config));
    const slot = { speaker: self.name, turn, kind: "speech", id: `turn-${turn}` } as const;
    const { signal } = callContextOf(config);
    const finish = (result: TaskResult) => {
      emit(config, { type: "task", turn, result });
      return { turn, results: [result] };
    };
    const doByPerson = (): SupervisorUpdate => {
      const { task } = planned;
      const text = askPerson(state, { participant: self.name, turn, purpose: "execute", task });
      const { passesTask } = promptsFor(services, state);
      if (text === "") return finish({ ...planned, turn, outcome: "failed", text, reason: passesTask });
      const messages = [speakForPerson(services, state, slot, text, config)];
      return { messages, ...finish({ ...planned, turn, outcome: "done", text, reason: "" }) };
    };
    return settleTogether(signal, async () => {
      if (self.human) return doByPerson();
      const toolCalls: ToolCall[] = [];
      try {
        const said = await speakAloud(services, state, slot, question, config, { toolCalls });
        const text = said.messages[0]?.text ?? "";
        return { ...said, ...finish({ ...planned, turn, outcome: "done", text, reason: "" }) };
      } catch (error) {
        // A wrong key or model would fail every task: better to hear of it at once.
        const isLost = RostrumError.isInstance(error) && error.code === "model-call-failed" && !isRefused(error);
        if (signal.aborted || !isLost) throw error;
        const failed = finish({ ...planned, turn, outcome: "failed", text: "", reason: error.message });
        return { ...failed, toolCalls };
      }
    });
  };
}
