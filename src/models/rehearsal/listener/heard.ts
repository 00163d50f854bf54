/** What a listener has said that a speech has to answer. */
import type { OpenInterjection, SpeechBrief } from "../../../domain/brief.js";
import type { HeardBrief } from "../conversation-brief.js";
import { isNamed } from "../named.js";
import { isNameless } from "./called.js";

/** Whether a line is a listener's: of nobody in the cast, and not the one that opened the conversation. */
export function isListeners(index: number, { conversation, cast, leader, ...brief }: HeardBrief): boolean {
  const { lines, omitted } = conversation;
  const speaker = lines.at(index)?.speaker;
  const place = index < 0 ? lines.length + index : index;
  if (speaker === undefined || (place === 0 && omitted === 0)) return false;
  const leads = speaker === leader?.name || ("self" in brief && speaker === brief.self.name);
  return !leads && !cast.some(({ name }) => name === speaker);
}

/** The latest line, where it is a listener's who has no name: nobody can be answered by such a label. */
function namelessLineIn(brief: SpeechBrief) {
  const latest = brief.conversation.lines.at(-1);
  return latest && isListeners(-1, brief) && isNameless(latest.speaker) ? latest : undefined;
}

function isForOthers(text: string, { cast, self }: SpeechBrief): boolean {
  return !isNamed(self, text) && cast.some((other) => isNamed(other, text));
}

/** What waits for an answer: what the brief says, or what somebody without a name has just said. */
export function interjectionFor(brief: SpeechBrief): OpenInterjection | undefined {
  if (brief.interjection !== undefined) return brief.interjection;
  const latest = namelessLineIn(brief);
  if (latest === undefined || isForOthers(latest.text, brief)) return undefined;
  return { ...latest, isPersonal: isNamed(brief.self, latest.text) };
}

/** The brief up to what is left to others to answer, where that came last. */
export function withoutOthersCalls(brief: SpeechBrief): SpeechBrief {
  if (interjectionFor(brief) !== undefined || namelessLineIn(brief) === undefined) return brief;
  const { lines, omitted } = brief.conversation;
  return withoutOthersCalls({ ...brief, conversation: { lines: lines.slice(0, -1), omitted } });
}
