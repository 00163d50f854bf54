import type { ExecuteRequest, ModelRequest, PlanRequest, SumUpRequest } from "../../core/model-request.js";
import type { TaskResult } from "../../records/task.js";
import { quoteFrom } from "./hearing.js";
import { chanceInTurn } from "./luck.js";
import { addressOf, namesIn, type Part, Voice } from "./phrasing.js";
import { type Texts, textsIn, valueAt } from "./texts.js";
import { themesFor, themesOf, topicIn } from "./topic.js";

/** The last of three or more tasks depends on all others. Returns JSON. */
export function plan(request: PlanRequest): string {
  const { cast } = request;
  const wanted = cast.length + (chanceInTurn(request, "one more") < 0.5 ? 1 : 0);
  const count = Math.min(request.mostTasks, Math.max(3, Math.min(6, wanted)));
  const voice = new Voice(request);
  const taken = new Set<string>();
  const tasks = Array.from({ length: count }, (_, index) => {
    const seat = index % cast.length;
    const isLast = index === count - 1 && count > 2;
    const themes = cast.slice(seat, seat + 1).flatMap((worker) => themesOf(worker, request));
    const theme = [...themes, ...themesFor(request)].find(({ name }) => !taken.has(name));
    if (theme) taken.add(theme.name);
    const earlier = Array.from({ length: index }, (_, other) => other + 1);
    const say: Part = [0, isLast ? "team.last" : "team.tasks", { slots: { gap: theme?.gap } }];
    return { worker: seat + 1, task: voice.speak("team.tinyTask", [say]), after: isLast ? earlier : [] };
  });
  return JSON.stringify({ tasks });
}

const themeOfTask = (task: string, request: ModelRequest) => themesFor(request).find(({ gap }) => task.includes(gap));

function gistOf(text: string, request: ModelRequest): string | undefined {
  const { findings, reports } = valueAt<{ findings: object; reports: Record<string, Texts> }>(request.language, "team");
  const known = textsIn([findings, reports["draft"], reports["general"]]);
  return known.find((one) => text.includes(one))?.replace(/[.。]$/u, "") ?? quoteFrom(text, request);
}

export function execute(request: ExecuteRequest): string {
  const { self, task, basis, language, again } = request;
  const theme = themeOfTask(task, request);
  const done = basis.filter(({ worker, outcome }) => worker !== self.name && outcome === "done");
  const source = done.findLast(({ text }) => gistOf(text, request));
  const slots = {
    gap: theme?.gap,
    task: topicIn({ topic: task, language }, 20),
    name: source && addressOf(source.worker, request),
    said: source && gistOf(source.text, request),
  };
  const findings = theme && valueAt<Record<string, Texts>>(language, "team.findings")[theme.name];
  const isDraft = valueAt<Texts>(language, "team.last").includes(task);
  return new Voice(request, slots).speak("team.reports.tiny", [
    [2, again ? "team.reports.again" : "team.reports.opening"],
    [1, "team.reports.basis"],
    [0, isDraft ? "team.reports.draft" : (findings ?? "team.reports.general")],
    [3, isDraft ? [] : "team.reports.advice"],
  ]);
}

/** Reports each result in its long form only if that fits into an equal share of the words. */
export function sumUp(request: SumUpRequest): string {
  const { results, wordLimit } = request;
  const voice = new Voice(request);
  const done = results.filter(({ outcome }) => outcome === "done");
  const undone = results.filter(({ outcome }) => outcome !== "done");
  const told = done.map((one): Part => {
    const [slots, share] = [slotsOf([one], request), (wordLimit * 0.8) / results.length];
    const say = (part: string, limit: number) => voice.say(`team.sumUp.${part}`, { limit, slots });
    return [2, (room) => say("done", Math.min(room, share)) ?? say("doneShort", room)];
  });
  const [first, second] = undone;
  const slots = slotsOf(undone, request);
  const kind = first && !second && slots.reason ? first.outcome : "missing";
  const missing: Part[] = first ? [[0, `team.sumUp.${kind}`, { slots }]] : [];
  const parts: Part[] = [[4, "team.sumUp.opening"], ...told, ...missing, [3, "team.sumUp.conclusion"]];
  return voice.speak("team.sumUp.tiny", parts);
}

function slotsOf(results: readonly TaskResult[], request: SumUpRequest) {
  const names = namesIn([...new Set(results.map(({ worker }) => worker))], request);
  const { text = "", task = "", reason = "" } = results[0] ?? {};
  const why = /^[^\n:：{}<>*#]{1,120}$/u.test(reason) ? reason : undefined;
  return { names, name: names, said: gistOf(text, request), gap: themeOfTask(task, request)?.gap, reason: why };
}
