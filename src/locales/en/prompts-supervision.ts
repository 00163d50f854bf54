/** The prompts of a supervised team in English. */
import type { TaskResult } from "../../state/task.js";
import { indent } from "../../text/layout.js";
import type { PromptCatalog } from "../prompts.js";
import { aboutYou, introduce, material } from "./prompts-people.js";

const show = ({ number, worker, task, text }: TaskResult) =>
  `Task ${number}, done by ${worker}:\n${indent(task)}\nWhat came of it:\n${indent(text)}`;

const undone = (results: readonly TaskResult[]) =>
  results
    .filter(({ outcome }) => outcome !== "done")
    .map(({ number, worker, task, outcome, reason }) =>
      outcome === "failed"
        ? indent(`Task ${number} of ${worker} failed: ${task} (${reason})`)
        : indent(`Task ${number} of ${worker} was not begun, because it needs ${reason}: ${task}`),
    )
    .join("\n");

export const supervisionEnglish: Pick<
  PromptCatalog,
  "supervising" | "plan" | "planAgain" | "announcePlan" | "execute" | "sumUp"
> = {
  supervising: ({ self, cast, topic, rules }) =>
    `You are ${introduce(self)}.${aboutYou(self)}

You supervise a team: ${cast.map(introduce).join("; ")}. They work for you on this:
${indent(topic)}

${rules}

${material}`,

  plan: ({ cast, mostTasks }) =>
    `Make the plan: which tasks bring us to an answer, and who does which. At most ${mostTasks} tasks. What can be done at the same time should not wait for anything.
The workers:
${cast.map((worker, index) => `${index + 1}. ${introduce(worker)}`).join("\n")}
For every task give worker (the number), task (one sentence that says what is to be delivered) and after (the numbers of earlier tasks in your plan, counted from 1, whose results it cannot do without; else empty).`,

  planAgain: ({ cast, mostTasks }) =>
    `That is not a plan in the form asked for. Give tasks, one to ${mostTasks} of them, each with worker (1 to ${cast.length}), task, and after with numbers of earlier tasks only.`,

  announcePlan: (tasks) =>
    tasks
      .map(({ number, worker, task, after }) => {
        const needs = after.length === 0 ? "" : ` (after ${after.join(", ")})`;
        return `${number}. ${worker} – ${task}${needs}`;
      })
      .join("\n"),

  execute: ({ self, task, basis, wordLimit }) =>
    `${basis.length === 0 ? "" : `This has been done already, and your task builds on it:\n${basis.map(show).join("\n")}\n\n`}${self.name} has this task:
${indent(task)}
Do it, and write down the result: what you found or made, what it rests on, what remains uncertain. At most ${wordLimit} words, nothing but the result.`,

  sumUp: ({ self, results, wordLimit }) => {
    const missing = undone(results);
    return `The work is done. Write what ${self.name} makes of it for whoever asked: the answer first, then the results that carry it and whose they are.${
      missing ? `\nThis was not done; say so, and what is missing because of it:\n${missing}` : ""
    }\nAt most ${wordLimit} words, nothing but the summary.`;
  },
};
