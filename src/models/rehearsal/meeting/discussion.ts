/** What a discussion asks of its next speech, beyond what a debate asks: to take over from a presenter, to fill a gap. */

import type { Participant } from "../../../state/participant.js";
import type { SpeechRequest } from "../../request.js";
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
export function discussionFor(request: SpeechRequest): Discussion | undefined {
  if (request.stage === undefined) return undefined;
  const isHandedOver = takesOver(request);
  return {
    isHandedOver,
    named: isHandedOver ? namedFor(request) : undefined,
    open: isHandedOver ? undefined : openFor(request),
    askable: request.cast.filter(isDiscusser),
  };
}

function takesOver({ conversation, cast, stage }: SpeechRequest): boolean {
  const { lines, omitted } = conversation;
  const latest = cast.find(({ name }) => name === lines.at(-1)?.speaker);
  if (latest === undefined || isDiscusser(latest)) return false;
  // Whoever presents may also discuss later.
  const isFirst = omitted === 0 && lines.filter(({ speaker }) => speaker === latest.name).length === 1;
  return isFirst || (latest.part !== "presenter" && stage?.round === 1);
}

/** One of the presenter's points: of one's own concerns, if possible. */
function namedFor(request: SpeechRequest): ConcernName | undefined {
  const named = namedIn(request.conversation.lines.at(-1)?.text ?? "", request);
  const own = concernsOf(request.self, request).find((concern) => named.includes(concern));
  return own ?? named[Math.floor(chanceInTurn(request, "named") * named.length)];
}

function openFor(request: SpeechRequest): Discussion["open"] {
  const speakers = request.cast.filter(isDiscusser).length;
  const latest = arguedIn(request).slice(-Math.max(1, speakers - 1));
  const left = (request.stage?.open ?? []).filter(
    (phrase) => isSpeakable(phrase, request) && !latest.some(({ text }) => text.includes(phrase)),
  );
  if (left.length === 0 || chanceInTurn(request, "open point") >= shareOfOpen) return undefined;
  const own = concernsOf(request.self, request);
  const said = new Set(arguedIn(request).flatMap(({ name, concerns }) => (name === request.self.name ? concerns : [])));
  const found = left.flatMap((phrase) => {
    const concern = pointIn(phrase, request)?.concern ?? concernIn(phrase, request);
    // What waits for an answer is not answered by whoever raised it.
    return concern === undefined || said.has(concern) ? [] : [{ phrase, concern }];
  });
  return found.find(({ concern }) => own.includes(concern)) ?? found[0];
}
