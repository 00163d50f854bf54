import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type RunnableConfig, RunnableLambda } from "@langchain/core/runnables";
import { readObject } from "../core/text/read-answer.js";

const jsonPrompt = (schema: unknown) =>
  `Answer with one JSON object and nothing else. It must fit this JSON schema: ${JSON.stringify(schema)}`;

/** Replaces `withStructuredOutput` for models that only write text. */
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
