/** What the page knows about seats, in addition to the conversation's events. */
import { createContext } from "react";

/** With `hand`, the participant asks for the floor; the other wishes are controls. */
export type Wish = "hand" | "next" | "mute" | "unmute" | "remove";

export interface SeatMarks {
  /** The participants for whom this browser speaks. */
  readonly yours: readonly string[];
  readonly typing: readonly string[];
  /** This tab's requests that have not taken effect yet. */
  readonly asked: readonly { readonly name: string; readonly wish: Wish }[];
}

export const SeatMarksContext = createContext<SeatMarks>({ yours: [], typing: [], asked: [] });
