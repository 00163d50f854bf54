/** A presentation: what the matter is, what is at stake, what will decide it and what the meeting should settle. */
import type { SpeechRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { concernFallback, concernsOf } from "../concerns.js";
import { chanceInDebate, chanceInTurn, shuffled } from "../luck.js";
import type { ConcernName } from "../phrases.js";
import { isTrade, spokenRole, withArticle } from "../spoken.js";
import { stancesOf } from "../stance.js";
import { assembled } from "../story/assembled.js";
import { isOpen } from "../subject.js";
import type { Slots } from "../template.js";
import { wishOf } from "../wish.js";
import { isDiscusser, namedIn, presentationsIn } from "./heard.js";
import { meetingTextsOf } from "./texts.js";
import { listed, namesOf, plainPoint, subjectOf } from "./wording.js";

const parts = ["short", "opening", "self", "stake", "points", "task", "otherStake"] as const;
type Part = (typeof parts)[number];

/** In this order they get their room. */
const byWeight: readonly Part[] = ["opening", "points", "task", "stake", "self", "otherStake"];

const orders: readonly (readonly Part[])[] = [
  ["short", "opening", "self", "stake", "otherStake", "points", "task"],
  ["short", "opening", "stake", "otherStake", "self", "points", "task"],
  ["short", "opening", "points", "stake", "otherStake", "self", "task"],
];

export function presentation(request: SpeechRequest): string {
  const { language, wordLimit } = request;
  const texts = meetingTextsOf[language].presentation;
  const concerns = concernsFor(request);
  const slots = slotsFor(request, concerns);
  const choose = createChooser(request);
  const made = assembled<Part>(language, wordLimit);
  const groups: Readonly<Record<Part, readonly string[]>> = {
    opening: openings(request),
    self: selfTexts(request, slots),
    stake: texts.stakes[concerns[0] as ConcernName],
    otherStake: texts.stakes[(concerns[1] ?? concerns[0]) as ConcernName],
    points: texts.points,
    task: texts.tasks,
    short: texts.short,
  };
  for (const part of byWeight) {
    const find = (each: Part, share = 1) =>
      choose({ salt: each, groups: [groups[each]], slots, budget: made.room() * share });
    // The first sentence leaves room for what matters, if it can.
    const isMade = made.put(part, (part === "opening" ? find(part, 0.5) : undefined) ?? find(part));
    if (part === "opening" && !isMade) made.put("short", find("short"));
  }
  if (parts.some((part) => made.has(part)))
    return made.inOrder(orders[Math.floor(chanceInDebate(request, 0, "presentation") * orders.length)] ?? parts);
  return choose({ salt: "tiny", groups: [texts.tiny], slots, budget: wordLimit }) ?? (texts.tiny.at(-1) as string);
}

function slotsFor(request: SpeechRequest, concerns: readonly ConcernName[]): Slots {
  const { self, language } = request;
  const role = spokenRole(self, language);
  const trade = role && isTrade(role) ? role : undefined;
  const earlier = presentationsIn(request).findLast(({ speaker }) => speaker !== self.name);
  return {
    name: earlier && namesOf([{ name: earlier.speaker }], request),
    subject: subjectOf(request),
    trade,
    aTrade: trade && withArticle(trade),
    wish: isOpen(request.topic) ? wishOf(self, language) : undefined,
    points: listed(
      concerns.map((concern) => plainPoint(concern, request)),
      request,
    ),
  };
}

/** Whoever is not the first to present does not begin at the beginning. */
function openings(request: SpeechRequest): readonly string[] {
  const { openings: first, additions, sequels } = meetingTextsOf[request.language].presentation;
  const presented = presentationsIn(request);
  if (presented.some(({ speaker }) => speaker === request.self.name)) return sequels;
  return presented.length > 0 ? additions : first;
}

function selfTexts(request: SpeechRequest, slots: Slots): readonly string[] {
  const { roles, leanings, wishes } = meetingTextsOf[request.language].presentation;
  if (slots["wish"] !== undefined) return wishes;
  const hasRole = slots["trade"] !== undefined;
  if (isOpen(request.topic) || (hasRole && chanceInTurn(request, "role") < 0.4)) return roles;
  return leanings[stancesOf(request).get(request.self.name) ?? "unsure"];
}

/** Two or three things that will decide the matter: of one's own and of those who will discuss it. */
function concernsFor(request: SpeechRequest): ConcernName[] {
  const others = request.cast.filter((other) => isDiscusser(other) && other.name !== request.self.name);
  const theirs = shuffled(others, request, "presented").flatMap((other) => concernsOf(other, request).slice(0, 1));
  const own = concernsOf(request.self, request).slice(0, 1);
  const wanted = chanceInTurn(request, "points") < 0.35 ? 2 : 3;
  const known = new Set(presentationsIn(request).flatMap(({ text }) => namedIn(text, request)));
  const all = [...new Set([...own, ...theirs, ...concernFallback(request)])];
  return [...all.filter((concern) => !known.has(concern)), ...all].slice(0, wanted);
}
