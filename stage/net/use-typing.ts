import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "./api.js";

/** In milliseconds. A signal stays valid for longer than the interval at which it is repeated. */
const timing = { repeat: 3000, valid: 5000 };

/**
 * Returns the names of the participants who are typing, and a function to call with the name in each signal that
 * arrives.
 */
export function useTyping(): readonly [readonly string[], (name: string) => void] {
  const [names, setNames] = useState<readonly string[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const timer of current.values()) clearTimeout(timer);
    };
  }, []);
  const onSignal = useCallback((name: string) => {
    clearTimeout(timers.current.get(name));
    const stop = () => setNames((all) => all.filter((each) => each !== name));
    timers.current.set(name, setTimeout(stop, timing.valid));
    setNames((all) => (all.includes(name) ? all : [...all, name]));
  }, []);
  return [names, onSignal];
}

export function useTypingSignal(thread: string, name: string): () => void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (now - last.current < timing.repeat) return;
    last.current = now;
    // The signal is only a hint to other readers, so a failure is not worth a message.
    api.typing(thread, name).catch(() => {});
  };
}
