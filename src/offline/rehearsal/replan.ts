/**
 * In a rehearsal, the supervisor assigns failed and skipped tasks again, and asks for more work once, if the limits
 * allow it.
 */
import type { ReplanRequest } from "../../core/model-request.js";
import type { TaskInPlan } from "../../records/request.js";
import { chanceInTurn } from "./luck.js";
import { addressOf, type Slots, Voice } from "./phrasing.js";
import { themesFor } from "./topic.js";

interface GivenTask extends Pick<TaskInPlan, "number" | "task" | "after"> {
  readonly worker: number;
  readonly remark: string;
}

function giveOut({ number, worker, task, after }: TaskInPlan, { cast }: ReplanRequest, isMoved = false): GivenTask {
  const seat =
    Math.max(
      0,
      cast.findIndex(({ name }) => name === worker),
    ) + (isMoved ? 1 : 0);
  return { number, worker: (seat % cast.length) + 1, task, after, remark: "" };
}

function say(part: string, request: ReplanRequest, slots: Slots = {}): string {
  const path = `team.replan.${part}`;
  return new Voice(request, slots).speak(path, [[0, path]]);
}

export function replan(request: ReplanRequest): string {
  const { tasks, version, mostPlans, mostTasks } = request;
  const open = tasks.filter(({ outcome }) => outcome === "open").map((task) => giveOut(task, request));
  const undone = tasks.filter(({ outcome }) => outcome === "failed" || outcome === "skipped");
  const [failed] = undone;
  const nameOf = ({ worker }: TaskInPlan) => addressOf(worker, request);
  const change = (reason: string, more: readonly GivenTask[]) =>
    JSON.stringify({ reason, decision: "change", tasks: [...open, ...more] });
  if (version < mostPlans && failed && open.length + undone.length <= mostTasks) {
    const repeated = undone.map((task) => giveOut(task, request, task.outcome === "failed"));
    return change(say("failed", request, { name: nameOf(failed) }), repeated);
  }
  const latest = tasks.findLast(({ outcome }) => outcome === "done");
  if (version === 1 && mostPlans > 1 && latest && open.length < mostTasks) {
    const theme = themesFor(request).find(({ gap }) => tasks.every(({ task }) => !task.includes(gap)));
    if (theme && chanceInTurn(request, "something more") < 0.5) {
      const slots = { gap: theme.gap };
      const added = { ...giveOut(latest, request, true), number: tasks.length + 1, after: [] };
      return change(say("more", request, slots), [{ ...added, task: say("task", request, slots) }]);
    }
    const again = { ...giveOut(latest, request), remark: say("remark", request) };
    return change(say("again", request, { name: nameOf(latest) }), [again]);
  }
  return JSON.stringify({ reason: say("stays", request), decision: "continue", tasks: [] });
}
