/** Who gets which task, and which tasks wait for others. */

import { countWords } from "../../../locales/word-count.js";
import type { Participant } from "../../../state/participant.js";
import type { PlanRequest } from "../../request.js";
import { concernFallback, concernsOf } from "../concerns.js";
import { chanceInTurn, shuffled } from "../luck.js";
import { namesOf } from "../meeting/wording.js";
import { type ConcernName, concernNames } from "../phrases.js";
import { asksToKeep, isOpen } from "../subject.js";
import { phrasesOf } from "../texts.js";
import type { DraftName } from "./phrases.js";
import { createSay, type Say } from "./sayer.js";
import { subjectAt } from "./subject.js";
import { supervisionTextsOf } from "./texts.js";

/** As the answer to a plan's call holds it. */
interface Assignment {
  readonly worker: number;
  readonly task: string;
  readonly after: readonly number[];
}

/** A task before it has words. */
interface Outline {
  readonly member: Participant;
  readonly after: readonly number[];
}

const bounds = { least: 3, most: 6 } as const;

export function assignments(request: PlanRequest): Assignment[] {
  const outlines = outlinesFor(request);
  const say = createSay(request);
  const taken = new Set<ConcernName>();
  return outlines.map(({ member, after }, index) => {
    const others = after.map((number) => (outlines[number - 1] as Outline).member).filter((other) => other !== member);
    const names = others.length > 0 ? namesOf([...new Set(others)], request) : undefined;
    const isLast = index === outlines.length - 1;
    const drafted = isLast && after.length > 0 ? draftTask(names, say, request) : "";
    const task = drafted || errandTask(freeConcern(member, taken, request), index, names, say, request);
    return { worker: request.cast.indexOf(member) + 1, task, after };
  });
}

/** Everybody once, some twice where few are there; the last task brings others together. */
function outlinesFor(request: PlanRequest): Outline[] {
  const { cast, mostTasks } = request;
  const extra = chanceInTurn(request, "extra") < 0.55 ? 1 : 0;
  const size = Math.min(mostTasks, bounds.most, Math.max(bounds.least, cast.length + extra));
  const order = shuffled(cast, request, "workers");
  const members = Array.from({ length: size }, (_, index) => order[index % order.length] as Participant);
  const drawn = (count: number, salt: string) => Math.floor(chanceInTurn(request, salt) * count);
  return members.map((member, index) => {
    const earlier = members.slice(0, index).map((other, place) => ({ other, number: place + 1 }));
    const others = earlier.filter(({ other }) => other !== member);
    const choices = (others.length > 0 ? others : earlier).map(({ number }) => number);
    const [first = 1, ...rest] = choices.slice(drawn(choices.length, `after ${index}`)).concat(choices);
    const second = rest.find((number) => number !== first);
    if (size < bounds.least || index < 2) return { member, after: [] };
    if (index === size - 1) return { member, after: [first, second ?? first].filter(isFirst).sort((a, b) => a - b) };
    const builds = index === size - 2 && chanceInTurn(request, "builds") < 0.6;
    return { member, after: builds ? [first] : [] };
  });
}

const isFirst = (number: number, index: number, all: readonly number[]) => all.indexOf(number) === index;

/** What this worker cares about, and nobody has been sent for yet. */
function freeConcern(member: Participant, taken: Set<ConcernName>, request: PlanRequest): ConcernName {
  const wished = [...concernsOf(member, request), ...concernFallback(request), ...concernNames];
  const concern = wished.find((name) => !taken.has(name)) as ConcernName;
  taken.add(concern);
  return concern;
}

function errandTask(
  concern: ConcernName,
  index: number,
  names: string | undefined,
  say: Say,
  request: PlanRequest,
): string {
  const { errands, plan } = supervisionTextsOf[request.language];
  const slots = { subject: subjectAt(index, request), point: shortestPoint(concern, request), names };
  const salt = `${concern} ${request.turn}`;
  const task =
    say(
      salt,
      errands[concern].errands.map(({ task }) => task),
      slots,
      request.wordLimit,
    ) ||
    say("short", plan.short, slots, request.wordLimit) ||
    say("tiny", plan.tiny, slots, request.wordLimit);
  const suffix = say("suffix", plan.suffixes, slots, request.wordLimit - countWords(task, request.language));
  return suffix ? task.replace(/[.。]$/u, "") + suffix : task;
}

function draftTask(names: string | undefined, say: Say, request: PlanRequest): string {
  const { drafts } = supervisionTextsOf[request.language];
  // One cannot speak against a question that leaves the answer open, nor try out what is there already.
  const kinds: readonly DraftName[] = isOpen(request.topic)
    ? ["proposal", "notice", "options"]
    : asksToKeep(request.topic)
      ? ["proposal", "notice", "options", "objections"]
      : ["proposal", "notice", "trial", "objections"];
  const slots = { subject: subjectAt(0, request), names };
  const texts = kinds.map((kind) => drafts[kind][names === undefined ? "alone" : "task"]);
  return say("draft", texts, slots, request.wordLimit);
}

function shortestPoint(concern: ConcernName, { language }: PlanRequest): string {
  const { points } = phrasesOf[language].concerns[concern];
  return points.reduce((one, other) => (countWords(other, language) < countWords(one, language) ? other : one));
}
