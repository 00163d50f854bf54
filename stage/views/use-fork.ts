import { useState } from "react";
import type { RequestError } from "../../src/apps/react/request-error.js";
import { api } from "../net/api.js";
import { goTo } from "./use-route.js";

/** Forks a conversation, continues the fork, and then opens the comparison of the two. */
export function useFork(thread: string) {
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [isSent, setSent] = useState(false);
  const fork = async (request: Parameters<typeof api.fork>[1], onForked = () => {}) => {
    setSent(true);
    try {
      const copy = await api.fork(thread, request);
      onForked();
      await api.resume(copy.thread);
      goTo("compare", thread, copy.thread);
    } catch (error) {
      setProblem(error as RequestError);
      setSent(false);
    }
  };
  return { fork, isSent, problem };
}
