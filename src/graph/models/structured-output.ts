/** Structured answers: their JSON schemas, and a fallback for models without structured output. */

import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import { structuredOutputByPrompt } from "../../offline/structured-output.js";

/**
 * The schema of an answer. Uses plain JSON Schema, because some clients discard answers that do not match a zod schema.
 */
export function answerSchema(properties: Readonly<Record<string, object>>): Record<string, unknown> {
  return { title: "answer", ...objectSchema(properties) };
}

/**
 * The schema of an object in an answer. Strict providers only accept schemas that require every property and allow no
 * others.
 */
export function objectSchema(properties: Readonly<Record<string, object>>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

export interface StructuredAnswer {
  readonly raw: BaseMessage;
  readonly parsed: object | null;
}

/**
 * The model's own structured output, or structured output through the prompt. LangChain's models throw if they support
 * neither schemas nor tools. Some ignore `includeRaw`, which only shows in their answers.
 */
export function structuredOutputOf(model: BaseChatModel, schema: Record<string, unknown>, isByPrompt: boolean) {
  const byPrompt = () => structuredOutputByPrompt(model, schema, { includeRaw: true });
  try {
    return isByPrompt ? byPrompt() : model.withStructuredOutput(schema, { includeRaw: true, name: "answer" });
  } catch {
    return byPrompt();
  }
}
