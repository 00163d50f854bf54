/** Who gets which task, and which tasks wait for others. */
import type { PlanBrief } from "../../../domain/brief.js";
import type { Participant } from "../../../domain/participant.js";
import { countWords } from "../../../domain/word-count.js";
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

export function assignments(brief: PlanBrief): Assignment[] {
  const outlines = outlinesFor(brief);
  const say = createSay(brief);
  const taken = new Set<ConcernName>();
  return outlines.map(({ member, after }, index) => {
    const others = after.map((number) => (outlines[number - 1] as Outline).member).filter((other) => other !== member);
    const names = others.length > 0 ? namesOf([...new Set(others)], brief) : undefined;
    const isLast = index === outlines.length - 1;
    const drafted = isLast && after.length > 0 ? draftTask(names, say, brief) : "";
    const task = drafted || errandTask(freeConcern(member, taken, brief), index, names, say, brief);
    return { worker: brief.cast.indexOf(member) + 1, task, after };
  });
}

/** Everybody once, some twice where few are there; the last task brings others together. */
function outlinesFor(brief: PlanBrief): Outline[] {
  const { cast, mostTasks } = brief;
  const extra = chanceInTurn(brief, "extra") < 0.55 ? 1 : 0;
  const size = Math.min(mostTasks, bounds.most, Math.max(bounds.least, cast.length + extra));
  const order = shuffled(cast, brief, "workers");
  const members = Array.from({ length: size }, (_, index) => order[index % order.length] as Participant);
  const drawn = (count: number, salt: string) => Math.floor(chanceInTurn(brief, salt) * count);
  return members.map((member, index) => {
    const earlier = members.slice(0, index).map((other, place) => ({ other, number: place + 1 }));
    const others = earlier.filter(({ other }) => other !== member);
    const choices = (others.length > 0 ? others : earlier).map(({ number }) => number);
    const [first = 1, ...rest] = choices.slice(drawn(choices.length, `after ${index}`)).concat(choices);
    const second = rest.find((number) => number !== first);
    if (size < bounds.least || index < 2) return { member, after: [] };
    if (index === size - 1) return { member, after: [first, second ?? first].filter(isFirst).sort((a, b) => a - b) };
    const builds = index === size - 2 && chanceInTurn(brief, "builds") < 0.6;
    return { member, after: builds ? [first] : [] };
  });
}

const isFirst = (number: number, index: number, all: readonly number[]) => all.indexOf(number) === index;

/** What this worker cares about, and nobody has been sent for yet. */
function freeConcern(member: Participant, taken: Set<ConcernName>, brief: PlanBrief): ConcernName {
  const wished = [...concernsOf(member, brief), ...concernFallback(brief), ...concernNames];
  const concern = wished.find((name) => !taken.has(name)) as ConcernName;
  taken.add(concern);
  return concern;
}

function errandTask(
  concern: ConcernName,
  index: number,
  names: string | undefined,
  say: Say,
  brief: PlanBrief,
): string {
  const { errands, plan } = supervisionTextsOf[brief.language];
  const slots = { subject: subjectAt(index, brief), point: shortestPoint(concern, brief), names };
  const salt = `${concern} ${brief.turn}`;
  const task =
    say(
      salt,
      errands[concern].errands.map(({ task }) => task),
      slots,
      brief.wordLimit,
    ) ||
    say("short", plan.short, slots, brief.wordLimit) ||
    say("tiny", plan.tiny, slots, brief.wordLimit);
  const suffix = say("suffix", plan.suffixes, slots, brief.wordLimit - countWords(task, brief.language));
  return suffix ? task.replace(/[.。]$/u, "") + suffix : task;
}

function draftTask(names: string | undefined, say: Say, brief: PlanBrief): string {
  const { drafts } = supervisionTextsOf[brief.language];
  // One cannot speak against a question that leaves the answer open, nor try out what is there already.
  const kinds: readonly DraftName[] = isOpen(brief.topic)
    ? ["proposal", "notice", "options"]
    : asksToKeep(brief.topic)
      ? ["proposal", "notice", "options", "objections"]
      : ["proposal", "notice", "trial", "objections"];
  const slots = { subject: subjectAt(0, brief), names };
  const texts = kinds.map((kind) => drafts[kind][names === undefined ? "alone" : "task"]);
  return say("draft", texts, slots, brief.wordLimit);
}

function shortestPoint(concern: ConcernName, { language }: PlanBrief): string {
  const { points } = phrasesOf[language].concerns[concern];
  return points.reduce((one, other) => (countWords(other, language) < countWords(one, language) ? other : one));
}
