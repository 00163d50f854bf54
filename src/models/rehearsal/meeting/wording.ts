/** Names and points as a meeting's sentences need them. */
import type { Brief } from "../../../domain/brief.js";
import type { Participant } from "../../../domain/participant.js";
import { nameOf } from "../director/show.js";
import { chanceInTurn } from "../luck.js";
import type { ConcernName } from "../phrases.js";
import { subjectsOf } from "../subject.js";
import { phrasesOf } from "../texts.js";
import { meetingTextsOf } from "./texts.js";

/** Clauses and pairs: they would read badly in a list, or after "because of". */
const unwieldy = /^(?:who|what|whether|how|those)\b|\band\b|谁|不算|不端|不好看|不吃|不靠|几分|怎么|和|会学到/iu;

/** A plain noun phrase for a concern. */
export function plainPoint(concern: ConcernName, brief: Brief, salt = "point"): string {
  const { points } = phrasesOf[brief.language].concerns[concern];
  const plain = points.filter((point) => !unwieldy.test(point));
  const choices = plain.length > 0 ? plain : points;
  return choices[Math.floor(chanceInTurn(brief, `${salt} ${concern}`) * choices.length)] as string;
}

/** "one, two and three". */
export function listed(items: readonly string[], brief: Brief): string {
  const { joints } = meetingTextsOf[brief.language];
  return [items.slice(0, -1).join(joints[0]), items.at(-1)].filter(Boolean).join(joints[1]);
}

export function namesOf(people: readonly Pick<Participant, "name">[], brief: Brief): string {
  return listed(
    people.map(({ name }) => nameOf(name, brief)),
    brief,
  );
}

/** What the meeting is about, in words that can stand within a sentence. */
export function subjectOf(brief: Brief, index = 0): string {
  const subjects = subjectsOf(brief).filter((subject) => !/[?？]/u.test(subject));
  return subjects[index % subjects.length] ?? phrasesOf[brief.language].anySubject;
}
