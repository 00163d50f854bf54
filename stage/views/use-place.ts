/** Keeps the place that the page shows in the address, so that links, a reload and the Back button lead to it. */
import { createContext, useCallback, useContext } from "react";
import { type Place, readPlace, wordsOf } from "../state/place.js";
import { addressOf, useHash, wordsIn } from "./use-route.js";

export type ShowPlace = (change: Partial<Place>, isStep?: boolean) => void;

/** The words of the conversation's own address, before those of a place in it. */
export const BaseContext = createContext<readonly string[]>([]);

const hashOf = (base: readonly string[], place: Place) => addressOf(...base, ...wordsOf(place));

/** @param first - The place that an address without a place means. Must not change. */
export function usePlace(first: Place): readonly [Place, ShowPlace] {
  const base = useContext(BaseContext);
  const hash = useHash();
  const read = useCallback(
    (from: string) => {
      const words = wordsIn(from).slice(base.length);
      return words.length === 0 ? first : readPlace(words);
    },
    [base, first],
  );
  // With `isStep`, the Back button returns to the place shown before.
  const show = useCallback<ShowPlace>(
    (change, isStep = false) => {
      const next = hashOf(base, { ...read(location.hash), ...change });
      if (next === location.hash) return;
      history[isStep ? "pushState" : "replaceState"](null, "", next);
      dispatchEvent(new HashChangeEvent("hashchange"));
    },
    [base, read],
  );
  return [read(hash), show];
}

/** Returns a function that returns the link to a place. */
export function useLink(): (place: Place) => string {
  const base = useContext(BaseContext);
  return (place) => new URL(hashOf(base, place), location.href).href;
}
