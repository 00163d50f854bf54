/** Wraps a LangChain runnable or a compiled graph as a chat model, so that it can answer for a participant. */

import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, isBaseMessage, type UsageMetadata } from "@langchain/core/messages";
import type { ChatResult, LLMResult } from "@langchain/core/outputs";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";
import { runDetached } from "../langgraph/detached.js";
import { AgentFailure, costField } from "../usage/usage-meter.js";
import { structuredOutputByPrompt } from "./structured-output.js";

/**
 * An agent that answers for a participant, such as a chain or a graph made by `createAgent`. It takes `{ messages }` and returns a
 * text, a message, or `{ messages }` whose last message is the answer.
 */
export type ParticipantAgent = Pick<Runnable<{ messages: BaseMessage[] }, unknown>, "invoke">;

class CostCounter extends BaseCallbackHandler {
  readonly name = "rostrum-cost";
  // The counts must be complete when the agent returns.
  override readonly awaitHandlers = true;
  calls = 0;
  /** Calls whose usage the provider reported. */
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

function readAnswer(output: unknown): string | undefined {
  if (typeof output === "string") return output;
  if (isBaseMessage(output)) return output.text;
  const { messages, output: text } = (output ?? {}) as { messages?: unknown; output?: unknown };
  if (!Array.isArray(messages)) return typeof text === "string" ? text : undefined;
  const last: unknown = messages.at(-1);
  return isBaseMessage(last) && last.type === "ai" ? last.text : undefined;
}

export class AgentModel extends BaseChatModel {
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
    const output = await runDetached(config, (detached) => this.agent.invoke({ messages }, detached));
    const text = readAnswer(output);
    if (text !== undefined) return text;
    throw new Error("the agent must return a text, a message, or { messages } whose last message comes from a model");
  }

  /** Agents have no structured output, so the prompt asks for JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the overridden method has overloads
  override withStructuredOutput(schema: unknown): any {
    return structuredOutputByPrompt(this, schema);
  }
}
