/**
 * Keeps track of the place that the page shows, and writes it to the address, so that a link or a reload opens it
 * again.
 */
import { createContext, useCallback, useContext, useLayoutEffect, useRef, useState } from "react";
import { type Place, readPlace, splitInvitation, wordsOf } from "../state/place.js";
import { addressOf, wordsIn } from "./use-route.js";

export type ShowPlace = (change: Partial<Place>) => void;

/** The words of the conversation's own address, before those of a place in it. */
export const BaseContext = createContext<readonly string[]>([]);

/**
 * How long the place must stay the same before it is written, in milliseconds. Browsers limit how often an address may
 * change.
 */
const restMs = 300;

const hashOf = (base: readonly string[], place: Place) => addressOf(...base, ...wordsOf(place));

/** @param first - The place for an address that names none. Must not change. */
export function usePlace(first: Place): readonly [Place, ShowPlace] {
  const base = useContext(BaseContext);
  const read = useCallback(() => {
    const [words] = splitInvitation(wordsIn(location.hash).slice(base.length));
    return words.length === 0 ? first : readPlace(words);
  }, [base, first]);
  const [place, setPlace] = useState(read);
  const latest = useRef(place);
  const writing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A link, the Back button or the reader may change the address. A pending write is then out of date.
  useLayoutEffect(() => {
    const onChange = () => {
      clearTimeout(writing.current);
      latest.current = read();
      setPlace(latest.current);
    };
    addEventListener("hashchange", onChange);
    return () => {
      clearTimeout(writing.current);
      removeEventListener("hashchange", onChange);
    };
  }, [read]);
  const show = useCallback<ShowPlace>(
    (change) => {
      latest.current = { ...latest.current, ...change };
      setPlace(latest.current);
      clearTimeout(writing.current);
      const { hash } = location;
      writing.current = setTimeout(() => {
        // Another address means that the reader has left this place, even if the browser has not reported it yet.
        if (location.hash === hash) history.replaceState(null, "", hashOf(base, latest.current));
      }, restMs);
    },
    [base],
  );
  return [place, show];
}

export function useLink(): (place: Place) => string {
  const base = useContext(BaseContext);
  return (place) => new URL(hashOf(base, place), location.href).href;
}
