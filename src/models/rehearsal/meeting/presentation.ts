/** A presentation: what the matter is, what is at stake, what will decide it and what the meeting should settle. */
import type { SpeechBrief } from "../../../domain/brief.js";
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

export function presentation(brief: SpeechBrief): string {
  const { language, wordLimit } = brief;
  const texts = meetingTextsOf[language].presentation;
  const concerns = concernsFor(brief);
  const slots = slotsFor(brief, concerns);
  const choose = createChooser(brief);
  const made = assembled<Part>(language, wordLimit);
  const groups: Readonly<Record<Part, readonly string[]>> = {
    opening: openings(brief),
    self: selfTexts(brief, slots),
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
    return made.inOrder(orders[Math.floor(chanceInDebate(brief, 0, "presentation") * orders.length)] ?? parts);
  return choose({ salt: "tiny", groups: [texts.tiny], slots, budget: wordLimit }) ?? (texts.tiny.at(-1) as string);
}

function slotsFor(brief: SpeechBrief, concerns: readonly ConcernName[]): Slots {
  const { self, language } = brief;
  const role = spokenRole(self, language);
  const trade = role && isTrade(role) ? role : undefined;
  const earlier = presentationsIn(brief).findLast(({ speaker }) => speaker !== self.name);
  return {
    name: earlier && namesOf([{ name: earlier.speaker }], brief),
    subject: subjectOf(brief),
    trade,
    aTrade: trade && withArticle(trade),
    wish: isOpen(brief.topic) ? wishOf(self, language) : undefined,
    points: listed(
      concerns.map((concern) => plainPoint(concern, brief)),
      brief,
    ),
  };
}

/** Whoever is not the first to present does not begin at the beginning. */
function openings(brief: SpeechBrief): readonly string[] {
  const { openings: first, additions, sequels } = meetingTextsOf[brief.language].presentation;
  const presented = presentationsIn(brief);
  if (presented.some(({ speaker }) => speaker === brief.self.name)) return sequels;
  return presented.length > 0 ? additions : first;
}

function selfTexts(brief: SpeechBrief, slots: Slots): readonly string[] {
  const { roles, leanings, wishes } = meetingTextsOf[brief.language].presentation;
  if (slots["wish"] !== undefined) return wishes;
  const hasRole = slots["trade"] !== undefined;
  if (isOpen(brief.topic) || (hasRole && chanceInTurn(brief, "role") < 0.4)) return roles;
  return leanings[stancesOf(brief).get(brief.self.name) ?? "unsure"];
}

/** Two or three things that will decide the matter: of one's own and of those who will discuss it. */
function concernsFor(brief: SpeechBrief): ConcernName[] {
  const others = brief.cast.filter((other) => isDiscusser(other) && other.name !== brief.self.name);
  const theirs = shuffled(others, brief, "presented").flatMap((other) => concernsOf(other, brief).slice(0, 1));
  const own = concernsOf(brief.self, brief).slice(0, 1);
  const wanted = chanceInTurn(brief, "points") < 0.35 ? 2 : 3;
  const known = new Set(presentationsIn(brief).flatMap(({ text }) => namedIn(text, brief)));
  const all = [...new Set([...own, ...theirs, ...concernFallback(brief)])];
  return [...all.filter((concern) => !known.has(concern)), ...all].slice(0, wanted);
}
