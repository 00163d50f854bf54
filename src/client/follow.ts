/** Follows a run on a server, event by event, to how it ends. */
import type { Run } from "@langchain/langgraph-sdk";
import { RostrumError } from "../errors.js";
import type { RostrumEvent } from "../state/events.js";
import { readConversation } from "./conversation.js";
import type { FollowedEvent } from "./followed-event.js";
import { RunEvents } from "./run-events.js";
import type { RunRef } from "./run-ref.js";
import type { Server } from "./server.js";

/** What the server says of the error that a run ended with. */
function runFailed(data: unknown, { url }: Server, { threadId, runId }: RunRef): RostrumError {
  const details = { server: url, thread: threadId };
  if (data === "Run not found") return new RostrumError("run-lost", { ...details, fault: "unknown", run: runId });
  const { message } = (data ?? {}) as { readonly message?: unknown };
  const reason = typeof message === "string" && message !== "" ? message : JSON.stringify(data);
  return new RostrumError("run-failed", { ...details, fault: "failed", reason });
}

async function* endOf(run: Run, server: Server, ref: RunRef): AsyncGenerator<FollowedEvent> {
  if (run.status === "error" || run.status === "timeout") {
    const { failures } = await server.patient.execute(() => readConversation(server, ref.threadId));
    throw runFailed({ message: failures.join("\n") || `the run ended with ${run.status}` }, server, ref);
  }
  const { waiting, latestRunId } = await server.patient.execute(() => readConversation(server, ref.threadId));
  // Where the thread has gone on since, whoever is waited for now is waited for by another run.
  const isLatest = latestRunId === undefined || latestRunId === ref.runId;
  if (isLatest && waiting.length > 0) for (const person of waiting) yield { type: "your-turn", ...person };
  else if (run.status === "interrupted") yield { type: "broken-off" };
}

export interface FollowOptions {
  /** Stops following when it is aborted, also while nothing happens; the run is left alone. Default: followed to its end. */
  readonly signal?: AbortSignal | undefined;
}

export async function* follow(
  server: Server,
  ref: RunRef,
  { signal }: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void> {
  const events = new RunEvents(server, ref);
  const leave = () => events.leave();
  signal?.addEventListener("abort", leave, { once: true });
  if (signal?.aborted) leave();
  try {
    for (;;) {
      const next = await events.next();
      if (next === undefined) return;
      if ("run" in next) {
        if (!next.isWhole) yield { type: "gap" };
        return yield* endOf(next.run, server, ref);
      }
      if (next.event === "error") throw runFailed(next.data, server, ref);
      if (next.event === "custom") yield next.data as RostrumEvent;
    }
  } finally {
    signal?.removeEventListener("abort", leave);
    events.leave();
  }
}
