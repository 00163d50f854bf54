/** What a supervisor says of tasks that were not done: whose, why, and what is missing without them. */

import { countWords } from "../../../locales/word-count.js";
import type { TaskResult } from "../../../state/task.js";
import type { SumUpRequest } from "../../request.js";
import { nameOf } from "../director/show.js";
import { namesOf, plainPoint } from "../meeting/wording.js";
import { fill } from "../template.js";
import type { Told } from "./done.js";
import { fits, joined, type Say } from "./sayer.js";
import { supervisionTextsOf } from "./texts.js";
import { quotedTask, workIn } from "./work.js";

const longestReason = { en: 14, zh: 22 } as const;

/** As full an account as fits into `most` words, else the names alone where `room` holds them. */
export function undoneSentences(request: SumUpRequest, say: Say, most: number, room: number): Told {
  const undone = request.results.filter(({ outcome }) => outcome !== "done");
  const { together } = supervisionTextsOf[request.language].sumUp.undone;
  const full = undone.map((result) => fullAccount(result, request, say));
  const named = (results: readonly TaskResult[]) => {
    const workers = [...new Set(results.map(({ worker }) => worker))].map((name) => ({ name }));
    return workers.length > 0 ? (fill(together, { names: namesOf(workers, request) }) as string) : "";
  };
  for (let count = full.length; count > 0; count -= 1) {
    const text = joined([...full.slice(0, count), named(undone.slice(count))], request);
    if (fits(text, most, request)) return { text, told: count };
  }
  return { text: fits(named(undone), room, request) ? named(undone) : "", told: 0 };
}

function fullAccount(result: TaskResult, request: SumUpRequest, say: Say): string {
  const { undone } = supervisionTextsOf[request.language].sumUp;
  const all = Number.POSITIVE_INFINITY;
  const needed = request.results.find(
    ({ number, outcome, worker }) => result.after.includes(number) && outcome !== "done" && worker !== result.worker,
  );
  const isSkipped = result.outcome === "skipped";
  const slots = {
    name: nameOf(result.worker, request),
    other: isSkipped && needed ? nameOf(needed.worker, request) : undefined,
    reason: saidReason(result.reason, request),
    lack: lackOf(result, request),
  };
  return (
    (isSkipped && (say("waiting", undone.waiting, slots, all) || say("skipped", undone.skipped, slots, all))) ||
    (!isSkipped && say("failed", undone.failed, slots, all)) ||
    say("unexplained", undone.unexplained, slots, all) ||
    say("undone", undone.short, slots, all)
  );
}

/** What nobody knows or has because a task was not done. */
export function lackOf({ task }: TaskResult, request: SumUpRequest): string | undefined {
  const { lack, drafts, lackOfTask } = supervisionTextsOf[request.language];
  const { concern, draft, report } = workIn(task, request);
  if (draft) return drafts[draft].lack;
  const isOwn = report !== undefined;
  const quoted = isOwn ? undefined : fill(lackOfTask, { task: quotedTask(task, request) });
  return quoted ?? (concern && fill(lack, { point: plainPoint(concern, request) }));
}

/** The heart of a reason: what stands between its first colon and the end of that sentence. */
function saidReason(reason: string, { language }: SumUpRequest): string | undefined {
  const [whole = "", heart] = reason.split(/:\s|：/u);
  const [sentence = ""] = (heart ?? whole).split(/[.!?](?:\s|$)|[。！？\n]/u);
  const plain = sentence
    .replace(/[:：“”"{}<>*\p{C}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  // In Chinese a foreign error message can be quoted as it is; in English nobody could read a Chinese one.
  if (language === "en" && /\p{Script=Han}/u.test(plain)) return undefined;
  return /\p{L}{2}/u.test(plain) && countWords(plain, language) <= longestReason[language] ? plain : undefined;
}
