/** A rehearsed team: a plan, what each worker reports, and what all of it comes to. */

import { countWords } from "../locales/word-count.js";
import type { ExecuteRequest, ModelRequest, PlanRequest, SumUpRequest } from "../models/request.js";
import type { TaskResult } from "../state/task.js";
import { quoteFrom } from "./hearing.js";
import { chanceInTurn, seatOf } from "./luck.js";
import { addressOf, namesIn, roleSlots } from "./names.js";
import { joined, type Part, type Slots, Voice } from "./phrasing.js";
import { type Texts, type Theme, textsIn, valueAt } from "./texts.js";
import { themesFor, themesOf } from "./themes.js";
import { topicIn } from "./topic.js";

const mostTasks = 6;
const fewestTasks = 3;

/** Tasks for everybody by trade, as JSON; the last one builds on the others. */
export function plan(request: PlanRequest): string {
  const { cast } = request;
  const wanted = cast.length + (chanceInTurn(request, "one more") < 0.5 ? 1 : 0);
  const count = Math.min(request.mostTasks, Math.max(fewestTasks, Math.min(mostTasks, wanted)));
  const voice = new Voice(request);
  const taken = new Set<string>();
  const tasks = Array.from({ length: count }, (_, index) => {
    const seat = index % cast.length;
    const worker = cast[seat];
    const isLast = index === count - 1 && count > 2;
    const themes: Theme[] = worker ? [...themesOf(worker, request), ...themesFor(request)] : [];
    const theme = themes.find(({ name }) => !taken.has(name));
    if (theme) taken.add(theme.name);
    const source = isLast ? "team.last" : "team.tasks";
    const say: Part = [0, (limit) => voice.say(source, { limit, slots: { gap: theme?.gap } })];
    return {
      worker: seat + 1,
      task: voice.speak([say], "team.tinyTask"),
      after: isLast ? basisOf(index, cast.length) : [],
    };
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

/** What a result says in one sentence: a finding where there is one. */
function gistOf(text: string, request: ModelRequest): string | undefined {
  const { findings, reports } = valueAt<{ findings: object; reports: Record<string, Texts> }>(request.language, "team");
  const known = [...textsIn(findings), ...(reports["draft"] ?? []), ...(reports["general"] ?? [])];
  return known.find((one) => text.includes(one))?.replace(/[.。]$/u, "") ?? quoteFrom(text, request);
}

/** What a worker found. */
export function execute(request: ExecuteRequest): string {
  const { self, task, basis, language } = request;
  const theme = themeOfTask(task, request);
  const isDraft = valueAt<Texts>(language, "team.last").includes(task);
  const done = basis.filter(({ worker, outcome }) => worker !== self.name && outcome === "done");
  const source = done.findLast(({ text }) => gistOf(text, request));
  const slots = {
    gap: theme?.gap,
    task: topicIn({ topic: task, language }, 20),
    ...roleSlots(self, language),
    name: source && addressOf(source.worker, request),
    said: source && gistOf(source.text, request),
  };
  const findings = theme && valueAt<Record<string, Texts>>(language, "team.findings")[theme.name];
  const basisPart: Part[] = source ? [[1, "team.reports.basis"]] : [];
  const role: Part[] = theme && chanceInTurn(request, "role") < 0.4 ? [[4, "team.reports.role"]] : [];
  const parts: Part[] = isDraft
    ? [...basisPart, [0, "team.reports.draft"]]
    : [
        [2, theme ? "team.reports.opening" : "team.reports.quoted"],
        ...basisPart,
        [0, findings ?? "team.reports.general"],
        ...role,
        [3, "team.reports.advice"],
      ];
  return new Voice(request, slots, 5 * seatOf(request, self.name) + request.turn).speak(parts, "team.reports.tiny");
}

/** All results together; whatever was not done is named. Where there is little room, less is told of each. */
export function sumUp(request: SumUpRequest): string {
  const { results, language, wordLimit } = request;
  const done = results.filter(({ outcome }) => outcome === "done");
  const undone = results.filter(({ outcome }) => outcome !== "done");
  for (let told = done.length + 1; told >= 0; told -= 1)
    for (const isDetailed of [true, false]) {
      const voice = new Voice(request);
      const say = (part: string, slots?: Slots) =>
        voice.say(`team.sumUp.${part}`, { limit: 400, ...(slots && { slots }) });
      const failure = (one: TaskResult) => say(one.outcome === "failed" ? "failed" : "skipped", slotsOf(one, request));
      const rest = done.slice(told);
      const missing = isDetailed
        ? undone.map(failure)
        : [undone.length > 0 ? say("missing", namesOf(undone, request)) : ""];
      const sentences = [
        told > done.length || done.length === 0 ? say("opening") : undefined,
        ...done
          .slice(0, told)
          .map((one) => say("done", slotsOf(one, request)) ?? say("doneShort", namesOf([one], request))),
        rest.length > 0 ? say("doneShort", namesOf(rest, request)) : undefined,
        ...missing,
        told > 0 || done.length === 0 ? say("conclusion") : undefined,
      ];
      const text = joined(sentences, language);
      if (text !== "" && countWords(text, language) <= wordLimit) return text;
    }
  return new Voice(request).speak([], "team.sumUp.tiny");
}

function slotsOf({ worker, task, text, reason }: TaskResult, request: SumUpRequest): Slots {
  const plain = reason.replace(/[\n:：{}<>*#]/gu, " ").trim();
  const name = addressOf(worker, request);
  const why = plain !== "" && plain.length <= 120 ? plain : undefined;
  return { name, said: gistOf(text, request), gap: themeOfTask(task, request)?.gap, reason: why };
}

function namesOf(results: readonly TaskResult[], request: SumUpRequest): Slots {
  const workers = [...new Set(results.map(({ worker }) => worker))];
  return {
    names: namesIn(
      workers.map((name) => ({ name })),
      request,
    ),
  };
}
