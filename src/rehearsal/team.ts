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

function basisOf(index: number, workers: number): number[] {
  const earlier = Array.from({ length: index }, (_, other) => other);
  const others = earlier.filter((other) => other % workers !== index % workers);
  return (others.length > 0 ? others : earlier).map((other) => other + 1);
}

const themeOfTask = (task: string, request: ModelRequest) => themesFor(request).find(({ gap }) => task.includes(gap));

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
  for (let told = results.length; told >= 0; told -= 1) {
    const voice = new Voice(request);
    const say = (part: string, slots: Slots = {}) => voice.say(`team.sumUp.${part}`, { limit: 400, slots });
    const group = (part: string, of: readonly TaskResult[]) => (of.length > 0 ? say(part, namesOf(of, request)) : "");
    const failure = (one: TaskResult) => say(one.outcome === "failed" ? "failed" : "skipped", slotsOf(one, request));
    const [failed, rest] = [undone.slice(0, told), undone.slice(told)];
    const [shown, hidden] = [done.slice(0, told - failed.length), done.slice(Math.max(0, told - failed.length))];
    const sentences = [
      say("opening"),
      ...shown.map((one) => say("done", slotsOf(one, request)) ?? group("doneShort", [one])),
      group("doneShort", hidden),
      ...failed.map(failure),
      group("missing", rest),
      say("conclusion"),
    ];
    for (const part of [sentences, sentences.slice(1), sentences.slice(1, -1)]) {
      const text = joined(part, language);
      if (text !== "" && countWords(text, language) <= wordLimit) return text;
    }
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
  const workers = [...new Set(results.map(({ worker }) => worker))].map((name) => ({ name }));
  return { names: namesIn(workers, request) };
}
