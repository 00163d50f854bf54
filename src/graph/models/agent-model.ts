import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import {
  AIMessage,
  type BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  HumanMessage,
  isBaseMessage,
} from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";
import type { ModelRequest } from "../../core/model-request.js";
import type { UsageMeter } from "../../core/usage/usage-meter.js";
import { RostrumError } from "../../errors/rostrum-error.js";
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
   * Answers a request. `messages`: its prompt. `thread`: the thread on which the conversation is saved; undefined if it
   * is not saved.
   *
   * @internal
   */
  abstract answer(
    request: ModelRequest,
    messages: readonly BaseMessage[],
    config: RunnableConfig,
    thread: string | undefined,
  ): Promise<string>;
}

/** Charges the model calls that an agent makes, rather than the call to the agent. */
class InnerCalls extends BaseCallbackHandler {
  readonly name = "rostrum-cost";
  // Makes LangChain wait for this handler, so that a call is charged before it is sent.
  override readonly awaitHandlers = true;
  private readonly meters = new Map<string, readonly UsageMeter[]>();

  constructor(private readonly meter: UsageMeter) {
    super();
  }

  override async handleChatModelStart(
    _model: unknown,
    [prompt = []]: BaseMessage[][],
    id: string,
    _parent?: string,
    { options }: { readonly options?: AgentCallOptions } = {},
  ): Promise<void> {
    // A call with a meter of its own goes to another agent. That meter charges the calls that the agent makes.
    if (options?.meter) options.meter.surrounding = this.meter;
    else await this.start(prompt, id);
  }

  override async handleLLMStart(_model: unknown, prompts: string[], id: string): Promise<void> {
    await this.start(
      prompts.map((prompt) => new HumanMessage(prompt)),
      id,
    );
  }

  private async start(prompt: readonly BaseMessage[], id: string): Promise<void> {
    const meters = this.meter.startInner(prompt);
    this.meters.set(id, meters);
    await Promise.all(meters.map((meter) => meter.saveSent()));
  }

  override handleLLMEnd({ generations }: LLMResult, id: string): void {
    const answer = generations[0]?.[0] as { text: string; message?: BaseMessage } | undefined;
    for (const meter of this.meters.get(id) ?? []) {
      if (answer) meter.count(answer.message ?? new AIMessage(answer.text));
      meter.end();
    }
  }

  override handleLLMError(error: unknown, id: string): void {
    for (const meter of this.meters.get(id) ?? []) meter.end(statusOf(error) !== undefined);
  }
}

/** Keeps the metadata, which may say that the provider cut off the answer. */
const said = ({ text, response_metadata }: BaseMessage) => new AIMessage({ content: text, response_metadata });

function readAnswer(output: unknown, language: Language = defaultLanguage): AIMessage {
  if (typeof output === "string") return new AIMessage(output);
  if (isBaseMessage(output)) return said(output);
  const { messages, output: text } = (output ?? {}) as { messages?: unknown; output?: unknown };
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : text;
  if (typeof last === "string") return new AIMessage(last);
  const message = messageIn(last);
  if (message?.type === "ai") return said(message);
  throw new Error(locales[language].errors.reasons.unreadableAgent);
}

/** Also reads messages that are plain data, as in the state that LangGraph's `RemoteGraph` returns. */
function messageIn(value: unknown): BaseMessage | undefined {
  try {
    return coerceMessageLikeToMessage(value as BaseMessageLike);
  } catch {
    return undefined;
  }
}

/**
 * Merges the system message into the question, because an agent may have a system message of its own, and some
 * providers reject a second one.
 */
function withoutSystem(messages: BaseMessage[]): BaseMessage[] {
  const [system, question, ...rest] = messages;
  if (system?.type !== "system") return messages;
  return [new HumanMessage(question ? `${system.text}\n\n${question.text}` : system.text), ...rest];
}

interface AgentCallOptions extends LocalCallOptions {
  readonly meter?: UsageMeter;
  readonly thread?: string;
}

/** The model name that stands for an agent in usage tables and prices. */
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
          ? agent.answer(request, messages, detached, thread)
          : agent.invoke({ messages: withoutSystem(messages) }, detached),
      );
      return readAnswer(output, request?.language);
    } catch (error) {
      // An error in a conversation that the agent runs is a failure of this call, not of the surrounding conversation.
      throw RostrumError.isInstance(error) ? new Error(error.message, { cause: error }) : error;
    } finally {
      // An agent may answer without calling a model.
      meter?.withdraw();
    }
  }
}
