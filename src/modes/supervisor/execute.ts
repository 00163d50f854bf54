/** Has one worker do one task. The graph runs independent tasks concurrently. */

import { RostrumError } from "../../errors.js";
import { remember } from "../../memory/remember.js";
import { isRefused } from "../../models/call-failure.js";
import type { TaskResult } from "../../state/task.js";
import type { ToolCall } from "../../state/tool-call.js";
import { askPerson } from "../../steps/ask-person.js";
import { sceneOf } from "../../steps/scene.js";
import { callFor, type ModeServices, promptsFor } from "../../steps/services.js";
import { speakAloud, speakForPerson } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { basisOf, resultsOf } from "./progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

/** The input of one task. LangGraph gives a task started by `Send` nothing else, so it includes the state. */
export interface ExecuteTask {
  readonly state: SupervisorConversation;
  /** The task's number in the plan, from 1. */
  readonly number: number;
  readonly turn: number;
}

export function createExecute(services: ModeServices) {
  return async function execute({ state, number, turn }: ExecuteTask, step: StepContext): Promise<SupervisorUpdate> {
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
    const question = callFor(services, state, request, step.call);
    const slot = { speaker: self.name, turn, kind: "speech", id: `turn-${turn}` } as const;
    const { signal } = step;
    const finish = (result: TaskResult) => {
      step.emit({ type: "task", turn, result });
      return { turn, results: [result] };
    };
    const doByPerson = (): SupervisorUpdate => {
      const { task } = planned;
      const text = askPerson(state, { participant: self.name, turn, purpose: "execute", task });
      const { passesTask } = promptsFor(services, state);
      if (text === "") return finish({ ...planned, turn, outcome: "failed", text, reason: passesTask });
      const messages = [speakForPerson(services, state, slot, text, step)];
      return { messages, ...finish({ ...planned, turn, outcome: "done", text, reason: "" }) };
    };
    return step.fanOut.run(signal, async () => {
      if (self.human) return doByPerson();
      const toolCalls: ToolCall[] = [];
      try {
        const said = await speakAloud(services, state, slot, question, step, { toolCalls });
        const text = said.messages[0]?.text ?? "";
        return { ...said, ...finish({ ...planned, turn, outcome: "done", text, reason: "" }) };
      } catch (error) {
        // A wrong key or model would fail every task, so it fails the run.
        const isTaskFailure = RostrumError.isInstance(error) && error.code === "model-call-failed" && !isRefused(error);
        if (signal.aborted || !isTaskFailure) throw error;
        const failed = finish({ ...planned, turn, outcome: "failed", text: "", reason: error.message });
        return { ...failed, toolCalls };
      }
    });
  };
}
