/** A chat model with what errors and bills call it. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RostrumError } from "../errors.js";

/** Where a model's calls go, and what decided so. */
interface Endpoint {
  readonly address: string;
  /** The environment variable that the address came from; undefined for the provider's own address. */
  readonly variable: string | undefined;
}

export interface ResolvedModel {
  readonly model: BaseChatModel;
  /** Such as `openai:gpt-4.1-mini`; a model object's own name for one that the caller made. */
  readonly label: string;
  readonly endpoint?: Endpoint;
}

/** The same for a model object that the caller made. Throws `unknown-model` for anything else. */
export function describeModel(model: BaseChatModel): ResolvedModel {
  if (typeof model?.invoke !== "function" || typeof model._llmType !== "function")
    throw new RostrumError("unknown-model", { fault: "not-a-model" });
  const named = model as { model?: unknown; modelName?: unknown };
  const name = [named.model, named.modelName].find((value) => typeof value === "string" && value !== "");
  return { model, label: typeof name === "string" ? name : model._llmType() };
}
