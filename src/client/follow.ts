/** Follows a run on a server, event by event, to its end. */
import type { Run } from "@langchain/langgraph-sdk";
import { RostrumError } from "../errors.js";
import type { RostrumEvent } from "../state/events.js";
import { type Connection, type RunRef, runLost } from "./connection.js";
import { readConversation, type WaitingPerson } from "./conversation.js";
import { RunLog } from "./run-log.js";

/** The conversation's own events, in order, and how the run ended if the conversation is not over. */
export type FollowedEvent =
  | RostrumEvent
  /** Last, one for each person: the run waits for their turn. Continue with `answer`. */
  | ({ readonly type: "your-turn" } & WaitingPerson)
  /** Last: the run was cancelled, for example by an interjection with `now`, which continues the conversation in another run. */
  | { readonly type: "cancelled" }
  /** Before the end: the run is over, and the server has lost some of its events. `transcript` returns all that was said. */
  | { readonly type: "gap" };

export interface FollowOptions {
  /** Stops following at once and leaves the run alone. Default: none; `follow` ends with the run. */
  readonly signal?: AbortSignal | undefined;
}

/** The error for what the server sends about a failed run. */
function runFailed(data: unknown, connection: Connection, ref: RunRef): RostrumError {
  if (data === "Run not found") return runLost(connection, ref, "unknown");
  const { message } = (data ?? {}) as { readonly message?: unknown };
  const reason = typeof message === "string" && message !== "" ? message : JSON.stringify(data);
  return new RostrumError("run-failed", { fault: "failed", reason, server: connection.url, thread: ref.threadId });
}

async function* endOf(run: Run, connection: Connection, ref: RunRef): AsyncGenerator<FollowedEvent> {
  const { failures, waiting, latestRunId } = await connection.patient.execute(() =>
    readConversation(connection, ref.threadId),
  );
  if (run.status === "error" || run.status === "timeout")
    throw runFailed({ message: failures.join("\n") || `the run ended with ${run.status}` }, connection, ref);
  // If the thread has continued since, another run waits for these people.
  const isLatest = latestRunId === undefined || latestRunId === ref.runId;
  if (isLatest && waiting.length > 0) for (const person of waiting) yield { type: "your-turn", ...person };
  else if (run.status === "interrupted") yield { type: "cancelled" };
}

export async function* follow(
  connection: Connection,
  ref: RunRef,
  { signal }: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void> {
  const log = new RunLog(connection, ref);
  const close = () => log.close();
  signal?.addEventListener("abort", close, { once: true });
  if (signal?.aborted) close();
  try {
    for (;;) {
      const next = await log.next();
      if (next === undefined) return;
      if ("run" in next) {
        if (!next.isComplete) yield { type: "gap" };
        return yield* endOf(next.run, connection, ref);
      }
      if (next.event === "error") throw runFailed(next.data, connection, ref);
      if (next.event === "custom") yield next.data as RostrumEvent;
    }
  } finally {
    signal?.removeEventListener("abort", close);
    close();
  }
}
