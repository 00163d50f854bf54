/** Where each participant stands. It stays the same for the whole debate, or agreement would mean nothing. */

import type { Participant } from "../../state/participant.js";
import type { ModelRequest } from "../request.js";
import { chanceInDebate, shuffled } from "./luck.js";
import type { Stance } from "./phrases.js";

const wordsOf: Readonly<Record<Stance, RegExp>> = {
  against:
    /\b(?:oppos(?:e|es|ed|ing)|opponents?|against|rejects?|dislikes?|hates?|(?:not|n't) (?:support|favou?r|approve|like))\b|(?<!不|并不)反对|不(?:支持|赞成|同意)|抵制|讨厌/giu,
  for: /\b(?:supports|supporting|supporters?|in favou?r|favou?rs|advocates?|champions?|enthusiasts?|enthusiastic|proponents?|fan of|believes in)\b|(?<!不|不太)(?:支持|赞成|拥护)|提倡|主张|不反对|热心于/giu,
  unsure:
    /\b(?:scepti(?:c|cs|cal)|skepti(?:c|cs|cal)|undecided|unsure|neutral|doubts|doubtful|doubter|hesitant|no (?:wish|opinion|view|side) of (?:his|her|their) own|torn between|not yet convinced|unconvinced)\b|怀疑|中立|犹豫|未定|观望|拿不(?:准|定)/giu,
};

/** The stance that a participant's own words declare, if they declare exactly one most clearly. */
function declaredStance({ role, description, instructions }: Participant): Stance | undefined {
  const text = [role, description, instructions].join("\n").slice(0, 4000);
  const counts = (Object.keys(wordsOf) as Stance[])
    .map((stance) => ({ stance, count: text.match(wordsOf[stance])?.length ?? 0 }))
    .sort((one, other) => other.count - one.count);
  const [first, second] = counts;
  return first && second && first.count > second.count ? first.stance : undefined;
}

/** The stance of every member of the cast, by name. Who declares none takes the one that is rarest so far. */
export function stancesOf(request: ModelRequest): ReadonlyMap<string, Stance> {
  const stances = new Map<string, Stance>();
  for (const participant of request.cast) {
    const declared = declaredStance(participant);
    if (declared) stances.set(participant.name, declared);
  }
  const order: Stance[] = chanceInDebate(request, 0, "order") < 0.5 ? ["for", "against"] : ["against", "for"];
  order.push("unsure");
  for (const { name } of shuffled(request.cast, request, "stance")) {
    if (stances.has(name)) continue;
    const taken = [...stances.values()];
    const held = (stance: Stance) => taken.filter((other) => other === stance).length;
    stances.set(
      name,
      order.reduce((rarest, stance) => (held(stance) < held(rarest) ? stance : rarest)),
    );
  }
  return stances;
}
