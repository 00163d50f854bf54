/** How much a director's message is like earlier ones. */
import type { DirectorBrief } from "../../../domain/brief.js";
import { repetitionOf } from "../../../domain/repetition.js";
import type { Show } from "./show.js";

/** A message that has no more than this of another's words is new. */
export const mostShared = 0.5;

/** The largest share of words that a message, or its beginning, has from an earlier one of the director's. */
export function staleness(text: string, brief: DirectorBrief, { own }: Show): number {
  const { language, cast } = brief;
  const earlier = [...own, ...("openings" in brief ? brief.openings : [])];
  return repetitionOf(text, earlier, { language, names: cast.map(({ name }) => name) });
}
