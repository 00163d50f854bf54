/** How much a director's message is like earlier ones. */

import { locales } from "../../../locales/registry.js";
import { repetitionOf } from "../../../text/repetition.js";
import type { DirectorRequest } from "../../request.js";
import type { Show } from "./show.js";

/** A message that has no more than this of another's words is new. */
export const mostShared = 0.5;

/** The largest share of words that a message, or its beginning, has from an earlier one of the director's. */
export function staleness(text: string, request: DirectorRequest, { own }: Show): number {
  const { language, cast } = request;
  const earlier = [...own, ...("openings" in request ? request.openings : [])];
  return repetitionOf(text, earlier, { ...locales[language], names: cast.map(({ name }) => name) });
}
