/** A model call, and the context that it runs in. */
import type { BaseMessage } from "@langchain/core/messages";
import type { Retry } from "../state/events.js";
import type { Participant } from "../state/participant.js";
import type { RunSettings } from "../state/run-settings.js";
import type { TaskUsage } from "../usage/task-usage.js";
import type { CallLimiter } from "./call-policy.js";
import type { ModelRequest, RememberedConversation } from "./request.js";

/** A request, with the function that turns it into a prompt. */
export interface ModelCall<Asked extends ModelRequest = ModelRequest> {
  readonly request: Asked;
  compose(request: Asked): BaseMessage[];
  /** Makes the call that summarizes messages a prompt has no room for. Absent if the prompt drops them without a summary. */
  summarizeMemory?(conversation: RememberedConversation): ModelCall;
}

/** The settings, limits and accounting of a model call. */
export interface CallContext {
  readonly settings: RunSettings;
  /** Aborted when the answer is no longer needed: the step is cancelled, or a deadline has passed. */
  readonly signal: AbortSignal;
  /** Aborted when the run is cancelled, even between two steps. For answers that outlive the step that starts them. */
  readonly runSignal: AbortSignal;
  /** Shared by all calls of a superstep; undefined if the run does not limit concurrent calls. */
  readonly limiter?: CallLimiter | undefined;
  /** The thread of a saved conversation, for errors that say how to resume it; undefined if the conversation is not saved. */
  readonly thread?: string | undefined;
  /** Records the cost, including that of failed and cancelled calls. */
  readonly usage: TaskUsage;
  /** Called before each retry. */
  readonly onRetry?: ((turn: number, retry: Retry) => void) | undefined;
}

/** The participant who answers; undefined for calls that belong to no participant. */
export const participantOf = (request: ModelRequest): Participant | undefined =>
  "self" in request ? request.self : undefined;
