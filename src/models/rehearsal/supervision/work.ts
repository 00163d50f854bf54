/** What a task is about, and what a report holds of findings. Both are known by their words, as nothing else is passed on. */

import { countWords } from "../../../locales/word-count.js";
import type { Participant } from "../../../state/participant.js";
import { concernIn, concernsOf, pointIn } from "../concerns.js";
import { chanceInDebate } from "../luck.js";
import { type ConcernName, concernNames } from "../phrases.js";
import { isInLanguage } from "../spoken.js";
import { longestFragment } from "../template.js";
import { type DraftName, draftNames, type Finding } from "./phrases.js";
import type { TeamBrief } from "./sayer.js";
import { supervisionTextsOf } from "./texts.js";

/** What kind of work a task is. */
export interface Work {
  readonly concern: ConcernName | undefined;
  readonly draft: DraftName | undefined;
  /** How a report on it begins; undefined where the task is not one of the rehearsal's own. */
  readonly report: string | undefined;
}

/** So long is the task that a report can quote. */
const longestTask = { en: 18, zh: 24 } as const;

export function workIn(task: string, request: TeamBrief): Work {
  const { errands, drafts } = supervisionTextsOf[request.language];
  const known = [
    ...concernNames.flatMap((concern) =>
      errands[concern].errands.map(({ task, report }) => ({ concern, draft: undefined, report, texts: [task] })),
    ),
    ...draftNames.map((draft) => {
      const { task, alone, report } = drafts[draft];
      return { concern: undefined, draft, report, texts: [task, alone] };
    }),
  ];
  const asked = task.toLowerCase();
  const found = known.find(({ texts }) => texts.some((text) => asked.includes(longestFragment(text))));
  if (found) return { concern: found.concern, draft: found.draft, report: found.report };
  return { concern: pointIn(task, request)?.concern ?? concernIn(task, request), draft: undefined, report: undefined };
}

/** A concern of the worker's for a task that names none. */
export function ownConcern(worker: Participant, task: string, request: TeamBrief): ConcernName {
  const concerns = concernsOf(worker, request);
  return concerns[Math.floor(chanceInDebate(request, 0, `task ${task}`) * concerns.length)] as ConcernName;
}

/** The rehearsal's own findings in a text, in their order. */
export function findingsIn(text: string, { language }: TeamBrief): Finding[] {
  const { errands, drafts } = supervisionTextsOf[language];
  const known = [
    ...concernNames.flatMap((concern) => errands[concern].findings),
    ...draftNames.flatMap((draft) => drafts[draft].findings),
  ];
  return known
    .map((one) => ({ one, at: text.indexOf(one.finding) }))
    .filter(({ at }) => at >= 0)
    .sort((left, right) => left.at - right.at)
    .map(({ one }) => one);
}

/** A task in its own words, or as much of it as can be said in passing. */
export function quotedTask(task: string, { language }: TeamBrief): string | undefined {
  const plain = task.replace(/[“”"{}<>*\p{C}]/gu, " ").replace(/\s+/gu, " ");
  const whole = plain.replace(/[.!?。！？\s]+$/u, "").trim();
  const [clause = ""] = whole.split(/\s*[.,;:!?，。；：！？\n]\s*/u);
  return [whole, clause].find((text) => {
    const length = countWords(text, language);
    const isPlain = !/[.:!?：。！？]/u.test(text) && isInLanguage(text, language);
    return isPlain && length >= 2 && length <= longestTask[language];
  });
}
