/** What models are asked, and for which run. */
import type { BaseMessage } from "@langchain/core/messages";
import type { Retry } from "../state/events.js";
import type { Participant } from "../state/participant.js";
import type { RunSettings } from "../state/run-settings.js";
import type { TaskUsage } from "../usage/task-usage.js";
import type { ModelRequest, RememberedConversation } from "./request.js";

/** What is asked: as data, and how it is put into words. */
export interface ModelCall<Asked extends ModelRequest = ModelRequest> {
  readonly request: Asked;
  compose(request: Asked): BaseMessage[];
  /** Asks for the gist of messages that a prompt has no room for; left out where they are simply left out. */
  summarizeMemory?(conversation: RememberedConversation): ModelCall;
}

/** The run that a question belongs to. */
export interface CallContext {
  readonly context: RunSettings;
  /** Aborted when the run is cancelled or a call beside this one has failed. */
  readonly signal: AbortSignal;
  /** The signal that all calls of the graph's step share, where `signal` is this call's alone. Default: `signal`. */
  readonly step?: AbortSignal;
  /** Aborted when the run is cancelled, also between two steps. */
  readonly life?: AbortSignal | undefined;
  /** The thread that keeps the conversation; undefined where nothing is kept. */
  readonly thread?: string | undefined;
  /** Where the cost goes, also of calls that fail or are given up. */
  readonly account: TaskUsage;
  /** Is told of every call that is made again. */
  readonly onRetry?: ((turn: number, retry: Retry) => void) | undefined;
}

/** Who is asked; undefined where it is nobody in particular. */
export const participantOf = (request: ModelRequest): Participant | undefined =>
  "self" in request ? request.self : undefined;
