/** Structured answers: their JSON schemas, and a way to get them from models without structured output. */
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type RunnableConfig, RunnableLambda } from "@langchain/core/runnables";
import { readObject } from "../text/read-answer.js";

/** The schema of an answer. A plain JSON schema, because some clients discard answers that do not match a zod schema. */
export function answerSchema(properties: Readonly<Record<string, object>>): Record<string, unknown> {
  return { title: "answer", ...objectSchema(properties) };
}

/** The schema of an object within an answer. Strict providers want every property required and no additional ones. */
export function objectSchema(properties: Readonly<Record<string, object>>) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const jsonPrompt = (schema: unknown) =>
  `Answer with one JSON object and nothing else. It must fit this JSON schema: ${JSON.stringify(schema)}`;

/** Replaces `withStructuredOutput`: puts the schema, if there is one, into the prompt and reads a JSON object from the answer. */
export function structuredOutputByPrompt(
  model: Pick<BaseChatModel, "invoke">,
  schema: unknown,
  { includeRaw = false }: { readonly includeRaw?: boolean } = {},
) {
  return RunnableLambda.from(async (input: BaseLanguageModelInput, config: RunnableConfig) => {
    const form = schema === undefined ? [] : [new HumanMessage(jsonPrompt(schema))];
    const raw = await model.invoke([...(input as BaseMessage[]), ...form], config);
    const fields = readObject(raw.text);
    const parsed = Object.keys(fields).length > 0 ? fields : null;
    return includeRaw ? { raw, parsed } : parsed;
  });
}

export interface StructuredAnswer {
  readonly raw: BaseMessage;
  readonly parsed: object | null;
}

/**
 * The model's own structured output, or one by prompt. LangChain's models throw if they support neither schemas nor tools; some
 * ignore `includeRaw`, which shows only in their answer.
 */
export function structuredOutputOf(model: BaseChatModel, schema: Record<string, unknown>, isByPrompt: boolean) {
  const byPrompt = () => structuredOutputByPrompt(model, schema, { includeRaw: true });
  try {
    return isByPrompt ? byPrompt() : model.withStructuredOutput(schema, { includeRaw: true, name: "answer" });
  } catch {
    return byPrompt();
  }
}
