import { useState } from "react";
import { type ApiError, api } from "../net/api.js";
import { goTo } from "./use-route.js";

/** A hook that forks a conversation, continues the fork, and then compares the two. */
export function useFork(thread: string) {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isSent, setSent] = useState(false);
  /** @param onForked - Called when the server has forked the conversation. */
  const fork = async (request: Parameters<typeof api.fork>[1], onForked = () => {}) => {
    setSent(true);
    try {
      const copy = await api.fork(thread, request);
      onForked();
      await api.resume(copy.thread);
      goTo("compare", thread, copy.thread);
    } catch (error) {
      setProblem(error as ApiError);
      setSent(false);
    }
  };
  return { fork, isSent, problem };
}
