/** The work on a plan: assigns ready tasks, has workers do them, checks whether the plan is complete, and sums up. */
import { isFailedCall, isRefused } from "../../models/call-failure.js";
import type { Decision } from "../../selection/decision.js";
import type { PlannedTask, TaskResult, ToolCall } from "../../state/records.js";
import { hearInterjections, summarizeMemory } from "../../steps/between-turns.js";
import { recordDecision } from "../../steps/choose-speaker.js";
import { findRequest, grantRequest } from "../../steps/floor-requests.js";
import { openFloor } from "../../steps/open-floor.js";
import { callFor, type ModeServices, personalScene, promptsFor } from "../../steps/services.js";
import { askPerson } from "../../steps/speak.js";
import { speakAloud, speakForPerson } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { type Ahead, affordableTurns, forecastFor } from "../../stopping/budget-forecast.js";
import { basisOf, openTasks, readyTasks, resultsOf, skippedTasks, supervisorOf } from "./plan.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

/** A participant whom a listener addressed answers before the work continues. */
function giveToRequested(state: SupervisorConversation): Decision | undefined {
  const open = openFloor(state);
  const granted = grantRequest(open.floor);
  return granted && recordDecision(open, granted, null);
}

/** The tasks to work on next: as many as the budget can pay for, together with the summary. */
export function tasksToGive(state: SupervisorConversation): PlannedTask[] {
  const ready = readyTasks(state);
  return ready.slice(
    0,
    affordableTurns((turns) => forecastFor(state, aheadOfTasks(turns)), ready.length),
  );
}

function giveTasks(state: SupervisorConversation): Decision[] {
  return tasksToGive(state).map(({ worker }, index) => {
    const open = openFloor(state, {
      excludedOf: ({ participants }) =>
        participants
          .filter(({ name }) => name !== worker)
          .map(({ name }) => ({ participant: name, reason: "other-task" as const })),
    });
    const floor = { ...open.floor, turn: open.floor.turn + index };
    return recordDecision({ ...open, floor }, { seat: floor.candidates[0]?.seat ?? -1, rule: "assigned" }, null);
  });
}

export function chooseWorkers(state: SupervisorConversation, step: StepContext): SupervisorUpdate {
  const requested = giveToRequested(state);
  const decisions = requested ? [requested] : giveTasks(state);
  for (const decision of decisions) step.emit({ type: "decision", turn: decision.turn, decision });
  return { decisions, nextSpeaker: requested?.speaker ?? "" };
}

/** The input of one task. LangGraph gives a task started by `Send` nothing else, so it includes the state. */
export interface ExecuteTask {
  readonly state: SupervisorConversation;
  readonly number: number;
  readonly turn: number;
}

export function createExecute(services: ModeServices) {
  return async function execute({ state, number, turn }: ExecuteTask, step: StepContext): Promise<SupervisorUpdate> {
    const planned = state.tasks.find((task) => task.number === number);
    const self = state.participants.find(({ name }) => name === planned?.worker);
    if (!planned || !self) throw new Error(`there is no task ${number}`);
    const basis = basisOf(planned, resultsOf(state));
    const scene = personalScene(state, self, turn);
    const request = { ...scene, purpose: "execute", task: planned.task, basis } as const;
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
        if (signal.aborted || !isFailedCall(error) || isRefused(error)) throw error;
        const failed = finish({ ...planned, turn, outcome: "failed", text: "", reason: error.message });
        return { ...failed, toolCalls };
      }
    });
  };
}

/** Every task is a turn. The summary takes one more call, whose prompt holds all results. */
const aheadOfTasks = (turns: number): Ahead => ({ turns, closing: { calls: 1, turns: 1 }, leastCalls: 1 });

export function createTaskCheck(services: ModeServices) {
  function unaffordable(state: SupervisorConversation): TaskResult[] {
    const reason = promptsFor(services, state).overBudget;
    // A result belongs to this run's plan only if its turn is after the run's start, even if no task was started.
    const turn = Math.max(state.turn, state.turnAtStart + 1);
    return openTasks(state).map((task) => ({ ...task, turn, outcome: "failed", text: "", reason }));
  }

  return async function stopCheck(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
    const { tasks, turn } = state;
    const forecast = forecastFor(state, aheadOfTasks(1));
    const isOverBudget = forecast?.reason !== undefined;
    const abandoned = isOverBudget ? unaffordable(state) : skippedTasks(state);
    for (const result of abandoned) step.emit({ type: "task", turn, result });
    // Interjections that arrived during the work enter the conversation before the summary.
    const heard = await hearInterjections(services, state, step);
    const results = [...resultsOf(state), ...abandoned];
    const update = { results: abandoned, ...heard, ...(forecast && { spending: forecast.spending }) };
    const interjections = [...state.interjections, ...(heard.interjections ?? [])];
    const isAsked = findRequest({ ...state, interjections }) !== undefined;
    if (!isOverBudget && (results.length < tasks.length || isAsked))
      return { ...update, ...(await summarizeMemory(services, state, step)) };
    const done = results.filter(({ outcome }) => outcome === "done").length;
    const planDone = { kind: "tasks", turn, tasks: tasks.length, done } as const;
    return { ...update, stopReason: (abandoned.length > 0 && forecast?.reason) || planDone };
  };
}

export function createSumUp(services: ModeServices) {
  return async function sumUp(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
    const self = supervisorOf(state);
    const { turn, stopReason } = state;
    const request = { ...personalScene(state, self, turn), purpose: "sum-up", results: resultsOf(state) } as const;
    const question = callFor(services, state, request, step.call);
    const slot = { speaker: self.name, turn, kind: "closing", id: `closing-${turn}` } as const;
    const said = await speakAloud(services, state, slot, question, step);
    if (stopReason) step.emit({ type: "stopped", turn, reason: stopReason });
    return { ...said, summary: said.messages[0]?.text ?? "" };
  };
}
