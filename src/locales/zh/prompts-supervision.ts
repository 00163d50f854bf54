/** The prompts of a supervised team in Chinese. */
import type { TaskResult } from "../../state/task.js";
import { indent } from "../../text/lines.js";
import type { PromptCatalog } from "../prompt-catalog.js";
import { introduceAll, material, numbered, youAre } from "./prompts-shared.js";

const show = ({ number, worker, task, text }: TaskResult) =>
  `任务 ${number}，由${worker}完成：\n${indent(task)}\n成果：\n${indent(text)}`;

const undone = (results: readonly TaskResult[]) =>
  results
    .filter(({ outcome }) => outcome !== "done")
    .map(({ number, worker, task, outcome, reason }) =>
      outcome === "failed"
        ? indent(`任务 ${number}（${worker}）失败：${task}（${reason}）`)
        : indent(`任务 ${number}（${worker}）没有开始，因为缺少 ${reason}：${task}`),
    )
    .join("\n");

export const supervisionPrompts = {
  supervising: ({ self, cast, topic, rules }) =>
    `${youAre({ self })}

你带领一个小组：${introduceAll(cast)}。他们替你做这件事：
${indent(topic)}

${rules}

用中文。

${material}`,

  plan: ({ cast, mostTasks }) =>
    `请定计划：做哪些任务才能得到答案，各由谁做。最多 ${mostTasks} 项。能同时做的就不要互相等。
组员：
${numbered(cast)}
每项任务给出 worker（编号）、task（一句话，说明要交出什么）和 after（计划里更早的、非有不可的任务的编号，从 1 数起；没有就留空）。`,

  planAgain: ({ cast, mostTasks }) =>
    `这不是要求的计划格式。请给出 tasks，1 到 ${mostTasks} 项，每项有 worker（1 到 ${cast.length}）、task，以及只含更早任务编号的 after。`,

  announcePlan: (tasks) =>
    tasks
      .map(({ number, worker, task, after }) => {
        const needs = after.length === 0 ? "" : `（在 ${after.join("、")} 之后）`;
        return `${number}. ${worker}——${task}${needs}`;
      })
      .join("\n"),

  execute: ({ self, task, basis, wordLimit }) =>
    `${basis.length === 0 ? "" : `以下已经完成，你的任务以它为基础：\n${basis.map(show).join("\n")}\n\n`}${self.name}的任务：
${indent(task)}
请完成它，写下成果：查到或做出了什么，依据是什么，还有什么不确定。不超过${wordLimit}个字，只写成果本身。`,

  sumUp: ({ self, results, wordLimit }) => {
    const missing = undone(results);
    return `任务都结束了。写出${self.name}给提问人的总结：先说答案，再说支撑它的成果和各是谁做的。${
      missing ? `\n以下没有做成，请说明，以及因此缺了什么：\n${missing}` : ""
    }\n不超过${wordLimit}个字，只写总结本身。`;
  },
} satisfies Partial<PromptCatalog>;
