/** The prompts of a supervised team in English. */
import type { TaskResult } from "../../state/task.js";
import { indent } from "../../text/lines.js";
import type { PromptCatalog } from "../prompt-catalog.js";
import { introduceAll, material, numbered, youAre } from "./prompts-shared.js";

const show = ({ number, worker, task, text }: TaskResult) =>
  `Task ${number}, done by ${worker}:\n${indent(task)}\nResult:\n${indent(text)}`;

const undone = (results: readonly TaskResult[]) =>
  results
    .filter(({ outcome }) => outcome !== "done")
    .map(({ number, worker, task, outcome, reason }) =>
      outcome === "failed"
        ? indent(`Task ${number} of ${worker} failed: ${task} (${reason})`)
        : indent(`Task ${number} of ${worker} was not started, because it needs ${reason}: ${task}`),
    )
    .join("\n");

export const supervisionPrompts = {
  supervising: ({ self, cast, topic, rules }) =>
    `${youAre({ self })}

You supervise a team: ${introduceAll(cast)}. They work for you on this:
${indent(topic)}

${rules}

${material}`,

  plan: ({ cast, mostTasks }) =>
    `Make the plan: which tasks lead to an answer, and who does which. At most ${mostTasks} tasks. Tasks that can be done at the same time should not wait for each other.
The workers:
${numbered(cast)}
For each task give worker (the number), task (one sentence that says what to deliver) and after (the numbers of earlier tasks in your plan, counted from 1, whose results it needs; empty if none).`,

  planAgain: ({ cast, mostTasks }) =>
    `That is not a plan in the requested form. Give tasks, one to ${mostTasks} of them, each with worker (1 to ${cast.length}), task, and after with numbers of earlier tasks only.`,

  announcePlan: (tasks) =>
    tasks
      .map(({ number, worker, task, after }) => {
        const needs = after.length === 0 ? "" : ` (after ${after.join(", ")})`;
        return `${number}. ${worker} – ${task}${needs}`;
      })
      .join("\n"),

  execute: ({ self, task, basis, wordLimit }) =>
    `${basis.length === 0 ? "" : `These tasks are done, and yours builds on them:\n${basis.map(show).join("\n")}\n\n`}${self.name} has this task:
${indent(task)}
Do it and write down the result: what you found or made, what it is based on, what remains uncertain. At most ${wordLimit} words, only the result itself.`,

  sumUp: ({ self, results, wordLimit }) => {
    const missing = undone(results);
    return `The work is done. Write the summary that ${self.name} gives to whoever asked: the answer first, then the results that support it and who produced them.${
      missing ? `\nThe following was not done; say so, and what is missing because of it:\n${missing}` : ""
    }\nAt most ${wordLimit} words, only the summary itself.`;
  },
} satisfies Partial<PromptCatalog>;
