/** A model that is ready to be called, with its label and address. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RostrumError } from "../../errors/rostrum-error.js";

export interface ResolvedModel {
  readonly model: BaseChatModel;
  /**
   * The model's name, such as `openai:gpt-4.1-mini`. For a caller's model object, the object's own name or, if it has
   * none, its type.
   */
  readonly label: string;
  /**
   * The address, and the environment variable that sets it. The variable is undefined for the provider's default
   * address. The endpoint is missing if Rostrum does not know the address.
   */
  readonly endpoint?: { readonly address: string; readonly variable: string | undefined };
}

/**
 * Finds the label of a caller's model object.
 *
 * @throws `unknown-model` if the object is not a chat model.
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

/**
 * Whether the model is one of Rostrum's own models, which answer in this process. Their figures are credible, however
 * low.
 */
export const isExact = ({ model }: ResolvedModel): boolean => ["rehearsal", "scripted"].includes(model._llmType());
