/** What a listener has said that a speech has to answer. */
import type { OpenInterjection, SpeechRequest } from "../../request.js";
import type { HeardBrief } from "../conversation-brief.js";
import { isNamed } from "../named.js";
import { isNameless } from "./called.js";

/** Whether a line is a listener's: of nobody in the cast, and not the one that opened the conversation. */
export function isListeners(index: number, { conversation, cast, leader, ...request }: HeardBrief): boolean {
  const { lines, omitted } = conversation;
  const speaker = lines.at(index)?.speaker;
  const place = index < 0 ? lines.length + index : index;
  if (speaker === undefined || (place === 0 && omitted === 0)) return false;
  const leads = speaker === leader?.name || ("self" in request && speaker === request.self.name);
  return !leads && !cast.some(({ name }) => name === speaker);
}

/** The latest line, where it is a listener's who has no name: nobody can be answered by such a label. */
function namelessLineIn(request: SpeechRequest) {
  const latest = request.conversation.lines.at(-1);
  return latest && isListeners(-1, request) && isNameless(latest.speaker) ? latest : undefined;
}

function isForOthers(text: string, { cast, self }: SpeechRequest): boolean {
  return !isNamed(self, text) && cast.some((other) => isNamed(other, text));
}

/** What waits for an answer: what the request says, or what somebody without a name has just said. */
export function interjectionFor(request: SpeechRequest): OpenInterjection | undefined {
  if (request.interjection !== undefined) return request.interjection;
  const latest = namelessLineIn(request);
  if (latest === undefined || isForOthers(latest.text, request)) return undefined;
  return { ...latest, isPersonal: isNamed(request.self, latest.text) };
}

/** The request up to what is left to others to answer, where that came last. */
export function withoutOthersCalls(request: SpeechRequest): SpeechRequest {
  if (interjectionFor(request) !== undefined || namelessLineIn(request) === undefined) return request;
  const { lines, omitted } = request.conversation;
  return withoutOthersCalls({ ...request, conversation: { lines: lines.slice(0, -1), omitted } });
}
