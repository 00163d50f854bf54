import { useRef, useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { api } from "../net/api.js";
import { goTo } from "./use-route.js";

/** Provides `fork`, which forks the conversation, continues the fork, and then opens the comparison of the two. */
export function useFork(thread: string) {
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [isSent, setSent] = useState(false);
  /** The copy that was made but could not be continued, and the request that made it. */
  const made = useRef<{ readonly request: string; readonly thread: string } | null>(null);
  const fork = async (request: Parameters<typeof api.fork>[1], onContinued = () => {}) => {
    setSent(true);
    try {
      const text = JSON.stringify(request);
      if (made.current?.request !== text) made.current = { request: text, ...(await api.fork(thread, request)) };
      const copy = made.current.thread;
      await api.resume(copy);
      onContinued();
      made.current = null;
      goTo("compare", thread, copy);
    } catch (error) {
      setProblem(error as RequestError);
      setSent(false);
    }
  };
  return { fork, isSent, problem };
}
