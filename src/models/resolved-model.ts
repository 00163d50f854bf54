/** A chat model with the label that errors and usage records show. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RostrumError } from "../errors.js";
import type { ModelRequest } from "./request.js";

/** The address that receives a model's calls. */
interface Endpoint {
  readonly address: string;
  /** The environment variable that sets the address; undefined for the provider's default address. */
  readonly variable: string | undefined;
}

export interface ResolvedModel {
  readonly model: BaseChatModel;
  /** Such as `openai:gpt-4.1-mini`. For a model object of the caller's: the object's own name. */
  readonly label: string;
  readonly endpoint?: Endpoint;
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

/** LangChain's options for one call. */
export type CallOptions = { signal: AbortSignal; tags: string[]; runName: string; request?: ModelRequest };

/** Keeps a call's tokens out of the `messages` stream. The speaking step streams the public text there itself. */
const noStreamTags = ["langsmith:nostream"];

export function optionsFor(request: ModelRequest, { model }: ResolvedModel, signal: AbortSignal): CallOptions {
  const common = { signal, tags: noStreamTags, runName: request.purpose };
  // A model that lists `request` in its `callKeys`, such as the rehearsal or a scripted model, gets the request as data too.
  return model.callKeys?.includes("request") ? { ...common, request } : common;
}
