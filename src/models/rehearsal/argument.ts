/** Which arguments a participant has, the most fitting first. */
import type { SpeechBrief } from "../../domain/brief.js";
import { concernFallback, concernIn, concernsOf } from "./concerns.js";
import { chanceInTurn } from "./luck.js";
import type { ConcernName, Stance } from "./phrases.js";
import type { Reply } from "./reply.js";
import { asksToKeep } from "./subject.js";
import { phrasesOf } from "./texts.js";

/** The texts argue for or against change, and whoever wants to keep what is there is against it. */
const opposite: Readonly<Record<Stance, Stance>> = { for: "against", against: "for", unsure: "unsure" };

/**
 * The arguments of a stance in groups. Whoever is pressed stays with the matter; otherwise the reply meets the last
 * speaker on their own ground about every other time, but never for a third message in a row.
 */
export function argumentGroups(brief: SpeechBrief, reply: Reply, stance: Stance): (readonly string[])[] {
  const own = concernsOf(brief.self, brief);
  const spoken = brief.conversation.lines.filter(({ speaker }) => speaker === brief.self.name).length;
  const start = (spoken + brief.turn) % own.length;
  const preferred = [...own.slice(start), ...own.slice(0, start)];
  const names: ConcernName[] = [...preferred, ...concernFallback(brief)];
  if (reply.concern && (reply.pressed || meetsThem(brief, reply.concern))) names.unshift(reply.concern);
  const { concerns } = phrasesOf[brief.language];
  const side = asksToKeep(brief.topic) ? opposite[stance] : stance;
  return [...new Set(names)].map((name) => concerns[name][side]);
}

function meetsThem(brief: SpeechBrief, concern: ConcernName): boolean {
  const previous = brief.conversation.lines.filter(({ speaker }) => speaker !== brief.leader?.name).at(-2);
  const isWorn = previous !== undefined && concernIn(previous.text, brief) === concern;
  return !isWorn && chanceInTurn(brief, "ground") < 0.55;
}
