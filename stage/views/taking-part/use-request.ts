import { useCallback, useEffect, useState } from "react";
import type { RequestError } from "../../../src/apps/react/request-error.js";

const noticeTime = 6000;

/** Keeps the problem or the notice of the latest request. */
export function useRequest() {
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [notice, setNotice] = useState("");
  /** Resolves to whether the request succeeded. If it did, shows `success` as a notice. */
  const run = useCallback(async (request: Promise<unknown>, success = "") => {
    try {
      await request;
      setProblem(null);
      setNotice(success);
      return true;
    } catch (error) {
      setProblem(error as RequestError);
      setNotice("");
      return false;
    }
  }, []);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setNotice(""), noticeTime);
    return () => clearTimeout(timer);
  }, [notice]);
  return { run, problem, notice };
}

export type Run = ReturnType<typeof useRequest>["run"];
