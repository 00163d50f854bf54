/** What fills the slots of a speech's texts. */

import { pick } from "../../chance.js";
import type { Participant } from "../../state/participant.js";
import type { SpeechRequest } from "../request.js";
import { chanceInTurn } from "./luck.js";
import type { Discussion } from "./meeting/discussion.js";
import type { Phrases } from "./phrases.js";
import { quoteFrom } from "./quote.js";
import type { Reply } from "./reply.js";
import { addressOf, isTrade, spokenRole, withArticle } from "./spoken.js";
import { isOpen, subjectsOf } from "./subject.js";
import type { Slots } from "./template.js";
import { wishOf } from "./wish.js";

/** To whom there is nothing to reply: nobody has spoken yet, or whoever has is answered in other words. */
const unnamed: ReadonlySet<Reply["relation"]> = new Set(["opening", "listener"]);

export function slotsFor(
  request: SpeechRequest,
  reply: Reply,
  phrases: Phrases,
  discussion: Discussion | undefined,
): Slots {
  // The director is told about a point only where its question holds one.
  const hasPoint = reply.relation !== "prompted" || reply.pressed;
  const points = reply.concern && hasPoint ? phrases.concerns[reply.concern].points : undefined;
  const subjects = subjectsOf(request);
  const role = spokenRole(request.self, request.language);
  const trade = role && isTrade(role) ? role : undefined;
  const other = listener(request, reply, discussion?.askable ?? request.cast);
  const isQuotable = !unnamed.has(reply.relation) && reply.relation !== "prompted";
  const quote = isQuotable ? quoteFrom(reply.text, request, chanceInTurn(request, "quote")) : undefined;
  return {
    name: unnamed.has(reply.relation) ? undefined : addressOf(reply.speaker, request),
    other: other && addressOf(other, request),
    subject: subjects[request.turn % subjects.length],
    point: points && pick(points, chanceInTurn(request, "point")),
    quote,
    // A quotation keeps its letters as they are, so one with a small letter cannot open a sentence.
    Quote: quote && /^\p{Ll}/u.test(quote) ? undefined : quote,
    role,
    aRole: role && withArticle(role),
    trade,
    aTrade: trade && withArticle(trade),
    wish: isOpen(request.topic) ? wishOf(request.self, request.language) : undefined,
    open: discussion?.open?.phrase,
  };
}

/** Whom to ask: of all the others, the one who has been silent longest. */
function listener(request: SpeechRequest, reply: Reply, askable: readonly Participant[]): string | undefined {
  const { lines } = request.conversation;
  const lastTurn = (name: string) => lines.findLastIndex(({ speaker }) => speaker === name);
  return askable
    .map(({ name }) => name)
    .filter((name) => name !== request.self.name && (askable.length < 3 || name !== reply.speaker))
    .sort((one, other) => lastTurn(one) - lastTurn(other))[0];
}
