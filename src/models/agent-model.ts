/** A LangChain runnable or a compiled graph as the chat model that answers for a participant. */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, isBaseMessage, type UsageMetadata } from "@langchain/core/messages";
import type { ChatResult, LLMResult } from "@langchain/core/outputs";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";
import { runDetached } from "../langgraph/detached.js";
import { AgentFailure, costField } from "../usage/agent-cost.js";
import { formInText } from "./form-in-text.js";

/**
 * What answers for a participant: anything that takes `{ messages }` and gives a text, a message, or `{ messages }` whose last
 * one is the answer; such as a chain, or a graph that `createAgent` made.
 */
export type ParticipantAgent = Pick<Runnable<{ messages: BaseMessage[] }, unknown>, "invoke">;

class CostCounter extends BaseCallbackHandler {
  readonly name = "rostrum-cost";
  // What was counted has to be there when the agent ends.
  override readonly awaitHandlers = true;
  calls = 0;
  counted = 0;
  readonly usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

  override handleChatModelStart(): void {
    this.calls += 1;
  }

  override handleLLMStart(): void {
    this.calls += 1;
  }

  override handleLLMEnd({ generations }: LLMResult): void {
    const message = (generations[0]?.[0] as { message?: { usage_metadata?: UsageMetadata } } | undefined)?.message;
    const usage = message?.usage_metadata;
    if (!usage) return;
    this.counted += 1;
    this.usage.input_tokens += usage.input_tokens;
    this.usage.output_tokens += usage.output_tokens;
    this.usage.total_tokens += usage.total_tokens;
  }
}

/** The text of an agent's answer; undefined where it gave none that can be read. */
function readAnswer(output: unknown): string | undefined {
  if (typeof output === "string") return output;
  if (isBaseMessage(output)) return output.text;
  const { messages, output: text } = (output ?? {}) as { messages?: unknown; output?: unknown };
  if (!Array.isArray(messages)) return typeof text === "string" ? text : undefined;
  const last: unknown = messages.at(-1);
  return isBaseMessage(last) && last.type === "ai" ? last.text : undefined;
}

export class AgentModel extends BaseChatModel {
  /** Its name in bills and errors. */
  readonly model: string;

  constructor(
    owner: string,
    private readonly agent: ParticipantAgent,
  ) {
    super({});
    this.model = `${owner}'s agent`;
  }

  override _llmType(): string {
    return "agent";
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const cost = new CostCounter();
    const { signal } = options;
    const config = { callbacks: [cost], tags: ["langsmith:nostream"], ...(signal ? { signal } : {}) };
    const text = await this.invokeAgent(messages, config).catch((error: unknown) => {
      const { calls, counted, usage } = cost;
      throw new AgentFailure(error, { calls, counted, usage });
    });
    const { calls, counted, usage } = cost;
    const message = new AIMessage({ content: text, response_metadata: { [costField]: { calls, counted } } });
    if (counted > 0) Object.assign(message, { usage_metadata: usage });
    return { generations: [{ text, message }] };
  }

  private async invokeAgent(messages: BaseMessage[], config: RunnableConfig): Promise<string> {
    const output = await runDetached(config, (own) => this.agent.invoke({ messages }, own));
    const text = readAnswer(output);
    if (text !== undefined) return text;
    throw new Error(
      "the agent's answer is neither a text nor a message, nor has it messages of which the last is one of a model",
    );
  }

  /** Agents have no form of their own for structured answers. */
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the method that it stands for
  override withStructuredOutput(schema: unknown): any {
    return formInText(this, schema);
  }
}
