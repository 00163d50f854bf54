/**
 * The next speaker is the one whose name comes last in the latest speech. If the speech names nobody but its speaker, a
 * draw decides. Nobody speaks twice in a row.
 */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { createConversation, type SelectionRule } from "rostrum";

const namedLast: SelectionRule = ({ candidates, latest, lastSpeaker, draw }) => {
  const others = candidates.filter(({ participant }) => participant.name !== lastSpeaker);
  const placeOf = (name: string) => latest?.text.lastIndexOf(name) ?? -1;
  const named = others.filter(({ participant }) => placeOf(participant.name) >= 0);
  if (named.length === 0) return others[Math.floor(draw("rule") * others.length)];
  return named.toSorted((one, other) => placeOf(other.participant.name) - placeOf(one.participant.name))[0];
};

export async function discuss(model: BaseChatModel, names: readonly string[]) {
  const graph = createConversation({ model, selectSpeaker: namedLast }).compile();
  const participants = names.map((name) => ({ name }));
  const { decisions } = await graph.invoke({ topic: "Who keeps the key?", participants, maxTurns: 4, seed: 2 });
  return decisions.map(({ speaker }) => speaker);
}
