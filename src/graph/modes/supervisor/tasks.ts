import { maxTurnLimit } from "../../../base/limits.js";
import { maySpeak, type Participant } from "../../../core/state/participant.js";
import { type Ahead, forecastFor } from "../../../core/stopping/budget-forecast.js";
import type { Decision } from "../../../records/decision.js";
import type { StopReason } from "../../../records/stop-reason.js";
import type { PlannedTask, TaskResult } from "../../../records/task.js";
import type { ToolCall } from "../../../records/tool-call.js";
import { isFailedAlone } from "../../models/call-failure.js";
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
import { abandon, planDone, progressOf } from "./end-work.js";
import { supervisorOf } from "./plan.js";
import {
  attemptOf,
  handoversOf,
  isLookDue,
  mayReplan,
  mostTasksOf,
  openTasks,
  readyTasks,
  resultsOf,
  skippedTasks,
  tasksLeft,
  tasksOf,
} from "./progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

/** Returns the ready tasks, without the last ones if the budget or the limit on tasks does not cover all of them. */
export function tasksToGive(state: SupervisorConversation): PlannedTask[] {
  const tasks = readyTasks(state).slice(0, tasksLeft(state));
  while (tasks.length > 0 && forecastFor(state, aheadOfTasks(state, tasks.length))?.reason) tasks.pop();
  return tasks;
}

/** The planned worker or, if that worker may not speak, the next participant who may. */
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
 * Assigns the ready tasks to workers. If a request for the floor is open, gives the requested participant the floor
 * instead.
 */
export function chooseWorkers(state: SupervisorConversation, step: StepContext): SupervisorUpdate {
  const open = openFloor(state);
  if (open.granted) return announce([recordDecision(open, open.granted)], step);
  return { ...announce(giveTasks(state), step), nextSpeaker: "" };
}

/** A node started by `Send` receives only the input in the `Send`, so this input includes the state. */
export interface ExecuteTask {
  readonly state: SupervisorConversation;
  readonly number: number;
  readonly turn: number;
}

function colleaguesOf(state: SupervisorConversation, self: Participant, task: PlannedTask): Participant[] {
  if (!mayReplan(state)) return [];
  const before = handoversOf(state, task).map(({ worker }) => worker);
  return state.participants.filter((each) => maySpeak(each) && each !== self && !before.includes(each.name));
}

function besidesTask(state: SupervisorConversation, task: PlannedTask, colleagues: readonly Participant[]) {
  const earlier = resultsOf(state).find(({ number, outcome }) => number === task.number && outcome === "done");
  const isAgain = attemptOf(task) > 1 || task.remark;
  return {
    ...(isAgain && { again: { remark: task.remark ?? "", ...(earlier && { earlier }) } }),
    ...(colleagues.length > 0 && { colleagues }),
  };
}

export async function execute({ state, number, turn }: ExecuteTask, step: StepContext): Promise<SupervisorUpdate> {
  const planned = tasksOf(state).find((task) => task.number === number);
  const self = planned && workerOf(state, planned);
  if (!self) throw new Error(`there is no task ${number}`);
  const finish = (outcome: TaskResult["outcome"], text: string, reason = "", to?: string) => {
    const result = { ...planned, worker: self.name, turn, outcome, text, reason, ...(to !== undefined && { to }) };
    step.emit({ type: "task", turn, result });
    return { turn, results: [result] };
  };
  const { task } = planned;
  const basis = resultsOf(state).filter((result) => planned.after.includes(result.number));
  const colleagues = colleaguesOf(state, self, planned);
  const besides = besidesTask(state, planned, colleagues);
  const request = { ...personalScene(state, self, turn), purpose: "execute", task, basis, ...besides } as const;
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
    let handedTo: number | undefined;
    const onNumber = (given: number | undefined) => {
      handedTo = given;
    };
    try {
      const said = await speakAloud(state, slot, question, step, {
        toolCalls,
        ...(colleagues.length > 0 && { onNumber }),
      });
      const text = said.messages[0]?.text ?? "";
      if (handedTo === undefined) return { ...said, ...finish("done", text) };
      const colleague = colleagues[handedTo - 1]?.name;
      if (colleague !== undefined) return { ...said, ...finish("handed-over", text, "", colleague) };
      return { ...said, ...finish("failed", "", promptsFor(step, state).handedToNobody) };
    } catch (error) {
      // A rejected key or an account without credit would fail every task, so it fails the run.
      if (step.signal.aborted || !isFailedAlone(error)) throw error;
      return { ...finish("failed", "", error.message), toolCalls };
    }
  });
}

/**
 * What the budget must cover: `turns` tasks (one turn each), one call for the summary and, if the supervisor may
 * replan, one call to look at the results.
 */
function aheadOfTasks(state: SupervisorConversation, turns: number): Ahead {
  const calls = mayReplan(state) ? 2 : 1;
  return { turns, closing: { calls, turns: calls }, leastCalls: 1 };
}

function limitOfTasks(state: SupervisorConversation): StopReason | undefined {
  if (tasksLeft(state) > 0 || openTasks(state).length === 0) return undefined;
  return { kind: "plan-limit", limited: "tasks", limit: mostTasksOf(state), ...progressOf(state) };
}

export async function stopCheck(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
  const { turn } = state;
  // In this mode, `maxTurns` limits the tasks in a plan, not the turns.
  const unlimited = { ...state, maxTurns: maxTurnLimit };
  const { reason: found, ...checked } = await findStop(unlimited, { aheadOf: () => aheadOfTasks(state, 1) }, step);
  const reason = found ?? limitOfTasks(state);
  const isSeen = !isLookDue(state);
  const undone = isSeen ? skippedTasks(state) : [];
  const abandoned = reason ? abandon(state, reason.kind, step) : undone;
  for (const result of abandoned) step.emit({ type: "task", turn, result });
  // Interjections that arrive during the work enter the conversation before the summary.
  const { heard, after } = await hearInbox(state, step);
  const results = [...state.results, ...abandoned];
  const update = { results: abandoned, ...heard, ...checked.found };
  const isOver = isSeen && openTasks({ ...state, results }).length === 0 && findRequest(after) === undefined;
  if (!reason && !isOver) return { ...update, ...(await summarizeMemory(state, step)) };
  return { ...update, stopReason: (abandoned.length > 0 && reason) || planDone({ ...state, results }) };
}

export async function sumUp(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
  const scene = personalScene(state, supervisorOf(state), state.turn);
  const said = await closeAloud(state, { ...scene, purpose: "sum-up", results: resultsOf(state) }, step);
  return { ...said, summary: said.messages[0]?.text ?? "" };
}
