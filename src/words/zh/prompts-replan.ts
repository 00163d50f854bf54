import { indent } from "../../base/escape-text.js";
import type { Person } from "../../records/person.js";
import type { TaskInPlan } from "../../records/request.js";
import type { PlannedTask, PlanProblem } from "../../records/task.js";
import type { PromptCatalog } from "../en/prompts.js";
import { introduce } from "./prompts-modes.js";

const numbered = (people: readonly Person[]) =>
  people.map((person, index) => `${index + 1}. ${introduce(person)}`).join("\n");

const needs = ({ after }: PlannedTask) => (after.length === 0 ? "" : `（在 ${after.join("、")} 之后）`);
const remarked = ({ remark }: PlannedTask) => (remark ? `（这一次：${remark}）` : "");

function stateOf({ outcome, reason }: TaskInPlan): string {
  if (outcome === "failed") return `失败${reason && `：${reason}`}`;
  if (outcome === "skipped") return `跳过，因为缺少 ${reason}`;
  return outcome === "done" ? "已完成" : "未完成";
}

const problems: Readonly<Record<PlanProblem, string>> = {
  "no-decision": "你的回答里没有这种格式的决定。",
  "no-tasks": "你的计划里没有任务。如果没有别的要做，decision 就写 end。",
  "too-many-tasks": "你的计划里任务太多。",
  "no-text": "有一项任务没有文字。",
  "unknown-worker": "没有组员是你写的那个编号。",
  "unknown-task": "你的计划里有一项任务在等另一项任务，而后者既没有完成，也不在计划里。",
  "same-number": "有两项任务的编号相同。",
  cycle: "你的计划里有任务互相等待。",
  "too-long": "你的回答太长，读不完。",
};

const form = (mostTasks: number) =>
  `reason：用一句中文说明理由。
decision：计划仍能得到答案，就写 continue；需要换一份计划，就写 change；成果已经够了、不必再做别的，就写 end。
tasks：不改计划就留空；要改，就列出还要做的全部任务，最多 ${mostTasks} 项。没有列出的未完成任务就取消；已完成、失败或跳过的任务，列出来就重新变为未完成。每项给出 number（上面的编号；新任务用下一个没用过的编号）、worker（组员编号）、task（一句话，说明要交出什么）、after（非有不可的任务的编号；没有就留空）和 remark（这一次应该有什么不同；没有就留空）。`;

export const replanPrompts = {
  replan: ({ tasks, version, mostPlans, mostTasks, cast }) =>
    `这是计划的第 ${version} 版（最多 ${mostPlans} 版）和各项任务的情况：
${tasks.map((task) => indent(`${task.number}. ${task.worker}——${task.task}${needs(task)}：${stateOf(task)}`)).join("\n")}
组员：
${numbered(cast)}
请看对话里的成果，决定计划怎么办。
${form(mostTasks)}`,

  replanAgain: ({ mostTasks, cast }, problem) =>
    `${problems[problem]}组员的编号是 1 到 ${cast.length}。请按这个格式重新回答：
${form(mostTasks)}`,

  announceReplan: (reason, tasks, dropped) =>
    [
      reason,
      tasks.map((task) => `${task.number}. ${task.worker}——${task.task}${remarked(task)}${needs(task)}`).join("\n"),
      dropped.length === 0 ? "" : `不必再做：${dropped.join("、")}。`,
    ]
      .filter(Boolean)
      .join("\n\n"),

  besidesTask: ({ again, colleagues = [] }) =>
    [
      again?.earlier?.text ? `${again.earlier.worker}先前交过这样一份：\n${indent(again.earlier.text)}` : "",
      again?.remark ? `这一次应该有什么不同：\n${indent(again.remark)}` : "",
      colleagues.length === 0
        ? ""
        : `如果这项任务该由别人来做，就不要做，转交出去：先写同事的编号，放在尖括号里，例如 <1>，再用一句话说明理由。\n${numbered(colleagues)}`,
    ]
      .filter(Boolean)
      .join("\n"),

  handedToNobody: "转交时写的编号不属于任何同事",
} satisfies Partial<PromptCatalog>;
