import { indent } from "../../base/escape-text.js";
import type { Person } from "../../records/person.js";
import type { ExecuteRequest, ReplanRequest, TaskInPlan } from "../../records/request.js";
import type { PlannedTask, PlanProblem } from "../../records/task.js";
import { introduce } from "./prompts-modes.js";

const numbered = (people: readonly Person[]) =>
  people.map((person, index) => `${index + 1}. ${introduce(person)}`).join("\n");

const needs = ({ after }: PlannedTask) => (after.length === 0 ? "" : ` (after ${after.join(", ")})`);
const remarked = ({ remark }: PlannedTask) => (remark ? ` (this time: ${remark})` : "");

function stateOf({ outcome, reason }: TaskInPlan): string {
  if (outcome === "failed") return `failed${reason && `: ${reason}`}`;
  return outcome === "skipped" ? `skipped, because it needs ${reason}` : outcome;
}

const problems: Readonly<Record<PlanProblem, string>> = {
  "no-decision": "Your answer contained no decision in that form.",
  "no-tasks": "Your plan contained no tasks. If there is nothing left to do, decide “end”.",
  "too-many-tasks": "Your plan contained too many tasks.",
  "no-text": "One of your tasks had no text.",
  "unknown-worker": "There is no worker with the number that you gave.",
  "unknown-task": "A task in your plan waits for a task that is neither done nor in your plan.",
  "same-number": "Two of your tasks had the same number.",
  cycle: "Some tasks in your plan wait for each other.",
  "too-long": "Your answer was too long to be read.",
};

const form = (mostTasks: number) =>
  `reason: why, in one sentence.
decision: “continue” if the plan still leads to an answer, “change” if another plan is needed, “end” if the results suffice and nothing else needs to be done.
tasks: empty, unless you change the plan. If you change it, list all tasks that are still to be done, at most ${mostTasks}. An open task that you leave out is dropped; a finished, failed or skipped task becomes open again if you list it. For each task give number (its number above; for a new task, the next free number), worker (the worker's number), task (one sentence that says what to deliver), after (the numbers of the tasks whose results it needs; empty if none) and remark (what the worker should do differently from the last time; empty if nothing).`;

export const replanPrompts = {
  replan: ({ tasks, version, mostPlans, mostTasks, cast }: ReplanRequest) =>
    `This is the plan, version ${version} of at most ${mostPlans}, with the state of each task:
${tasks.map((task) => indent(`${task.number}. ${task.worker} – ${task.task}${needs(task)}: ${stateOf(task)}`)).join("\n")}
The workers:
${numbered(cast)}
Look at the results in the conversation, and decide what becomes of the plan.
${form(mostTasks)}`,

  replanAgain: ({ mostTasks, cast }: ReplanRequest, problem: PlanProblem) =>
    `${problems[problem]} The workers have the numbers 1 to ${cast.length}. Answer again in this form:
${form(mostTasks)}`,

  /** `dropped`: the numbers of the dropped tasks. */
  announceReplan: (reason: string, tasks: readonly PlannedTask[], dropped: readonly number[]) =>
    [
      reason,
      tasks.map((task) => `${task.number}. ${task.worker} – ${task.task}${remarked(task)}${needs(task)}`).join("\n"),
      dropped.length === 0 ? "" : `No longer needed: ${dropped.join(", ")}.`,
    ]
      .filter(Boolean)
      .join("\n\n"),

  /** What the prompt says in addition if a task is repeated or can be handed over. */
  besidesTask: ({ again, colleagues = [] }: ExecuteRequest) =>
    [
      again?.earlier?.text ? `${again.earlier.worker} has delivered this before:\n${indent(again.earlier.text)}` : "",
      again?.remark ? `What should be different this time:\n${indent(again.remark)}` : "",
      colleagues.length === 0
        ? ""
        : `If somebody else should do the task, hand it over instead of doing it: begin with the colleague's number in angle brackets, such as <1>, and say why in one sentence.\n${numbered(colleagues)}`,
    ]
      .filter(Boolean)
      .join("\n"),

  /** Why a task failed: its worker handed it over to a number that no colleague has. */
  handedToNobody: "to hand the task over, the worker gave a number that no colleague has",
};
