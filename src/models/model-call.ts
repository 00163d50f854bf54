/** A model call, the context that it runs in, and the model that it goes to. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { RostrumError } from "../errors.js";
import type { RememberedConversation } from "../memory/remember.js";
import type { Retry } from "../state/events.js";
import type { Participant } from "../state/participant.js";
import type { RunSettings } from "../state/run-settings.js";
import type { TaskUsage } from "../usage/task-usage.js";
import type { CallLimiter } from "./call-policy.js";
import type { ModelRequest } from "./request.js";

/** A request, with the function that turns it into a prompt. */
export interface ModelCall<Asked extends ModelRequest = ModelRequest> {
  readonly request: Asked;
  compose(request: Asked): BaseMessage[];
  /** Makes the call that summarizes messages a prompt has no room for. Absent if the prompt drops them without a summary. */
  summarizeMemory?(conversation: RememberedConversation): ModelCall;
}

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
  readonly usage: TaskUsage;
  readonly onRetry?: ((turn: number, retry: Retry) => void) | undefined;
}

export const participantOf = (request: ModelRequest): Participant | undefined =>
  "self" in request ? request.self : undefined;

export interface ResolvedModel {
  readonly model: BaseChatModel;
  /** Such as `openai:gpt-4.1-mini`. For a model object of the caller's: the object's own name. */
  readonly label: string;
  /** The address, and the environment variable that sets it; no variable for the provider's default address. */
  readonly endpoint?: { readonly address: string; readonly variable: string | undefined };
}

/**
 * Labels a model object of the caller's.
 *
 * @throws `unknown-model` for anything but a chat model.
 */
export function describeModel(model: BaseChatModel): ResolvedModel {
  if (typeof model?.invoke !== "function" || typeof model._llmType !== "function")
    throw new RostrumError("unknown-model", { fault: "not-a-model" });
  const named = model as { model?: unknown; modelName?: unknown };
  const name = [named.model, named.modelName].find((value) => typeof value === "string" && value !== "");
  return { model, label: typeof name === "string" ? name : model._llmType() };
}

/** Whether the model is the rehearsal, which costs nothing and calls no tools. */
export const isFree = ({ model }: ResolvedModel): boolean => model._llmType() === "rehearsal";

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly tags: string[];
  readonly runName: string;
  readonly metadata: Record<string, unknown>;
  readonly request?: ModelRequest;
}

/**
 * Keep a call's tokens out of the `messages` streams: the first tag in LangGraph, the second on its API server. The speaking step
 * streams the public text there itself.
 */
export const noStreamTags: readonly string[] = ["langsmith:nostream", "nostream"];

/** Names the call for readers of traces: `bid: Ann, turn 3`. LangGraph takes a run named like its node for the node itself. */
export function optionsFor(request: ModelRequest, { model }: ResolvedModel, signal: AbortSignal): CallOptions {
  const { purpose, turn } = request;
  const participant = participantOf(request)?.name;
  const runName = `${purpose}: ${participant === undefined ? "" : `${participant}, `}turn ${turn}`;
  const metadata = { purpose, turn, ...(participant === undefined ? {} : { participant }) };
  const tags = [...noStreamTags, ...Object.entries(metadata).map(([key, value]) => `${key}:${value}`)];
  const common = { signal, tags, runName, metadata };
  // A model that lists `request` in its `callKeys`, such as the rehearsal or a scripted model, gets the request as data too.
  return model.callKeys?.includes("request") ? { ...common, request } : common;
}
