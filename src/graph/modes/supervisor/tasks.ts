/**
 * The steps after the plan, which assign the ready tasks, carry them out, check whether the plan is complete, and sum
 * up.
 */

import { maxTurnLimit } from "../../../base/limits.js";
import { maySpeak, type Participant } from "../../../core/state/participant.js";
import { type Ahead, forecastFor } from "../../../core/stopping/budget-forecast.js";
import type { Decision } from "../../../records/decision.js";
import type { StopReason } from "../../../records/stop-reason.js";
import type { PlannedTask, TaskResult } from "../../../records/task.js";
import type { ToolCall } from "../../../records/tool-call.js";
import { isFailedCall, isRefused } from "../../models/call-failure.js";
import { summarizeMemory } from "../../steps/boundary/between-turns.js";
import { hearInbox } from "../../steps/boundary/hear-inbox.js";
import { findStop } from "../../steps/boundary/stop-check.js";
import { announce, recordDecision } from "../../steps/floor/choose-speaker.js";
import { openFloor } from "../../steps/floor/open-floor.js";
import { findRequest } from "../../steps/run/floor-requests.js";
import { callFor, personalScene, promptsFor } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import { askPerson, lateReason, missTurn } from "../../steps/speaking/ask-person.js";
import { closeAloud, speakAloud, speakForPerson } from "../../steps/speaking/speech.js";
import { openTasks, readyTasks, resultsOf, skippedTasks, supervisorOf } from "./plan.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

/**
 * Returns the tasks to work on next. If the budget does not cover all ready tasks and the summary, omits the last
 * tasks.
 */
export function tasksToGive(state: SupervisorConversation): PlannedTask[] {
  const tasks = readyTasks(state);
  while (tasks.length > 0 && forecastFor(state, aheadOfTasks(tasks.length))?.reason) tasks.pop();
  return tasks;
}

/**
 * Returns the participant who carries out a task: the planned worker or, if that worker may not speak, the next
 * participant who may.
 */
function workerOf({ participants }: SupervisorConversation, { worker }: PlannedTask): Participant | undefined {
  const seat = participants.findIndex(({ name }) => name === worker);
  return [...participants.slice(seat), ...participants.slice(0, seat)].find(maySpeak);
}

function giveTasks(state: SupervisorConversation): Decision[] {
  return tasksToGive(state).map((planned, index) => {
    const { number, task, after } = planned;
    const worker = workerOf(state, planned)?.name;
    const others = state.participants.filter(({ name }) => name !== worker);
    const excluded = others.map(({ name }) => ({ participant: name, reason: "other-task" }) as const);
    const open = openFloor(state, { excludedOf: () => excluded });
    const floor = { ...open.floor, turn: open.floor.turn + index };
    const selected = { seat: floor.candidates[0]?.seat ?? -1, rule: "assigned" };
    return { ...recordDecision({ ...open, floor }, selected), task: { number, task, after } };
  });
}

/**
 * Assigns the ready tasks to workers. If a request for the floor is open, for example because a listener has asked
 * somebody a question, gives the requested participant the floor instead, and assigns no task.
 */
export function chooseWorkers(state: SupervisorConversation, step: StepContext): SupervisorUpdate {
  const open = openFloor(state);
  if (open.granted) return announce([recordDecision(open, open.granted)], step);
  return { ...announce(giveTasks(state), step), nextSpeaker: "" };
}

/** The input of `execute`. A node started by `Send` receives nothing else, so the input includes the state. */
export interface ExecuteTask {
  readonly state: SupervisorConversation;
  readonly number: number;
  readonly turn: number;
}

export async function execute({ state, number, turn }: ExecuteTask, step: StepContext): Promise<SupervisorUpdate> {
  const planned = state.tasks.find((task) => task.number === number);
  const self = planned && workerOf(state, planned);
  if (!self) throw new Error(`there is no task ${number}`);
  const finish = (outcome: TaskResult["outcome"], text: string, reason = "") => {
    const result = { ...planned, worker: self.name, turn, outcome, text, reason };
    step.emit({ type: "task", turn, result });
    return { turn, results: [result] };
  };
  const { task } = planned;
  const basis = resultsOf(state).filter((result) => planned.after.includes(result.number));
  const request = { ...personalScene(state, self, turn), purpose: "execute", task, basis } as const;
  const question = callFor(step, state, request);
  const slot = { speaker: self.name, turn, kind: "speech", id: `turn-${turn}` } as const;
  return step.fanOut.run(step.signal, async () => {
    if (self.human) {
      const { text, isLate } = await askPerson(state, { participant: self.name, turn, purpose: "execute", task }, step);
      if (isLate) return { ...missTurn(state, slot, text, step), ...finish("failed", "", lateReason(state)) };
      if (text === "") return finish("failed", text, promptsFor(step, state).passesTask);
      return { messages: [speakForPerson(state, slot, text, step)], ...finish("done", text) };
    }
    const toolCalls: ToolCall[] = [];
    try {
      const said = await speakAloud(state, slot, question, step, { toolCalls });
      return { ...said, ...finish("done", said.messages[0]?.text ?? "") };
    } catch (error) {
      // A rejected key or an account without credit would fail every task, so it fails the run.
      if (step.signal.aborted || !isFailedCall(error) || isRefused(error)) throw error;
      return { ...finish("failed", "", error.message), toolCalls };
    }
  });
}

/** Returns what the budget must cover: this many tasks, each of which takes a turn, and one call for the summary. */
const aheadOfTasks = (turns: number): Ahead => ({ turns, closing: { calls: 1, turns: 1 }, leastCalls: 1 });

/** Returns the open tasks as failed. `kind`: why the conversation ends before they are done. */
function abandon(state: SupervisorConversation, kind: StopReason["kind"], step: StepContext): TaskResult[] {
  const prompts = promptsFor(step, state);
  const reason = kind === "budget" ? prompts.overBudget : prompts.endedEarly;
  // `resultsOf` ignores results from the turn `turnAtStart` and earlier. If no task has started, `state.turn` still
  // equals `turnAtStart`.
  const turn = Math.max(state.turn, state.turnAtStart + 1);
  return openTasks(state).map((task) => ({ ...task, turn, outcome: "failed", text: "", reason }));
}

export async function stopCheck(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
  const { tasks, turn } = state;
  // In this mode, `maxTurns` limits the tasks in a plan, not the turns.
  const unlimited = { ...state, maxTurns: maxTurnLimit };
  const { reason, found } = await findStop(unlimited, { aheadOf: () => aheadOfTasks(1) }, step);
  const abandoned = reason ? abandon(state, reason.kind, step) : skippedTasks(state);
  for (const result of abandoned) step.emit({ type: "task", turn, result });
  // Interjections that arrive during the work enter the conversation before the summary.
  const { heard, after } = await hearInbox(state, step);
  const results = [...resultsOf(state), ...abandoned];
  const update = { results: abandoned, ...heard, ...found };
  const isAsked = findRequest(after) !== undefined;
  if (!reason && (results.length < tasks.length || isAsked))
    return { ...update, ...(await summarizeMemory(state, step)) };
  const done = results.filter(({ outcome }) => outcome === "done").length;
  const planDone = { kind: "tasks", turn, tasks: tasks.length, done } as const;
  return { ...update, stopReason: (abandoned.length > 0 && reason) || planDone };
}

export async function sumUp(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
  const scene = personalScene(state, supervisorOf(state), state.turn);
  const said = await closeAloud(state, { ...scene, purpose: "sum-up", results: resultsOf(state) }, step);
  return { ...said, summary: said.messages[0]?.text ?? "" };
}
