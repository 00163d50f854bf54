/** What fills the slots of a speech's texts. */
import type { SpeechBrief } from "../../domain/brief.js";
import { pick } from "../../domain/chance.js";
import type { Participant } from "../../domain/participant.js";
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
  brief: SpeechBrief,
  reply: Reply,
  phrases: Phrases,
  discussion: Discussion | undefined,
): Slots {
  // The director is told about a point only where its question holds one.
  const hasPoint = reply.relation !== "prompted" || reply.pressed;
  const points = reply.concern && hasPoint ? phrases.concerns[reply.concern].points : undefined;
  const subjects = subjectsOf(brief);
  const role = spokenRole(brief.self, brief.language);
  const trade = role && isTrade(role) ? role : undefined;
  const other = listener(brief, reply, discussion?.askable ?? brief.cast);
  const isQuotable = !unnamed.has(reply.relation) && reply.relation !== "prompted";
  const quote = isQuotable ? quoteFrom(reply.text, brief, chanceInTurn(brief, "quote")) : undefined;
  return {
    name: unnamed.has(reply.relation) ? undefined : addressOf(reply.speaker, brief),
    other: other && addressOf(other, brief),
    subject: subjects[brief.turn % subjects.length],
    point: points && pick(points, chanceInTurn(brief, "point")),
    quote,
    // A quotation keeps its letters as they are, so one with a small letter cannot open a sentence.
    Quote: quote && /^\p{Ll}/u.test(quote) ? undefined : quote,
    role,
    aRole: role && withArticle(role),
    trade,
    aTrade: trade && withArticle(trade),
    wish: isOpen(brief.topic) ? wishOf(brief.self, brief.language) : undefined,
    open: discussion?.open?.phrase,
  };
}

/** Whom to ask: of all the others, the one who has been silent longest. */
function listener(brief: SpeechBrief, reply: Reply, askable: readonly Participant[]): string | undefined {
  const { lines } = brief.conversation;
  const lastTurn = (name: string) => lines.findLastIndex(({ speaker }) => speaker === name);
  return askable
    .map(({ name }) => name)
    .filter((name) => name !== brief.self.name && (askable.length < 3 || name !== reply.speaker))
    .sort((one, other) => lastTurn(one) - lastTurn(other))[0];
}
