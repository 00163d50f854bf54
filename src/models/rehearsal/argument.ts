/** Which arguments a participant has, the most fitting first. */
import type { SpeechRequest } from "../request.js";
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
export function argumentGroups(request: SpeechRequest, reply: Reply, stance: Stance): (readonly string[])[] {
  const own = concernsOf(request.self, request);
  const spoken = request.conversation.lines.filter(({ speaker }) => speaker === request.self.name).length;
  const start = (spoken + request.turn) % own.length;
  const preferred = [...own.slice(start), ...own.slice(0, start)];
  const names: ConcernName[] = [...preferred, ...concernFallback(request)];
  if (reply.concern && (reply.pressed || meetsThem(request, reply.concern))) names.unshift(reply.concern);
  const { concerns } = phrasesOf[request.language];
  const side = asksToKeep(request.topic) ? opposite[stance] : stance;
  return [...new Set(names)].map((name) => concerns[name][side]);
}

function meetsThem(request: SpeechRequest, concern: ConcernName): boolean {
  const previous = request.conversation.lines.filter(({ speaker }) => speaker !== request.leader?.name).at(-2);
  const isWorn = previous !== undefined && concernIn(previous.text, request) === concern;
  return !isWorn && chanceInTurn(request, "ground") < 0.55;
}
