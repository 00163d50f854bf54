/** Structured answers of models that have no form of their own for them: they are told the schema, and JSON is looked for in the answer. */
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
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

/** Whether a model can be asked for structured answers: LangChain makes it of tools where the model has no way of its own. */
export const hasStructuredOutput = (model: BaseChatModel): boolean =>
  model.bindTools !== undefined || model.withStructuredOutput !== BaseChatModel.prototype.withStructuredOutput;
