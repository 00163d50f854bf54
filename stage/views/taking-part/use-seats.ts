import { useCallback, useContext, useEffect, useState } from "react";
import type { Participant } from "../../port.js";
import { recallValue, remember } from "../../state/browser-storage.js";
import { splitInvitation } from "../../state/place.js";
import { BaseContext } from "../use-place.js";
import { addressOf, wordsIn } from "../use-route.js";

export interface Seats {
  /** The participants for whom this browser speaks. */
  readonly held: readonly string[];
  /** Whether the server limits this browser to certain seats. If so, the browser cannot steer the conversation. */
  readonly isGuest: boolean;
  readonly canTake: (name: string) => boolean;
  readonly take: (name: string) => void;
  readonly leave: (name: string) => void;
}

/** Includes people who approve what a model says. */
const peopleIn = (cast: readonly Participant[]) =>
  cast.filter(({ human, approve, presence }) => (human || approve) && presence !== "removed").map(({ name }) => name);

const read = (storage: string) => recallValue<readonly string[]>(storage);

/**
 * Until the user takes or leaves a seat, the browser has the seats in `invited` or, if `invited` is null and the cast
 * has exactly one person, that person's seat.
 * @param invited - The participants to whose seats the server limits this browser; null if there is no such limit.
 */
export function useSeats(thread: string, cast: readonly Participant[], invited: readonly string[] | null): Seats {
  const base = useContext(BaseContext);
  const storage = `seats.${thread}`;
  const [chosen, setChosen] = useState(() => read(storage));
  const people = invited ?? peopleIn(cast);
  const usual = invited ?? (people.length === 1 ? people : []);
  const held = (chosen ?? usual).filter((name) => people.includes(name));
  const choose = useCallback(
    (names: readonly string[]) => {
      remember(storage, JSON.stringify(names));
      setChosen(names);
    },
    [storage],
  );
  useEffect(() => {
    const onAddress = () => {
      const [place, name] = splitInvitation(wordsIn(location.hash).slice(base.length));
      if (name === null) return;
      choose([...new Set([...(read(storage) ?? []), name])]);
      // Without the invitation in the address, a reload or a copy of the address does not take the seat again.
      history.replaceState(null, "", addressOf(...base, ...place));
    };
    const onOtherTab = () => setChosen(read(storage));
    onAddress();
    addEventListener("hashchange", onAddress);
    addEventListener("storage", onOtherTab);
    return () => {
      removeEventListener("hashchange", onAddress);
      removeEventListener("storage", onOtherTab);
    };
  }, [base, storage, choose]);
  return {
    held,
    isGuest: invited !== null,
    canTake: (name) => people.includes(name) && !held.includes(name),
    take: (name) => choose([...held, name]),
    leave: (name) => choose(held.filter((each) => each !== name)),
  };
}
