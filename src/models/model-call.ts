/** What models are asked, and for which run. */
import type { BaseMessage } from "@langchain/core/messages";
import type { Retry } from "../state/events.js";
import type { Participant } from "../state/participant.js";
import type { RunSettings } from "../state/run-settings.js";
import type { TaskUsage } from "../usage/task-usage.js";
import type { CallLimiter } from "./call-policy.js";
import type { ModelRequest, RememberedConversation } from "./request.js";

/** What is asked: as data, and how it is put into words. */
export interface ModelCall<Asked extends ModelRequest = ModelRequest> {
  readonly request: Asked;
  compose(request: Asked): BaseMessage[];
  /** Asks for the gist of messages that a prompt has no room for; left out where they are simply left out. */
  summarizeMemory?(conversation: RememberedConversation): ModelCall;
}

/** What a model call is made with. */
export interface CallContext {
  readonly settings: RunSettings;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** Aborted when the run is cancelled, also between two steps: for answers that outlive the step that starts them. */
  readonly runSignal: AbortSignal;
  /** Shared by all calls of a superstep; undefined where the run sets no limit on concurrent calls. */
  readonly limiter?: CallLimiter | undefined;
  /** The thread that saves the conversation, for errors that say how to resume it; undefined where nothing is saved. */
  readonly thread?: string | undefined;
  /** Where the cost goes, also of calls that fail or are cut off. */
  readonly usage: TaskUsage;
  /** Called before each retry. */
  readonly onRetry?: ((turn: number, retry: Retry) => void) | undefined;
}

/** Who is asked; undefined where it is nobody in particular. */
export const participantOf = (request: ModelRequest): Participant | undefined =>
  "self" in request ? request.self : undefined;
