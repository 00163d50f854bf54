import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AIMessage, type BaseMessage, HumanMessage, isBaseMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";
import type { ModelRequest } from "../../core/model-request.js";
import type { UsageMeter } from "../../core/usage/usage-meter.js";
import { type LocalCallOptions, LocalModel } from "../../offline/local-model.js";
import { defaultLanguage, type Language, locales } from "../../words/registry.js";
import { runDetached } from "../langgraph/detached.js";
import { statusOf } from "./call-failure.js";
import { noStreamTags } from "./model-call.js";

/**
 * An agent that answers for a participant, such as a chain or a graph created by `createAgent`. It receives `{ messages
 * }` and returns a text, a message, `{ output }`, or `{ messages }` whose last message is the answer.
 */
export type ParticipantAgent = Pick<Runnable<{ messages: BaseMessage[] }, unknown>, "invoke">;

export abstract class RequestAgent implements ParticipantAgent {
  /** Not for direct use: only Rostrum calls the agent, through `answer`. @throws always. */
  invoke(): Promise<never> {
    return Promise.reject(new Error(locales[defaultLanguage].errors.reasons.notForCallers));
  }

  /**
   * Answers a request. `thread`: the thread on which the conversation is saved; undefined if it is not saved.
   *
   * @internal
   */
  abstract answer(request: ModelRequest, config: RunnableConfig, thread: string | undefined): Promise<string>;
}

/** Charges the model calls that an agent makes, rather than the call to the agent. */
class InnerCalls extends BaseCallbackHandler {
  readonly name = "rostrum-cost";
  // Makes LangChain wait for this handler, so that a call is charged before it is sent.
  override readonly awaitHandlers = true;
  private readonly meters = new Map<string, UsageMeter>();

  constructor(private readonly meter: UsageMeter) {
    super();
  }

  override async handleChatModelStart(_model: unknown, [prompt = []]: BaseMessage[][], id: string): Promise<void> {
    await this.start(prompt, id);
  }

  override async handleLLMStart(_model: unknown, prompts: string[], id: string): Promise<void> {
    await this.start(
      prompts.map((prompt) => new HumanMessage(prompt)),
      id,
    );
  }

  private async start(prompt: readonly BaseMessage[], id: string): Promise<void> {
    this.meters.set(id, this.meter.startInner(prompt));
    await this.meter.saveSent();
  }

  override handleLLMEnd({ generations }: LLMResult, id: string): void {
    const meter = this.meters.get(id);
    const answer = generations[0]?.[0] as { text: string; message?: BaseMessage } | undefined;
    if (answer) meter?.count(answer.message ?? new AIMessage(answer.text));
    meter?.end();
  }

  override handleLLMError(error: unknown, id: string): void {
    this.meters.get(id)?.end(statusOf(error) !== undefined);
  }
}

function readAnswer(output: unknown, language: Language = defaultLanguage): string {
  if (typeof output === "string") return output;
  if (isBaseMessage(output)) return output.text;
  const { messages, output: text } = (output ?? {}) as { messages?: unknown; output?: unknown };
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : text;
  if (typeof last === "string") return last;
  if (isBaseMessage(last) && last.type === "ai") return last.text;
  throw new Error(locales[language].errors.reasons.unreadableAgent);
}

/** An agent may have its own system message, and some providers reject a second one. */
function withoutSystem([system, question, ...rest]: BaseMessage[]): BaseMessage[] {
  return [new HumanMessage(`${system?.text}\n\n${question?.text}`), ...rest];
}

interface AgentCallOptions extends LocalCallOptions {
  readonly meter?: UsageMeter;
  readonly thread?: string;
}

/** The name under which usage and prices count an agent's calls. */
export const agentLabel = (owner: string): string => `${owner}'s agent`;

export class AgentModel extends LocalModel {
  readonly model: string;
  protected override readonly needsSchema = true;

  constructor(
    owner: string,
    private readonly agent: ParticipantAgent,
  ) {
    super({});
    this.model = agentLabel(owner);
  }

  override get callKeys(): string[] {
    return [...super.callKeys, "meter", "thread"];
  }

  override _llmType(): string {
    return "agent";
  }

  protected override async reply(messages: BaseMessage[], options: AgentCallOptions): Promise<AIMessage> {
    const { signal, meter, request, thread } = options;
    const { agent } = this;
    const callbacks = meter ? [new InnerCalls(meter)] : [];
    const config = { callbacks, tags: [...noStreamTags], ...(signal ? { signal } : {}) };
    try {
      const output = await runDetached(config, (detached) =>
        agent instanceof RequestAgent && request
          ? agent.answer(request, detached, thread)
          : agent.invoke({ messages: withoutSystem(messages) }, detached),
      );
      return new AIMessage(readAnswer(output, request?.language));
    } finally {
      // An agent may answer without calling a model.
      meter?.withdraw();
    }
  }
}
