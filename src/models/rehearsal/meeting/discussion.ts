/** What a discussion asks of its next speech, beyond what a debate asks: to take over from a presenter, to fill a gap. */
import type { SpeechBrief } from "../../../domain/brief.js";
import type { Participant } from "../../../domain/participant.js";
import { concernIn, concernsOf, pointIn } from "../concerns.js";
import { chanceInTurn } from "../luck.js";
import type { ConcernName } from "../phrases.js";
import { arguedIn, isDiscusser, namedIn } from "./heard.js";
import { isSpeakable } from "./open-point.js";

export interface Discussion {
  /** The latest speaker has presented or summed up: one takes over, and does not contradict. */
  readonly isHandedOver: boolean;
  /** What the latest speaker has named that one cares about. */
  readonly named: ConcernName | undefined;
  /** An open point that this speech takes up. */
  readonly open: { readonly phrase: string; readonly concern: ConcernName } | undefined;
  /** Whom one may ask something. */
  readonly askable: readonly Participant[];
}

/** How often somebody takes up an open point that nobody has taken up since it was called open. */
const shareOfOpen = 0.7;

/** Undefined outside a staged meeting. */
export function discussionFor(brief: SpeechBrief): Discussion | undefined {
  if (brief.stage === undefined) return undefined;
  const isHandedOver = takesOver(brief);
  return {
    isHandedOver,
    named: isHandedOver ? namedFor(brief) : undefined,
    open: isHandedOver ? undefined : openFor(brief),
    askable: brief.cast.filter(isDiscusser),
  };
}

function takesOver({ conversation, cast, stage }: SpeechBrief): boolean {
  const { lines, omitted } = conversation;
  const latest = cast.find(({ name }) => name === lines.at(-1)?.speaker);
  if (latest === undefined || isDiscusser(latest)) return false;
  // Whoever presents may also discuss later.
  const isFirst = omitted === 0 && lines.filter(({ speaker }) => speaker === latest.name).length === 1;
  return isFirst || (latest.part !== "presenter" && stage?.round === 1);
}

/** One of the presenter's points: of one's own concerns, if possible. */
function namedFor(brief: SpeechBrief): ConcernName | undefined {
  const named = namedIn(brief.conversation.lines.at(-1)?.text ?? "", brief);
  const own = concernsOf(brief.self, brief).find((concern) => named.includes(concern));
  return own ?? named[Math.floor(chanceInTurn(brief, "named") * named.length)];
}

function openFor(brief: SpeechBrief): Discussion["open"] {
  const speakers = brief.cast.filter(isDiscusser).length;
  const latest = arguedIn(brief).slice(-Math.max(1, speakers - 1));
  const left = (brief.stage?.open ?? []).filter(
    (phrase) => isSpeakable(phrase, brief) && !latest.some(({ text }) => text.includes(phrase)),
  );
  if (left.length === 0 || chanceInTurn(brief, "open point") >= shareOfOpen) return undefined;
  const own = concernsOf(brief.self, brief);
  const said = new Set(arguedIn(brief).flatMap(({ name, concerns }) => (name === brief.self.name ? concerns : [])));
  const found = left.flatMap((phrase) => {
    const concern = pointIn(phrase, brief)?.concern ?? concernIn(phrase, brief);
    // What waits for an answer is not answered by whoever raised it.
    return concern === undefined || said.has(concern) ? [] : [{ phrase, concern }];
  });
  return found.find(({ concern }) => own.includes(concern)) ?? found[0];
}
