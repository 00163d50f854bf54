/** Keeps unsent text, so that it survives a reload and the Back button. */
import { useCallback, useRef, useState } from "react";
import { recallValue, remember } from "../state/browser-storage.js";

type SetDraft<Value> = (change: Value | null | ((draft: Value | null) => Value | null)) => void;

/**
 * Returns the unsent draft, or null if there is none, and a function that changes it.
 * @param name - Identifies the draft. Must not change while the component is mounted.
 */
export function useDraft<Value>(name: string): readonly [Value | null, SetDraft<Value>] {
  const [draft, setDraft] = useState(() => recallValue<Value>(`draft.${name}`, "tab"));
  const latest = useRef(draft);
  const change = useCallback<SetDraft<Value>>(
    (next) => {
      latest.current = next instanceof Function ? next(latest.current) : next;
      remember(`draft.${name}`, latest.current === null ? null : JSON.stringify(latest.current), "tab");
      setDraft(latest.current);
    },
    [name],
  );
  return [draft, change];
}

/** Returns the draft without the sent text at its start; null if nothing is left. */
export function withoutSent(draft: string | null, sent: string): string | null {
  if (draft === null || draft === sent) return null;
  return draft.startsWith(sent) ? draft.slice(sent.length) : draft;
}
