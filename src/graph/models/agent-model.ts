/** Wraps a LangChain runnable or a compiled graph as a chat model that answers for a participant. */
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AIMessage, type BaseMessage, HumanMessage, isBaseMessage, type UsageMetadata } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { AgentFailure, costField } from "../../core/usage/usage-meter.js";
import { type LocalCallOptions, LocalModel } from "../../offline/local-model.js";
import { runDetached } from "../langgraph/detached.js";
import { noStreamTags } from "./model-call.js";

/**
 * An agent that answers for a participant, such as a chain or a graph made by `createAgent`. It takes `{ messages }`
 * and returns a text, a message, `{ output }`, or `{ messages }` whose last message is the answer.
 */
export type ParticipantAgent = Pick<Runnable<{ messages: BaseMessage[] }, unknown>, "invoke">;

class CostCounter extends BaseCallbackHandler {
  readonly name = "rostrum-cost";
  // Makes LangChain wait for this handler. Otherwise, the counts could still be incomplete when the agent returns.
  override readonly awaitHandlers = true;
  calls = 0;
  /** The number of calls whose usage the provider reported. */
  counted = 0;
  readonly usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

  // LangChain also calls this for chat models, because this class has no `handleChatModelStart`.
  override handleLLMStart(): void {
    this.calls += 1;
  }

  override handleLLMEnd({ generations }: LLMResult): void {
    const message = (generations[0]?.[0] as { message?: { usage_metadata?: UsageMetadata } } | undefined)?.message;
    const usage = message?.usage_metadata;
    if (!usage) return;
    this.counted += 1;
    for (const field of ["input_tokens", "output_tokens", "total_tokens"] as const) this.usage[field] += usage[field];
  }
}

function readAnswer(output: unknown): string {
  if (typeof output === "string") return output;
  if (isBaseMessage(output)) return output.text;
  const { messages, output: text } = (output ?? {}) as { messages?: unknown; output?: unknown };
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : text;
  if (typeof last === "string") return last;
  if (isBaseMessage(last) && last.type === "ai") return last.text;
  throw new Error("the agent must return a text, a message, or { messages } whose last message comes from a model");
}

/**
 * Moves the text of the system message to the start of the question, because an agent may have its own system message
 * and some providers reject a second one.
 */
function withoutSystem([system, question, ...rest]: BaseMessage[]): BaseMessage[] {
  return [new HumanMessage(`${system?.text}\n\n${question?.text}`), ...rest];
}

export class AgentModel extends LocalModel {
  readonly model: string;
  protected override readonly needsSchema = true;

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

  protected override async reply(messages: BaseMessage[], { signal }: LocalCallOptions): Promise<AIMessage> {
    const cost = new CostCounter();
    const config = { callbacks: [cost], tags: [...noStreamTags], ...(signal ? { signal } : {}) };
    try {
      const output = await runDetached(config, (detached) =>
        this.agent.invoke({ messages: withoutSystem(messages) }, detached),
      );
      const { calls, counted, usage } = cost;
      const content = readAnswer(output);
      const message = new AIMessage({ content, response_metadata: { [costField]: { calls, counted } } });
      return counted > 0 ? Object.assign(message, { usage_metadata: usage }) : message;
    } catch (error) {
      throw new AgentFailure(error, cost);
    }
  }
}
