import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { structuredOutputByPrompt } from "../../offline/structured-output.js";

/** Plain JSON Schema, because some clients discard answers that do not match a zod schema. */
export function answerSchema(properties: Readonly<Record<string, object>>): Record<string, unknown> {
  return { title: "answer", ...objectSchema(properties) };
}

/** Some providers accept only schemas that require every property and allow no others. */
export function objectSchema(properties: Readonly<Record<string, object>>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

export interface StructuredAnswer {
  readonly raw: BaseMessage;
  readonly parsed: object | null;
}

/**
 * Usually relies on the model's own structured output. If `isByPrompt` is set, or if the model does not support
 * structured output, the prompt describes the schema instead. Some models ignore `includeRaw`, so the caller must check
 * whether the answer has `raw`.
 */
export function structuredOutputOf(model: BaseChatModel, schema: Record<string, unknown>, isByPrompt: boolean) {
  const byPrompt = () => structuredOutputByPrompt(model, schema, { includeRaw: true });
  try {
    return isByPrompt ? byPrompt() : model.withStructuredOutput(schema, { includeRaw: true, name: "answer" });
  } catch {
    return byPrompt();
  }
}
