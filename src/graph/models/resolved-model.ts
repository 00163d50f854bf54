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
   * Missing if Rostrum does not know the address. `variable`: the environment variable that sets the address; undefined
   * for the provider's default address.
   */
  readonly endpoint?: { readonly address: string; readonly variable: string | undefined };
}

/** @throws `unknown-model` if the object is not a chat model. */
export function describeModel(model: BaseChatModel): ResolvedModel {
  if (typeof model?.invoke !== "function" || typeof model._llmType !== "function")
    throw new RostrumError("unknown-model", { fault: "not-a-model" });
  const named = model as { model?: unknown; modelName?: unknown };
  const name = [named.model, named.modelName].find((value) => typeof value === "string" && value !== "");
  return { model, label: typeof name === "string" ? name : model._llmType() };
}

/** The rehearsal costs nothing and calls no tools. */
export const isFree = ({ model }: ResolvedModel): boolean => model._llmType() === "rehearsal";

/**
 * Whether the model is one of Rostrum's own. The token counts that these report are credible, because no provider is
 * involved.
 */
export const isExact = ({ model }: ResolvedModel): boolean => ["rehearsal", "scripted"].includes(model._llmType());
