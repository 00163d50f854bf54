/** A LangChain runnable or a compiled graph as the chat model that answers for a participant. */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, isBaseMessage, type UsageMetadata } from "@langchain/core/messages";
import type { ChatResult, LLMResult } from "@langchain/core/outputs";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import { formInText } from "./form-in-text.js";

/**
 * What answers for a participant: anything that takes `{ messages }` and gives a text, a message, or `{ messages }` whose last
 * one is the answer; such as a chain, or a graph that `createAgent` made.
 */
export type ParticipantAgent = Pick<Runnable<{ messages: BaseMessage[] }, unknown>, "invoke">;

/** What the model calls inside an agent cost. */
export interface AgentCost {
  readonly calls: number;
  /** Calls whose tokens the provider reported. */
  readonly counted: number;
}

/** Where an answer carries what it cost, for the one who counts. */
const costField = "rostrumCost";

export function costOf(message: BaseMessage): AgentCost | undefined {
  return message.response_metadata?.[costField] as AgentCost | undefined;
}

/** What an agent had spent before it failed. */
export function costOfFailure(error: unknown): (AgentCost & { readonly usage: Tokens }) | undefined {
  return typeof error === "object" && error !== null ? failures.get(error) : undefined;
}

type Tokens = Pick<UsageMetadata, "input_tokens" | "output_tokens" | "total_tokens">;

const failures = new WeakMap<object, AgentCost & { readonly usage: Tokens }>();

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
    const text = await this.ask(messages, config).catch((error: unknown) => {
      const { calls, counted, usage } = cost;
      if (typeof error === "object" && error !== null) failures.set(error, { calls, counted, usage });
      throw error;
    });
    const { calls, counted, usage } = cost;
    const message = new AIMessage({ content: text, response_metadata: { [costField]: { calls, counted } } });
    if (counted > 0) Object.assign(message, { usage_metadata: usage });
    return { generations: [{ text, message }] };
  }

  private async ask(messages: BaseMessage[], config: RunnableConfig): Promise<string> {
    // A graph of its own: run inside a node, it would take up that node's checkpointer, thread and streams.
    const output = await AsyncLocalStorageProviderSingleton.runWithConfig(
      {},
      () => this.agent.invoke({ messages }, { ...config, configurable: { thread_id: crypto.randomUUID() } }),
      true,
    );
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
