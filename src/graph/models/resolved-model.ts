/** A model that is ready to be called, and what is known of it. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RostrumError } from "../../errors/rostrum-error.js";

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
