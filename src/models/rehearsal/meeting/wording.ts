/** Names and points as a meeting's sentences need them. */

import type { Participant } from "../../../state/participant.js";
import type { ModelRequest } from "../../request.js";
import { nameOf } from "../director/show.js";
import { chanceInTurn } from "../luck.js";
import type { ConcernName } from "../phrases.js";
import { subjectsOf } from "../subject.js";
import { phrasesOf } from "../texts.js";
import { meetingTextsOf } from "./texts.js";

/** Clauses and pairs: they would read badly in a list, or after "because of". */
const unwieldy = /^(?:who|what|whether|how|those)\b|\band\b|谁|不算|不端|不好看|不吃|不靠|几分|怎么|和|会学到/iu;

/** A plain noun phrase for a concern. */
export function plainPoint(concern: ConcernName, request: ModelRequest, salt = "point"): string {
  const { points } = phrasesOf[request.language].concerns[concern];
  const plain = points.filter((point) => !unwieldy.test(point));
  const choices = plain.length > 0 ? plain : points;
  return choices[Math.floor(chanceInTurn(request, `${salt} ${concern}`) * choices.length)] as string;
}

/** "one, two and three". */
export function listed(items: readonly string[], request: ModelRequest): string {
  const { joints } = meetingTextsOf[request.language];
  return [items.slice(0, -1).join(joints[0]), items.at(-1)].filter(Boolean).join(joints[1]);
}

export function namesOf(people: readonly Pick<Participant, "name">[], request: ModelRequest): string {
  return listed(
    people.map(({ name }) => nameOf(name, request)),
    request,
  );
}

/** What the meeting is about, in words that can stand within a sentence. */
export function subjectOf(request: ModelRequest, index = 0): string {
  const subjects = subjectsOf(request).filter((subject) => !/[?？]/u.test(subject));
  return subjects[index % subjects.length] ?? phrasesOf[request.language].anySubject;
}
