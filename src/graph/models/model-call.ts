import type { BaseMessage } from "@langchain/core/messages";
import type { ModelRequest } from "../../core/model-request.js";
import type { Participant } from "../../core/state/participant.js";
import type { RunSettings } from "../../core/state/run-settings.js";
import type { TaskUsage } from "../../core/usage/task-usage.js";
import type { UsageMeter } from "../../core/usage/usage-meter.js";
import type { RememberedConversation } from "../../records/remembered-conversation.js";
import type { Retry } from "../../records/retry.js";
import type { RunTrace } from "../tracing/run-trace.js";
import type { CallLimiter } from "./call-policy.js";
import type { ResolvedModel } from "./resolved-model.js";

export interface ModelCall<Asked extends ModelRequest = ModelRequest> {
  readonly request: Asked;
  compose(request: Asked): BaseMessage[];
  /** Returns the call that summarizes messages for which the prompt has no room. Absent if they are just dropped. */
  summarizeMemory?(conversation: RememberedConversation): ModelCall;
}

export interface CallContext {
  readonly settings: RunSettings;
  /** Aborts when the answer is no longer needed: the step is cancelled, or a deadline has passed. */
  readonly signal: AbortSignal;
  /**
   * Aborts when the run is cancelled, even between two steps. For answers that outlive the step in which they start.
   */
  readonly runSignal: AbortSignal;
  /** Shared by all calls of a superstep; undefined if the run sets no limit. */
  readonly limiter?: CallLimiter | undefined;
  /**
   * The thread to name in errors that explain how to resume a saved conversation. Undefined if the conversation is not
   * saved, or if the program has its own way to resume it.
   */
  readonly thread?: string | undefined;
  readonly savedThread?: string | undefined;
  readonly usage: TaskUsage;
  readonly onRetry?: ((turn: number, retry: Retry) => void) | undefined;
  /** @internal Default: the run is not traced. */
  readonly trace?: RunTrace | undefined;
}

export const participantOf = (request: ModelRequest): Participant | undefined =>
  "self" in request ? request.self : undefined;

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly tags: string[];
  readonly runName: string;
  readonly metadata: Record<string, unknown>;
  readonly request?: ModelRequest;
  readonly meter?: UsageMeter;
  readonly thread?: string;
}

/**
 * Tags that keep a call's tokens out of the `messages` streams: the first tag is for LangGraph, the second for its API
 * server. `sayPublicly` writes the public text to these streams instead.
 */
export const noStreamTags: readonly string[] = ["langsmith:nostream", "nostream"];

/**
 * The run name, such as `bid: Ann, turn 3`, must differ from the node's name, because LangGraph mistakes a run with
 * that name for the node.
 */
export function optionsFor(
  request: ModelRequest,
  { model }: ResolvedModel,
  signal: AbortSignal,
  meter: UsageMeter,
  thread?: string,
): CallOptions {
  const { purpose, turn } = request;
  const participant = participantOf(request)?.name;
  const runName = `${purpose}: ${participant === undefined ? "" : `${participant}, `}turn ${turn}`;
  const metadata = { purpose, turn, ...(participant === undefined ? {} : { participant }) };
  const tags = [...noStreamTags, ...Object.entries(metadata).map(([key, value]) => `${key}:${value}`)];
  const common = { signal, tags, runName, metadata };
  // Models that list `request` in their `callKeys`, such as the rehearsal or a scripted model, also receive the request
  // as data. An agent also receives `meter`, to charge the calls that it makes, and `thread`, to save a conversation of
  // its own.
  const isAsked = (key: string) => model.callKeys?.includes(key);
  const saved = isAsked("thread") && thread !== undefined && { thread };
  return { ...common, ...(isAsked("request") && { request }), ...(isAsked("meter") && { meter }), ...saved };
}
