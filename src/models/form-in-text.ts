/** Structured answers of models that have no form of their own for them: they are told the schema, and JSON is looked for in the answer. */
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type RunnableConfig, RunnableLambda } from "@langchain/core/runnables";
import { readObject } from "../text/read-object.js";

const formRequest = (schema: unknown) =>
  `Answer with one JSON object and nothing else. It must fit this JSON schema: ${JSON.stringify(schema)}`;

/** What stands in for `withStructuredOutput`. */
export function formInText(model: Pick<BaseChatModel, "invoke">, schema: unknown) {
  return RunnableLambda.from(async (input: BaseLanguageModelInput, config: RunnableConfig) => {
    const raw = await model.invoke([...(input as BaseMessage[]), new HumanMessage(formRequest(schema))], config);
    const parsed = readObject(raw.text);
    return { raw, parsed: Object.keys(parsed).length > 0 ? parsed : null };
  });
}

/** The model's own structured output, or the form in words. LangChain's models throw where they have neither a form nor tools. */
export function structuredOutputOf(model: BaseChatModel, schema: Record<string, unknown>) {
  try {
    return model.withStructuredOutput<Record<string, unknown>>(schema, { includeRaw: true, name: "answer" });
  } catch {
    return formInText(model, schema);
  }
}
