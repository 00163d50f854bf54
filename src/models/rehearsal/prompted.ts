/** What a participant makes of a question that the director has just put to it. */
import type { Line } from "../../state/message.js";
import { concernIn, pointIn } from "./concerns.js";
import type { ConversationBrief } from "./conversation-brief.js";
import { chanceInTurn } from "./luck.js";
import { isNamed } from "./named.js";
import type { ConcernName } from "./phrases.js";

export interface Prompted {
  /** What somebody else said, where the question was about that and the answer takes it up. */
  readonly about: Line | undefined;
  /** The concern that the question names, or is about. */
  readonly concern: ConcernName | undefined;
  /** The question names the concern, so that the answer has to stay with it. */
  readonly pressed: boolean;
}

/** How often somebody who is asked about another's words turns to that other rather than to the director. */
const shareForOthers = 0.7;

/** Words that point back to what was said. */
const backward = /\bthat\b|这话|这番话|这些话|这句|这道理|这跟/iu;

/** Undefined where the latest message is not the director's, or is the one that opened the conversation. */
export function promptIn(request: ConversationBrief): Prompted | undefined {
  const { leader, conversation, self } = request;
  const { lines, omitted } = conversation;
  const latest = lines.at(-1);
  if (latest === undefined || latest.speaker !== leader?.name || latest.speaker === self.name) return undefined;
  if (omitted === 0 && lines.length === 1) return undefined;
  const question = latest.text.match(/[^.!?。！？]*[?？]/gu)?.at(-1) ?? latest.text;
  const told = pointIn(question, request);
  const meant = meantBy(question, told !== undefined, request);
  const about = chanceInTurn(request, "about") < shareForOthers ? meant : undefined;
  return {
    about,
    concern: told?.concern ?? concernIn(meant?.text ?? question, request),
    pressed: told !== undefined,
  };
}

/** The latest words of whoever the question names besides the one it asks, or points back to. */
function meantBy(question: string, namesPoint: boolean, request: ConversationBrief): Line | undefined {
  const others = request.cast.filter(({ name }) => name !== request.self.name);
  const { lines } = request.conversation;
  const named = others.find((other) => isNamed(other, question));
  if (named) return lines.findLast(({ speaker }) => speaker === named.name);
  if (namesPoint || !backward.test(question)) return undefined;
  return lines.findLast(({ speaker }) => others.some(({ name }) => name === speaker));
}
