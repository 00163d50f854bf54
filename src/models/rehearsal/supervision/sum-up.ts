/** What it all came to: who found what, what is missing, and what to do now. */

import { countWords } from "../../../locales/word-count.js";
import type { TaskResult } from "../../../state/task.js";
import type { SumUpRequest } from "../../request.js";
import { concernFallback } from "../concerns.js";
import { plainPoint } from "../meeting/wording.js";
import { isOpen } from "../subject.js";
import { doneSentences, type Told } from "./done.js";
import { createSay, joined, type Say } from "./sayer.js";
import { subjectAt } from "./subject.js";
import { supervisionTextsOf } from "./texts.js";
import { lackOf, undoneSentences } from "./undone.js";
import { workIn } from "./work.js";

/** The shares of the limit that tasks not done and the recommendation may take; then less and less of it. */
const shares = [
  { undone: 0.45, recommendation: 0.5 },
  { undone: 0.35, recommendation: 0.3 },
  { undone: 0.35, recommendation: 0 },
  { undone: 0.25, recommendation: 0 },
  { undone: 0, recommendation: 0.3 },
  { undone: 0, recommendation: 0 },
] as const;
type Share = (typeof shares)[number];

/** A short recommendation that names the topic may take so much of what is left. */
const shareOfShort = 0.4;
/** What is left may hold an opening of this share. */
const shareOfOpening = 0.6;

/** The first draft of those that say something of as many tasks as can be. */
export function summary(request: SumUpRequest): string {
  const drafts = shares.map((share) => draft(share, request));
  const { text } = drafts.reduce((best, one) => (one.told > best.told ? one : best));
  const { tiny } = supervisionTextsOf[request.language].sumUp;
  return text || createSay(request)("tiny", tiny, {}, request.wordLimit) || (tiny[0] as string);
}

function draft(share: Share, request: SumUpRequest): Told {
  const { language, results, wordLimit } = request;
  const { openings } = supervisionTextsOf[language].sumUp;
  const say = createSay(request);
  const done = results.filter(({ outcome }) => outcome === "done");
  let room = wordLimit;
  const spend = (text: string) => {
    room -= countWords(text, language);
    return text;
  };
  // What failed comes first: a summary that leaves it out would be believed.
  const undone = undoneSentences(request, say, done.length > 0 ? wordLimit * share.undone : wordLimit, wordLimit);
  spend(undone.text);
  const recommended = spend(recommendation(request, done, say, room, done.length > 0 ? share.recommendation : 1));
  const found = doneSentences(done, request, say, room);
  spend(found.text);
  const kind = done.length === 0 ? "none" : done.length < results.length ? "some" : "all";
  const opening = say("opening", openings[kind], { subject: subjectAt(0, request) }, room * shareOfOpening);
  return { text: joined([opening, found.text, undone.text, recommended], request), told: found.told + undone.told };
}

function recommendation(
  request: SumUpRequest,
  done: readonly TaskResult[],
  say: Say,
  room: number,
  share: number,
): string {
  const { recommendations } = supervisionTextsOf[request.language].sumUp;
  const undone = request.results.filter(({ outcome }) => outcome !== "done");
  const [lack] = undone.flatMap((result) => lackOf(result, request) ?? []);
  const concern = done.flatMap(({ task }) => workIn(task, request).concern ?? [])[0] ?? concernFallback(request)[0];
  const slots = {
    subject: subjectAt(1, request),
    lack,
    point: concern && plainPoint(concern, request, "recommendation"),
  };
  const plain = isOpen(request.topic) ? recommendations.open : recommendations.closed;
  const texts = done.length === 0 ? recommendations.none : lack ? recommendations.lacking : plain;
  return (
    say("recommendation", texts, slots, room * share) ||
    say("short recommendation", recommendations.short, slots, room * shareOfShort) ||
    say("shortest recommendation", recommendations.shortest, {}, room)
  );
}
