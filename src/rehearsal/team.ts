/** A rehearsed team: a plan, what each worker reports, and what all of it comes to. */
import type { ExecuteRequest, ModelRequest, PlanRequest, SumUpRequest } from "../models/request.js";
import type { TaskResult } from "../state/task.js";
import { countWords } from "../text/word-count.js";
import { quoteFrom } from "./hearing.js";
import { chanceInTurn, seatOf } from "./luck.js";
import { addressOf, namesIn, roleSlots } from "./names.js";
import { createPick, fitParts, joined, type Slots } from "./phrasing.js";
import { type Texts, textsOf } from "./texts.js";
import { type Theme, themesFor, themesOf } from "./themes.js";
import { topicIn } from "./topic.js";

const mostTasks = 6;
const fewestTasks = 3;

/** Tasks for everybody by trade, as JSON; the last one builds on the others. */
export function plan(request: PlanRequest): string {
  const { cast, wordLimit } = request;
  const texts = textsOf(request.language, "team");
  const wanted = cast.length + (chanceInTurn(request, "one more") < 0.5 ? 1 : 0);
  const count = Math.min(request.mostTasks, Math.max(fewestTasks, Math.min(mostTasks, wanted)));
  const pick = createPick(request);
  const taken: Theme[] = [];
  const tasks = Array.from({ length: count }, (_, index) => {
    const seat = index % cast.length;
    const isLast = index === count - 1 && count > 2;
    const own = cast[seat] ? [...themesOf(cast[seat], request), ...themesFor(request)] : [];
    const theme = own.find((one) => !taken.includes(one));
    if (theme) taken.push(theme);
    const { last, tinyTask } = texts;
    const text = (isLast ? pick(last) : pick(texts.tasks, { gap: theme?.gap })) ?? pick(tinyTask, {}, { limit: wordLimit });
    return { worker: seat + 1, task: text ?? tinyTask.at(-1) ?? "", after: isLast ? basisOf(index, cast.length) : [] };
  });
  return JSON.stringify({ tasks });
}

/** The earlier tasks of others, by number; all of them where there is nobody else. */
function basisOf(index: number, workers: number): number[] {
  const earlier = Array.from({ length: index }, (_, other) => other);
  const others = earlier.filter((other) => other % workers !== index % workers);
  return (others.length > 0 ? others : earlier).map((other) => other + 1);
}

const themeOfTask = (task: string, request: ModelRequest) => themesFor(request).find(({ gap }) => task.includes(gap));

const ended = (sentence: string) => sentence.replace(/[.。]$/u, "");

/** What a result says in one sentence: a finding where there is one. */
function gistOf(text: string, request: ModelRequest): string | undefined {
  const { findings, reports } = textsOf(request.language, "team");
  const found = [...Object.values(findings).flat(), ...reports.draft, ...reports.general].find((one) => text.includes(one));
  return found ? ended(found) : quoteFrom(text, request);
}

/** What a worker found. */
export function execute(request: ExecuteRequest): string {
  const { self, task, basis, language } = request;
  const { reports, findings, last } = textsOf(language, "team");
  const theme = themeOfTask(task, request);
  const isDraft = last.includes(task);
  const pick = createPick(request, 5 * seatOf(request, self.name) + request.turn);
  const source = basis.findLast(({ worker, outcome, text }) => worker !== self.name && outcome === "done" && gistOf(text, request));
  const slots: Slots = {
    gap: theme?.gap,
    task: topicIn({ topic: task, language }, 20),
    ...roleSlots(self, language),
    name: source && addressOf(source.worker, request),
    said: source && gistOf(source.text, request),
  };
  const from = (rank: number, patterns: Texts | undefined, share = 1) => ({
    rank,
    make: (limit: number) => patterns && pick(patterns, slots, { limit: limit * share }),
  });
  const parts = fitParts(
    [
      from(2, isDraft ? [] : theme ? reports.opening : reports.quoted),
      from(1, source ? reports.basis : []),
      from(0, isDraft ? reports.draft : ((theme && findings[theme.name]) ?? reports.general)),
      from(4, theme && chanceInTurn(request, "role") < 0.4 ? reports.role : []),
      from(3, isDraft ? [] : reports.advice),
    ],
    request,
  );
  return joined(parts, language) || (pick(reports.tiny) ?? reports.tiny.at(-1) ?? "");
}

/** All results together; whatever was not done is named. */
export function sumUp(request: SumUpRequest): string {
  const { results, language, wordLimit } = request;
  const { sumUp: texts } = textsOf(language, "team");
  const done = results.filter(({ outcome }) => outcome === "done");
  const undone = results.filter(({ outcome }) => outcome !== "done");
  // In every step less is told of each, until all of it fits.
  for (let told = done.length + 1; told >= 0; told -= 1)
    for (const isDetailed of [true, false]) {
      const pick = createPick(request);
      const detailed = done.slice(0, told).flatMap((result) => pick(texts.done, slotsOf(result, request)) ?? []);
      const rest = done.slice(told);
      const text = joined(
        [
          told > done.length || done.length === 0 ? pick(texts.opening) : undefined,
          ...detailed,
          rest.length > 0 ? pick(texts.doneShort, namesOf(rest, request)) : undefined,
          ...(isDetailed
            ? undone.map((one) => pick(one.outcome === "failed" ? texts.failed : texts.skipped, slotsOf(one, request)))
            : [undone.length > 0 ? pick(texts.missing, namesOf(undone, request)) : undefined]),
          told > 0 || done.length === 0 ? pick(texts.conclusion) : undefined,
        ],
        language,
      );
      if (text !== "" && countWords(text, language) <= wordLimit) return text;
    }
  return createPick(request)(texts.tiny) ?? texts.tiny.at(-1) ?? "";
}

function slotsOf({ worker, task, text, reason }: TaskResult, request: SumUpRequest): Slots {
  const plain = reason.replace(/[\n:：{}<>*#]/gu, " ").trim();
  return {
    name: addressOf(worker, request),
    said: gistOf(text, request),
    gap: themeOfTask(task, request)?.gap,
    reason: plain !== "" && plain.length <= 120 ? plain : undefined,
  };
}

function namesOf(results: readonly TaskResult[], request: SumUpRequest): Slots {
  const workers = [...new Set(results.map(({ worker }) => worker))];
  return { names: namesIn(workers, request) };
}
